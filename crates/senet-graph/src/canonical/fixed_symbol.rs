//! Canonical forms that keep one symbol fixed.

use super::{Canonical, CanonicalKey, Labelling, TooHard};
use crate::Colour;
use senet_gdl::Deadline;

impl Canonical {
    /// Labels the game again with this symbol in a colour of its own. Two such forms have the same key exactly if an
    /// isomorphism maps one fixed symbol to the other.
    pub fn with_fixed_symbol(&self, name: &str, deadline: &Deadline) -> Result<Canonical, TooHard> {
        let symbol = self.description.symbols.get(name);
        let is_fixed = |node: u32| {
            let node = self.graph.nodes()[node as usize];
            node.colour == Colour::Symbol && node.symbol == symbol
        };
        let node_colour = |node| u32::from(is_fixed(node));
        let labelling = Labelling::with_node_colours(&self.graph, node_colour, deadline)?;
        Ok(Canonical {
            key: CanonicalKey::of(&self.graph, &labelling),
            labelling,
            ..self.clone()
        })
    }
}
