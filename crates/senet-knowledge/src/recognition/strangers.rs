//! Words that stand in the initial state and nowhere else, such as a wall that nothing can pass.

use super::initial::initial;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Symbol};
use senet_graph::normal_form::{NormalRule, RuleTree};

/// Pairs words without a partner by the facts in which they stand, those with most facts in common first.
pub fn pairs(
    asked: &Description,
    known: &Description,
    partners: &[(Symbol, Symbol)],
) -> Vec<(Symbol, Symbol)> {
    let new: FxHashMap<Symbol, Symbol> = partners.iter().copied().collect();
    let taken: FxHashSet<Symbol> = new.values().copied().collect();
    let ours = places(asked, |symbol| new.get(&symbol).copied());
    let theirs = places(known, |symbol| taken.contains(&symbol).then_some(symbol));
    let mut likely = Vec::new();
    for (&one, places) in &ours {
        for (&other, others) in &theirs {
            let common = places.intersection(others).count();
            if common > 0 {
                likely.push((common, one, other));
            }
        }
    }
    likely.sort_by_key(|&(common, one, other)| (std::cmp::Reverse(common), one, other));
    let (mut found, mut used) = (Vec::new(), FxHashSet::default());
    for (_, one, other) in likely {
        let free = found.iter().all(|&(known, _)| known != one);
        if free && used.insert(other) {
            found.push((one, other));
        }
    }
    found
}

/// For each word that the function does not know, the initial facts in which it is the only such word, with a hole in its place.
fn places(
    description: &Description,
    word: impl Fn(Symbol) -> Option<Symbol>,
) -> FxHashMap<Symbol, FxHashSet<NormalRule>> {
    let mut places: FxHashMap<Symbol, FxHashSet<NormalRule>> = FxHashMap::default();
    let hole = Symbol::ARROW;
    let known = |symbol: Symbol| match symbol.is_keyword() {
        true => symbol,
        false => word(symbol).unwrap_or(hole),
    };
    let spelt = initial(description, &|symbol| symbol);
    let holed = initial(description, &known);
    for (spelt, holed) in spelt.iter().zip(holed) {
        let mut strangers = FxHashSet::default();
        visit(&spelt.0, &mut |symbol| {
            if !symbol.is_keyword() && word(symbol).is_none() {
                strangers.insert(symbol);
            }
        });
        if let [stranger] = Vec::from_iter(strangers)[..] {
            places.entry(stranger).or_default().insert(holed);
        }
    }
    places
}

fn visit(tree: &RuleTree, action: &mut impl FnMut(Symbol)) {
    match tree {
        RuleTree::Variable(_) => {}
        RuleTree::Applied(symbol, parts) => {
            action(*symbol);
            parts.iter().for_each(|part| visit(part, action));
        }
    }
}
