//! The cone of influence of a step.

use crate::family::Family;
use senet_ground::Layer;
use senet_ground::RuleIndex;

/// The atoms that influence a step, in order of evaluation.
pub struct Cone<'m> {
    /// The atoms to derive, layer by layer.
    pub layers: Vec<(&'m Layer, Vec<u32>)>,
    /// Per atom, whether it is in the cone.
    pub matters: Vec<bool>,
    /// The number of conditions in their rules.
    pub conditions: usize,
}

impl<'m> Cone<'m> {
    /// The atoms on which legal moves and the next values of a family's facts depend.
    pub fn of_step(index: &'m RuleIndex<'m>, family: &Family) -> Cone<'m> {
        let facts = family.groups.iter().flatten().chain(&family.barred);
        let next = facts.filter_map(|&fluent| index.next[fluent as usize]);
        let legal = index.legal.iter().flatten().flatten().copied();
        let matters = index.dependencies(next.chain(legal).collect());
        let layers = index.layers().map(|layer| {
            let atoms = index.atoms_of(layer).iter().copied();
            let is_worked_out = |&atom: &u32| matters[atom as usize] && !index.is_given(atom);
            (layer, atoms.filter(is_worked_out).collect())
        });
        let layers = layers.filter(|(_, atoms): &(_, Vec<u32>)| !atoms.is_empty());
        let layers: Vec<_> = layers.collect();
        let worked_out = layers.iter().flat_map(|(_, atoms)| atoms);
        let conditions = worked_out.map(|&atom| index.uses(atom).count()).sum();
        Cone {
            layers,
            matters,
            conditions,
        }
    }
}
