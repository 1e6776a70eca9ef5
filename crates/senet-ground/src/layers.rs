//! The order in which the atoms of a game can be evaluated.

use crate::grounded::AtomKind;
use crate::grouped::Grouped;
use crate::rule_index::RuleIndex;
use senet_gdl::components_by;

/// All atoms, each after those that it depends on.
pub struct Layers {
    atoms: Grouped,
    layers: Vec<RuleLayer>,
}

/// Atoms that depend on each other, or a single one.
pub struct RuleLayer {
    number: u32,
    /// True if its atoms depend on each other or on themselves.
    pub is_loop: bool,
    /// True if its atoms depend on the moves that are made.
    pub needs_moves: bool,
}

impl Layers {
    /// Finds the layers: the strongly connected components of the dependencies.
    pub fn of(index: &RuleIndex) -> Layers {
        let used = |atom: usize| index.uses(atom as u32).map(|used| used as usize);
        let component = components_by(index.atoms(), used);
        let count = component.iter().max().map_or(0, |last| last + 1);
        let atoms = Grouped::by(count, component.iter().map(|&number| number as u32));
        let mut layers = Vec::with_capacity(count);
        for number in 0..count as u32 {
            let layer = layer(index, number, atoms.of(number), &component, &layers);
            layers.push(layer);
        }
        Layers { atoms, layers }
    }

    /// The layers, lowest first.
    pub fn iter(&self) -> std::slice::Iter<'_, RuleLayer> {
        self.layers.iter()
    }

    /// The atoms of a layer.
    pub fn atoms_of(&self, layer: &RuleLayer) -> &[u32] {
        self.atoms.of(layer.number)
    }
}

/// Describes a layer, given those below it.
fn layer(
    index: &RuleIndex,
    number: u32,
    atoms: &[u32],
    component: &[usize],
    below: &[RuleLayer],
) -> RuleLayer {
    let (mut is_loop, mut needs_moves) = (false, false);
    for &atom in atoms {
        needs_moves |= matches!(index.grounded.atoms[atom as usize], AtomKind::Does(..));
        for used in index.uses(atom) {
            match below.get(component[used as usize]) {
                Some(lower) => needs_moves |= lower.needs_moves,
                None => is_loop = true,
            }
        }
    }
    RuleLayer {
        number,
        is_loop,
        needs_moves,
    }
}
