//! Short descriptions of sets of facts.

use crate::projection::Relation;
use rustc_hash::FxHashSet;
use senet_ground::{Grounded, TermId};

/// Describes facts of a relation by an argument: exactly these facts have one of these values there.
pub type Pattern = (usize, Vec<TermId>);

/// Describes a set of facts of a relation: `Some(None)` if it contains all facts, `None` if no argument selects it.
pub fn pattern(grounded: &Grounded, relation: &Relation, facts: &[u32]) -> Option<Option<Pattern>> {
    if facts.len() == relation.fluents.len() {
        return Some(None);
    }
    let chosen: FxHashSet<u32> = facts.iter().copied().collect();
    let at = |fluent: u32, position: usize| {
        let args = grounded.terms.args(grounded.fluents[fluent as usize]);
        args[position]
    };
    let told_by = |position: usize| {
        let mut values: Vec<TermId> = facts.iter().map(|&f| at(f, position)).collect();
        values.sort_unstable();
        values.dedup();
        let known: FxHashSet<TermId> = values.iter().copied().collect();
        let others = relation.fluents.iter().filter(|f| !chosen.contains(f));
        let exact = others.clone().all(|&f| !known.contains(&at(f, position)));
        exact.then_some((position, values))
    };
    let patterns = (0..relation.arity).filter_map(told_by);
    patterns.min_by_key(|(_, values)| values.len()).map(Some)
}
