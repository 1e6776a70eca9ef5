//! Canonical forms in which one word is fixed.

use super::{Canonical, Key, Labelling, TooHard};
use crate::Colour;

impl Canonical {
    /// The form in which this word corresponds only to itself. Two such forms are equal if a renaming exists that maps one marked word to
    /// the other.
    pub fn with_marked(&self, word: &str, stop: &dyn Fn() -> bool) -> Result<Canonical, TooHard> {
        let symbol = self.description.symbols.get(word);
        let is_marked = |node: u32| {
            let node = self.graph.nodes()[node as usize];
            node.colour == Colour::Symbol && node.symbol == symbol
        };
        let number = |node| u32::from(is_marked(node));
        let labelling = Labelling::told_apart(&self.graph, number, stop)?;
        Ok(Canonical {
            key: Key::of(&self.graph, &labelling),
            labelling,
            ..self.clone()
        })
    }
}
