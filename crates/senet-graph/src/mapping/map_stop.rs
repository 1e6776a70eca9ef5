//! Why two games are not mapped.

use super::neighbours::makes_siblings;
use crate::{Colour, Graph, GraphNodeId};
use senet_gdl::OutOfTime;

/// The largest number of symbols of a game. The published methods compare all pairs of symbols of two games.
const MAX_SYMBOLS: usize = 5_000;
/// The largest number of pairs of siblings. A rule with `n` conditions has `n`² of them.
const MAX_SIBLINGS: usize = 50_000_000;

/// Why two games are not mapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapStop {
    /// The deadline is over.
    #[error(transparent)]
    OutOfTime(#[from] OutOfTime),
    /// A game is too large.
    #[error(
        "the rules are too large to compare with other games: they have more than {limit} {what}"
    )]
    TooLarge {
        /// What the rules have too many of.
        what: &'static str,
        /// The largest number.
        limit: usize,
    },
}

/// Checks that a game is small enough for the published methods, in time linear in its graph.
pub fn check_size(graph: &Graph) -> Result<(), MapStop> {
    let nodes = graph.nodes();
    let symbols = nodes.iter().filter(|node| node.colour == Colour::Symbol);
    if symbols.count() > MAX_SYMBOLS {
        return Err(MapStop::TooLarge {
            what: "names",
            limit: MAX_SYMBOLS,
        });
    }
    let parents = (0..nodes.len()).filter(|&node| makes_siblings(nodes[node].colour));
    let children = parents.map(|node| graph.edges(node as GraphNodeId).len());
    let siblings = children.map(|count| count.saturating_mul(count));
    if siblings.fold(0, usize::saturating_add) > MAX_SIBLINGS {
        return Err(MapStop::TooLarge {
            what: "pairs of conditions or arguments",
            limit: MAX_SIBLINGS,
        });
    }
    Ok(())
}
