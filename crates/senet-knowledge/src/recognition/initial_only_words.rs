//! Pairs words that occur only in the initial state, such as a wall that no rule names.

use super::initial_states::initial;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Symbol};
use senet_graph::normal_form::{NormalRule, RuleTree};

/// Pairs words without a counterpart by their initial facts. Words that share the most facts are paired first.
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

/// Collects the initial facts with exactly one word that `word` does not map, grouped by this word. A placeholder
/// replaces it in the facts.
fn places(
    description: &Description,
    word: impl Fn(Symbol) -> Option<Symbol>,
) -> FxHashMap<Symbol, FxHashSet<NormalRule>> {
    let mut places: FxHashMap<Symbol, FxHashSet<NormalRule>> = FxHashMap::default();
    let placeholder = Symbol::ARROW;
    let known = |symbol: Symbol| match symbol.is_keyword() {
        true => symbol,
        false => word(symbol).unwrap_or(placeholder),
    };
    let plain = initial(description, &|symbol| symbol);
    let with_placeholder = initial(description, &known);
    for (plain, with_placeholder) in plain.iter().zip(with_placeholder) {
        let mut unknown_words = FxHashSet::default();
        visit(&plain.0, &mut |symbol| {
            if !symbol.is_keyword() && word(symbol).is_none() {
                unknown_words.insert(symbol);
            }
        });
        if let [unknown_word] = Vec::from_iter(unknown_words)[..] {
            places
                .entry(unknown_word)
                .or_default()
                .insert(with_placeholder);
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
