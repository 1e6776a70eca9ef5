//! The facts that goals depend on.

use senet_ground::AtomKind;
use senet_ground::RuleIndex;

/// Per fact, whether a goal depends on it in the same state.
pub fn seen_by_goals(index: &RuleIndex) -> Vec<bool> {
    let atoms = index.grounded.atoms.iter().enumerate();
    let goals = atoms.filter(|(_, kind)| matches!(kind, AtomKind::Goal(..)));
    let reached = index.dependencies(goals.map(|(atom, _)| atom as u32).collect());
    let is_seen = |atom: &Option<u32>| atom.is_some_and(|atom| reached[atom as usize]);
    index.now.iter().map(is_seen).collect()
}
