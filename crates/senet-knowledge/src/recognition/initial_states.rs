//! Recognises games that differ only in the initial state.

use super::{GameIndex, Recognition, RuleChange, RulePart, initial_only_words};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Description, Renaming, Symbol};
use senet_graph::normal_form::{self, NormalRule};
use senet_graph::{Canonical, Colour, Isomorphism, TooHard, canonical};
use senet_structure::variants::{Transformation, initial_difference, without_initial_state};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The number of renamings to compare. Rules without an initial state often have many symmetries. The search prefers
/// renamings that keep many initial facts.
const MOST_RENAMINGS: usize = 1024;

impl GameIndex {
    /// Finds a known game, or a variant of one, with the same rules and another initial state.
    pub(super) fn other_initial_state(
        &self,
        asked: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        let form = canonical(&without_initial_state(&asked.description), deadline)?;
        let mut answers = Vec::new();
        for (game, made_by) in self.found(RulePart::WithoutInitialState, &form.key) {
            answers.extend(self.with_difference(asked, &form, *game, made_by, deadline)?);
        }
        Ok(answers.into_iter().min_by_key(change_size))
    }

    /// Compares the queried game with a variant of a known game, except for the initial state.
    fn with_difference(
        &self,
        asked: &Canonical,
        form: &Canonical,
        game: usize,
        made_by: &[Transformation],
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        let Some(variant) = self.variant(game, made_by, deadline)? else {
            return Ok(None);
        };
        let known = canonical(&without_initial_state(&variant), deadline)?;
        let Some(witness) = Isomorphism::between(form, &known, deadline)? else {
            return Ok(None);
        };
        let pairs = best_renaming(asked, &variant, &known, witness.pairs(), deadline);
        let (from, to) = (&asked.description.symbols, &variant.symbols);
        let word = |&(a, k): &(Symbol, Symbol)| (from.spelling(a).into(), to.spelling(k).into());
        let words = Renaming::new(pairs.iter().map(word).collect());
        let renamed = words.apply(&asked.description);
        let difference = initial_difference(&variant, &renamed, deadline);
        deadline.check()?;
        let Ok(difference) = difference else {
            return Ok(None);
        };
        let changes = made_by.iter().cloned().chain(difference);
        Ok(Some(Recognition {
            game,
            changes: changes.map(RuleChange::forward).collect(),
            mapping: self.mapping(game, &words),
        }))
    }
}

/// Measures a result: first the number of changes, then the number of changed initial facts.
fn change_size(answer: &Recognition) -> (usize, usize) {
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

/// Finds a renaming that keeps many initial facts. The candidates are the renamings that the symmetries of the known
/// rules allow. The result also pairs words that occur only in the initial states.
fn best_renaming(
    asked: &Canonical,
    known: &Description,
    known_rules: &Canonical,
    first: &[(Symbol, Symbol)],
    deadline: &Deadline,
) -> Vec<(Symbol, Symbol)> {
    let of_rules: FxHashSet<Symbol> = first.iter().map(|&(_, word)| word).collect();
    // Stands for words without a counterpart. It is a keyword, so no other word equals it.
    let placeholder = Symbol::ARROW;
    let known_word = |symbol: Symbol| match symbol.is_keyword() || of_rules.contains(&symbol) {
        true => symbol,
        false => placeholder,
    };
    // Facts are compared by hash, because the search tries up to a thousand renamings.
    let plain = |description| initial(description, &|symbol| symbol);
    let facts = plain(known).into_iter();
    let wanted: FxHashSet<u64> = facts
        .map(|fact| normal_form::hash_rule(&fact, &known_word))
        .collect();
    let facts = plain(&asked.description);
    let missed = |pairs: &[(Symbol, Symbol)]| {
        let new: FxHashMap<Symbol, Symbol> = pairs.iter().copied().collect();
        let word = |symbol: Symbol| match symbol.is_keyword() {
            true => symbol,
            false => new.get(&symbol).copied().unwrap_or(placeholder),
        };
        let prints = facts.iter().map(|fact| normal_form::hash_rule(fact, &word));
        prints.filter(|print| !wanted.contains(print)).count()
    };
    let mut pairs = best_first(first, &symmetries(known_rules), missed, deadline);
    let others = initial_only_words::pairs(&asked.description, known, &pairs);
    pairs.extend(others);
    pairs
}

/// Returns the normal forms of the `init` rules.
pub(super) fn initial(
    description: &Description,
    word: &impl Fn(Symbol) -> Symbol,
) -> Vec<NormalRule> {
    let rules = description.rules.iter();
    rules
        .filter(|rule| rule.head.relation == Symbol::INIT)
        .map(|rule| normal_form::normalise_rule(rule, word))
        .collect()
}

/// Returns the generators of the symmetry group, as maps of words.
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

/// Searches the renamings best first, by applying symmetries. Among equally good renamings it returns the first, so
/// the result is deterministic.
fn best_first(
    first: &[(Symbol, Symbol)],
    symmetries: &[FxHashMap<Symbol, Symbol>],
    missed: impl Fn(&[(Symbol, Symbol)]) -> usize,
    deadline: &Deadline,
) -> Vec<(Symbol, Symbol)> {
    let mut all = vec![first.to_vec()];
    let mut seen: FxHashSet<Vec<(Symbol, Symbol)>> = all.iter().cloned().collect();
    let start = (missed(first), 0);
    let mut open = BinaryHeap::from([Reverse(start)]);
    let mut best = start;
    while let Some(Reverse((_, at))) = open.pop()
        && best.0 > 0
        && !deadline.is_over()
    {
        for symmetry in symmetries {
            if all.len() >= MOST_RENAMINGS || deadline.is_over() {
                break;
            }
            let moved =
                |&(from, to): &(Symbol, Symbol)| (from, symmetry.get(&to).copied().unwrap_or(to));
            let next: Vec<_> = all[at].iter().map(moved).collect();
            if seen.insert(next.clone()) {
                let entry = (missed(&next), all.len());
                open.push(Reverse(entry));
                best = best.min(entry);
                all.push(next);
            }
        }
    }
    all.swap_remove(best.1)
}
