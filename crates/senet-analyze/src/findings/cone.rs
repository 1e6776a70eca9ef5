//! What goals look at.

use crate::Model;
use senet_ground::AtomKind;

/// Per fact, whether a goal depends on it in the same state.
pub fn seen_by_goals(model: &Model) -> Vec<bool> {
    let atoms = model.grounded.atoms.iter().enumerate();
    let goals = atoms.filter(|(_, kind)| matches!(kind, AtomKind::Goal(..)));
    let reached = model.depended_on(goals.map(|(atom, _)| atom as u32).collect());
    let is_seen = |atom: &Option<u32>| atom.is_some_and(|atom| reached[atom as usize]);
    model.now.iter().map(is_seen).collect()
}
