//! What goals look at.

use crate::Model;
use senet_ground::AtomKind;

/// Per fact, whether a goal depends on it in the same state.
pub fn seen_by_goals(model: &Model) -> Vec<bool> {
    let atoms = model.grounded.atoms.iter().enumerate();
    let goals = atoms.filter(|(_, kind)| matches!(kind, AtomKind::Goal(..)));
    let mut open: Vec<u32> = goals.map(|(atom, _)| atom as u32).collect();
    let mut reached = vec![false; model.atoms()];
    let mut facts = vec![false; model.grounded.fluents.len()];
    while let Some(atom) = open.pop() {
        if std::mem::replace(&mut reached[atom as usize], true) {
            continue;
        }
        if let AtomKind::True(fluent) = model.grounded.atoms[atom as usize] {
            facts[fluent as usize] = true;
        }
        let bodies = model.rules(atom).iter().map(|&rule| model.body(rule));
        open.extend(bodies.flatten().map(|condition| condition / 2));
    }
    facts
}
