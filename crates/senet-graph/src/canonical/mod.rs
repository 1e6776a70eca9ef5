//! Canonical forms: equal for games that differ only in names and order.
//!
//! [`canonical`] computes a game's [`CanonicalKey`] and the canonical order of its ordered graph. From two such orders
//! [`Isomorphism`](crate::Isomorphism) derives the renaming between games with the same key. [`Labelling`] labels any
//! rule graph and finds its automorphisms.
//!
//! Invariant: after repeated rules and conditions are removed, two games have the same key exactly if they differ only
//! in names and order.

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
use senet_gdl::{Deadline, Description, OutOfTime, Symbol};

/// The reason why there is no canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooHard {
    /// The caller stopped the search, usually because time was up.
    #[error(
        "the search for the canonical form was stopped: the rules have too many symmetries for the time limit"
    )]
    Stopped,
    /// The search tree is too deep.
    #[error(
        "the rules have too many symmetries: the search for the canonical form exceeds the depth limit of {0}"
    )]
    Deep(usize),
    /// The graph is too large.
    #[error("the graph of the rules has {0} nodes, too many for a canonical form")]
    Large(usize),
}

impl From<OutOfTime> for TooHard {
    fn from(_: OutOfTime) -> TooHard {
        TooHard::Stopped
    }
}

/// A game in canonical form.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The canonical key.
    pub key: CanonicalKey,
    /// The game without repeated rules and conditions.
    pub description: Description,
    /// The ordered graph of the game.
    pub graph: Graph,
    /// The canonical order of the nodes, and the automorphism group.
    pub labelling: Labelling,
}

/// Puts a game into canonical form. The search gives up when the deadline is over.
///
/// ```
/// use senet_gdl::{Deadline, Sheet};
/// use senet_graph::canonical;
///
/// let key = |rules| canonical(&Sheet::read(rules).description, &Deadline::never()).unwrap().key;
/// let one = key("(role x) (<= (goal x 100) (true (at ?p)) (last ?p)) (last 9)");
/// let other = key("(z 3) (<= (goal me 100) (z ?end) (true (place ?end))) (role me)");
/// assert_eq!(one, other);
/// ```
pub fn canonical(description: &Description, deadline: &Deadline) -> Result<Canonical, TooHard> {
    let description = dedup::deduplicate(description, deadline)?;
    let graph = ordered(&description);
    let labelling = Labelling::of(&graph, deadline)?;
    Ok(Canonical {
        key: CanonicalKey::of(&graph, &labelling),
        description,
        graph,
        labelling,
    })
}

impl Canonical {
    /// The symbols in canonical order, without keywords. The symbols of a renamed copy correspond by position.
    pub fn ordered_symbols(&self) -> Vec<String> {
        let mut seen = rustc_hash::FxHashSet::default();
        let nodes = self.labelling.order.iter();
        let nodes = nodes.map(|&node| self.graph.nodes()[node as usize]);
        let named =
            nodes.filter(|node| matches!(node.colour, Colour::Symbol | Colour::GoalValue(_)));
        let symbols = named.filter_map(|node| node.symbol);
        let new = symbols.filter(|&symbol| seen.insert(symbol));
        let spelling = |symbol| self.description.symbols.spelling(symbol).to_owned();
        new.map(spelling).collect()
    }

    /// The orbits of symbols under the automorphisms of the game. Orbits of one symbol are left out.
    pub fn symbol_orbits(&self) -> Vec<Vec<Symbol>> {
        self.labelling.symbol_orbits(&self.graph)
    }
}

impl Labelling {
    /// The orbits of symbols under the automorphisms of the graph. Orbits of one symbol are left out.
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
