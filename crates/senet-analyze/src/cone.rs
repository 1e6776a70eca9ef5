//! What some atoms depend on.

use crate::Model;
use crate::family::Family;
use crate::model::Layer;

/// Atoms that matter, in an order in which they can be evaluated.
pub struct Cone<'m> {
    /// Those that have to be worked out, layer by layer.
    pub layers: Vec<(&'m Layer, Vec<u32>)>,
    /// Per atom, whether it matters.
    pub matters: Vec<bool>,
    /// How many conditions their rules have.
    pub conditions: usize,
}

impl<'m> Cone<'m> {
    /// What decides which moves are legal, and what the next state has of the facts that a family is about.
    pub fn of_step(model: &'m Model<'m>, family: &Family) -> Cone<'m> {
        let facts = family.groups.iter().flatten().chain(&family.barred);
        let next = facts.filter_map(|&fluent| model.next[fluent as usize]);
        let legal = model.legal.iter().flatten().flatten().copied();
        let matters = model.depended_on(next.chain(legal).collect());
        let layers = model.layers().iter().map(|layer| {
            let atoms = model.atoms_of(layer).iter().copied();
            let is_worked_out = |&atom: &u32| matters[atom as usize] && !model.is_given(atom);
            (layer, atoms.filter(is_worked_out).collect())
        });
        let layers = layers.filter(|(_, atoms): &(_, Vec<u32>)| !atoms.is_empty());
        let layers: Vec<_> = layers.collect();
        let worked_out = layers.iter().flat_map(|(_, atoms)| atoms);
        let conditions = worked_out.map(|&atom| model.uses(atom).count()).sum();
        Cone {
            layers,
            matters,
            conditions,
        }
    }
}
