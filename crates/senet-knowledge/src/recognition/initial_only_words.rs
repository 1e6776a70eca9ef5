//! Pairs words that occur only in the initial state, such as a wall that no rule names.

use super::initial_states::initial;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Symbol};
use senet_graph::normal_form::{NormalRule, RuleTree};

/// The largest number of pairs of words that share one fact.
const MOST_PAIRS: usize = 4_096;

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
    let mut common: FxHashMap<(Symbol, Symbol), usize> = FxHashMap::default();
    let theirs = words_of(&theirs);
    for (fact, words) in words_of(&ours) {
        let others = theirs.get(fact).map_or(&[][..], Vec::as_slice);
        for pair in candidates(&words, others) {
            *common.entry(pair).or_default() += 1;
        }
    }
    let mut likely: Vec<_> = common.into_iter().collect();
    likely.sort_by_key(|&(pair, common)| (std::cmp::Reverse(common), pair));
    let (mut found, mut paired, mut used) =
        (Vec::new(), FxHashSet::default(), FxHashSet::default());
    for ((one, other), _) in likely {
        if !paired.contains(&one) && used.insert(other) {
            paired.insert(one);
            found.push((one, other));
        }
    }
    found
}

/// For each fact, the words that fit its open place, in order.
fn words_of(
    places: &FxHashMap<Symbol, FxHashSet<NormalRule>>,
) -> FxHashMap<&NormalRule, Vec<Symbol>> {
    let mut words: FxHashMap<&NormalRule, Vec<Symbol>> = FxHashMap::default();
    for (&word, facts) in places {
        for fact in facts {
            words.entry(fact).or_default().push(word);
        }
    }
    words.values_mut().for_each(|words| words.sort_unstable());
    words
}

/// All pairs of words that share a fact. If there are too many, each word gets one partner: words of such a fact rarely differ.
fn candidates(words: &[Symbol], others: &[Symbol]) -> Vec<(Symbol, Symbol)> {
    let pairs_of = |&one: &Symbol| others.iter().map(move |&other| (one, other));
    match words.len().saturating_mul(others.len()) > MOST_PAIRS {
        true => words.iter().copied().zip(others.iter().copied()).collect(),
        false => words.iter().flat_map(pairs_of).collect(),
    }
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
