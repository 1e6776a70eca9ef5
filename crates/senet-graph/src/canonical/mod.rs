//! A form of a game that is the same under all names and in every order.
//!
//! [`canonical`] gives a game's [`CanonicalKey`], and the canonical order of the nodes of its ordered graph, from which
//! [`Isomorphism`](crate::Isomorphism) finds out which word stands for which in another game with the same key. [`Labelling`] does the same for any
//! rule graph and knows its symmetries.
//!
//! Invariant: what is written twice counts once. Otherwise two games have the same key exactly if they differ in names and order
//! alone.

mod dedup;
mod fixed_symbol;
mod isomorphism;
mod key;
mod labelling;
pub mod normal_form;
mod rule_form;
#[cfg(test)]
mod tests;

pub use isomorphism::Isomorphism;
pub use key::{CanonicalKey, KEY_VERSION, ParseKeyError};
pub(crate) use labelling::Group;
pub use labelling::Labelling;

use crate::{Colour, Graph, GraphNodeId, ordered};
use senet_gdl::{Description, Symbol};

/// Why there is no canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooHard {
    /// The caller said so, mostly since time was up.
    #[error(
        "the rules are so symmetric that there was not enough time to put them into canonical form"
    )]
    Stopped,
    /// Too many choices among things that look alike.
    #[error("the rules are so symmetric that their canonical form needs more than {0} choices")]
    Deep(usize),
    /// A graph beyond all bounds.
    #[error("the rules make a graph of {0} nodes, which is too large for a canonical form")]
    Large(usize),
}

/// A game in canonical form.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The same for the same game.
    pub key: CanonicalKey,
    /// The game without repetitions.
    pub description: Description,
    /// Its ordered graph.
    pub graph: Graph,
    /// The canonical order of its nodes, and its symmetries.
    pub labelling: Labelling,
}

/// Puts a game into canonical form. `stop` is asked now and then whether to give up.
///
/// ```
/// use senet_gdl::Sheet;
/// use senet_graph::canonical;
/// let key = |rules| canonical(&Sheet::read(rules).description, &|| false).unwrap().key;
/// let one = key("(role x) (<= (goal x 100) (true (at ?p)) (last ?p)) (last 9)");
/// let other = key("(z 3) (<= (goal me 100) (z ?end) (true (place ?end))) (role me)");
/// assert_eq!(one, other);
/// ```
pub fn canonical(description: &Description, stop: &dyn Fn() -> bool) -> Result<Canonical, TooHard> {
    let description = dedup::deduplicate(description, stop)?;
    let graph = ordered(&description);
    let labelling = Labelling::of(&graph, stop)?;
    Ok(Canonical {
        key: CanonicalKey::of(&graph, &labelling),
        description,
        graph,
        labelling,
    })
}

impl Canonical {
    /// Words that a symmetry of the game exchanges, as groups of two or more.
    pub fn symbol_orbits(&self) -> Vec<Vec<Symbol>> {
        self.labelling.symbol_orbits(&self.graph)
    }
}

impl Labelling {
    /// Words that a symmetry of the graph exchanges, as groups of two or more.
    pub fn symbol_orbits(&self, graph: &Graph) -> Vec<Vec<Symbol>> {
        let mut groups = std::collections::BTreeMap::<GraphNodeId, Vec<Symbol>>::new();
        for (node, &orbit) in graph.nodes().iter().zip(&self.orbits) {
            if let (Colour::Symbol, Some(symbol)) = (node.colour, node.symbol) {
                groups.entry(orbit).or_default().push(symbol);
            }
        }
        groups.into_values().filter(|g| g.len() > 1).collect()
    }
}
