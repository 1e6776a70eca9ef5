//! Games that differ in the initial state alone.

use super::{Change, Index, Part, Recognition, strangers};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Renaming, Symbol};
use senet_graph::normal::{self, NormalRule};
use senet_graph::{Canonical, Colour, TooHard, Witness, canonical};
use senet_structure::variants::{Transformation, initial_difference, without_initial_state};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rules without an initial state often have more symmetries than the game. So many renamings are compared by how much of the
/// initial state they keep.
const MOST_RENAMINGS: usize = 1024;

impl Index {
    /// A known game, or variant of one, that has the same rules with another initial state.
    pub(super) fn other_initial_state(
        &self,
        asked: &Canonical,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        let form = canonical(&without_initial_state(&asked.description), stop)?;
        let mut answers = Vec::new();
        for (game, made_by) in self.found(Part::WithoutInitialState, &form.key) {
            answers.extend(self.with_difference(asked, &form, *game, made_by, stop)?);
        }
        Ok(answers.into_iter().min_by_key(effort))
    }

    /// The answer that a game is made of a known one by these transformations and another initial state.
    fn with_difference(
        &self,
        asked: &Canonical,
        form: &Canonical,
        game: usize,
        made_by: &[Transformation],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Recognition>, TooHard> {
        let Some(variant) = self.variant(game, made_by) else {
            return Ok(None);
        };
        let known = canonical(&without_initial_state(&variant), stop)?;
        let Some(witness) = Witness::between(form, &known, stop)? else {
            return Ok(None);
        };
        let pairs = nearest(asked, &variant, &known, witness.pairs());
        let (from, to) = (&asked.description.symbols, &variant.symbols);
        let word = |&(a, k): &(Symbol, Symbol)| (from.spelling(a).into(), to.spelling(k).into());
        let words = Renaming::new(pairs.iter().map(word).collect());
        let renamed = words.apply(&asked.description);
        let Ok(difference) = initial_difference(&variant, &renamed) else {
            return Ok(None);
        };
        let changes = made_by.iter().cloned().chain(difference);
        Ok(Some(Recognition {
            game,
            changes: changes.map(Change::forward).collect(),
            mapping: self.mapping(game, &words),
        }))
    }
}

/// How much an answer changes: first the number of steps, then that of initial facts.
fn effort(answer: &Recognition) -> (usize, usize) {
    let facts = answer
        .changes
        .iter()
        .map(|change| match &change.transformation {
            Transformation::NumberOfMarkers { removed, added, .. }
            | Transformation::PieceConfiguration { removed, added, .. } => {
                removed.len() + added.len()
            }
            _ => 0,
        });
    (answer.changes.len(), facts.sum())
}

/// Of the renamings that the symmetries of the known rules allow, one that keeps much of the initial state, and with it pairs of those words
/// that stand nowhere but in the initial state.
fn nearest(
    asked: &Canonical,
    known: &Description,
    known_rules: &Canonical,
    first: &[(Symbol, Symbol)],
) -> Vec<(Symbol, Symbol)> {
    let of_rules: FxHashSet<Symbol> = first.iter().map(|&(_, word)| word).collect();
    // What stands for words without a partner: a keyword, which no other word can be.
    let hole = Symbol::ARROW;
    let known_word = |symbol: Symbol| match symbol.is_keyword() || of_rules.contains(&symbol) {
        true => symbol,
        false => hole,
    };
    // Thousands of renamings may be tried, so facts are compared by numbers.
    let spelt = |description| initial(description, &|symbol| symbol);
    let facts = spelt(known).into_iter();
    let wanted: FxHashSet<u64> = facts
        .map(|fact| normal::print(&fact, &known_word))
        .collect();
    let facts = spelt(&asked.description);
    let missed = |pairs: &[(Symbol, Symbol)]| {
        let new: FxHashMap<Symbol, Symbol> = pairs.iter().copied().collect();
        let word = |symbol: Symbol| match symbol.is_keyword() {
            true => symbol,
            false => new.get(&symbol).copied().unwrap_or(hole),
        };
        let prints = facts.iter().map(|fact| normal::print(fact, &word));
        prints.filter(|print| !wanted.contains(print)).count()
    };
    let mut pairs = best_first(first, &symmetries(known_rules), missed);
    let others = strangers::pairs(&asked.description, known, &pairs);
    pairs.extend(others);
    pairs
}

/// What the rules say about the beginning.
pub(super) fn initial(
    description: &Description,
    word: &impl Fn(Symbol) -> Symbol,
) -> Vec<NormalRule> {
    let rules = description.rules.iter();
    rules
        .filter(|rule| rule.head.relation == Symbol::INIT)
        .map(|rule| normal::rule(rule, word))
        .collect()
}

/// The generators of all symmetries, as words and the words that they become.
fn symmetries(form: &Canonical) -> Vec<FxHashMap<Symbol, Symbol>> {
    let named = |node: u32| {
        let node = form.graph.nodes()[node as usize];
        node.symbol.filter(|_| node.colour == Colour::Symbol)
    };
    let generators = form.labelling.generators.iter();
    let words = generators.map(|moved| -> FxHashMap<Symbol, Symbol> {
        let pairs = moved.iter();
        pairs.filter_map(|&(a, b)| named(a).zip(named(b))).collect()
    });
    words.filter(|moved| !moved.is_empty()).collect()
}

/// Goes from renaming to renaming by symmetries, always on from the best that was not gone on from, and gives the best of all. Of equally
/// good ones the first is taken, so that the answer does not depend on chance.
fn best_first(
    first: &[(Symbol, Symbol)],
    symmetries: &[FxHashMap<Symbol, Symbol>],
    missed: impl Fn(&[(Symbol, Symbol)]) -> usize,
) -> Vec<(Symbol, Symbol)> {
    let mut all = vec![first.to_vec()];
    let mut seen: FxHashSet<Vec<(Symbol, Symbol)>> = all.iter().cloned().collect();
    let start = (missed(first), 0);
    let mut open = BinaryHeap::from([Reverse(start)]);
    let mut best = start;
    while let Some(Reverse((_, at))) = open.pop()
        && best.0 > 0
    {
        for symmetry in symmetries {
            let moved =
                |&(from, to): &(Symbol, Symbol)| (from, symmetry.get(&to).copied().unwrap_or(to));
            let next: Vec<_> = all[at].iter().map(moved).collect();
            if all.len() < MOST_RENAMINGS && seen.insert(next.clone()) {
                let entry = (missed(&next), all.len());
                open.push(Reverse(entry));
                best = best.min(entry);
                all.push(next);
            }
        }
    }
    all.swap_remove(best.1)
}
