//! Canonical forms in which one word is fixed.

use super::{Canonical, CanonicalKey, Labelling, TooHard};
use crate::Colour;

impl Canonical {
    /// The form in which this word corresponds only to itself. Two such forms are equal if a renaming exists that maps one marked word to
    /// the other.
    pub fn with_fixed_symbol(
        &self,
        word: &str,
        stop: &dyn Fn() -> bool,
    ) -> Result<Canonical, TooHard> {
        let symbol = self.description.symbols.get(word);
        let is_fixed = |node: u32| {
            let node = self.graph.nodes()[node as usize];
            node.colour == Colour::Symbol && node.symbol == symbol
        };
        let node_colour = |node| u32::from(is_fixed(node));
        let labelling = Labelling::with_node_colours(&self.graph, node_colour, stop)?;
        Ok(Canonical {
            key: CanonicalKey::of(&self.graph, &labelling),
            labelling,
            ..self.clone()
        })
    }
}
