//! Canonical labelling and automorphism groups of graphs.
//!
//! The method is individualisation–refinement, as in McKay and Piperno, «Practical graph isomorphism, II» (2014). A
//! partition divides the nodes into cells. [`refinement`] splits cells until the partition is equitable: all nodes of
//! a cell have the same number of neighbours in every other cell. If a cell still has several nodes, [`search`]
//! individualises each of them in turn. Automorphisms found on the way prune the search tree.

mod adjacency;
mod automorphism;
mod leaf;
mod orbits;
mod partition;
mod refinement;
mod search;
mod search_node;
#[cfg(test)]
mod tests;
mod trace;

use super::TooHard;
use crate::{Graph, GraphNodeId};
use adjacency::Adjacency;
use search::{SearchGoal, search};
use senet_gdl::Deadline;

/// The limit on nodes. The largest sheet that the parser accepts has about a million nodes.
const MAX_NODES: usize = 1 << 24;

/// A permutation as pairs of a node and its image. Fixed points are left out.
pub type Permutation = Vec<(GraphNodeId, GraphNodeId)>;

/// A canonical order of the nodes of a graph, and its automorphism group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labelling {
    /// The nodes in canonical order. Mapping nodes at equal positions of two isomorphic graphs to each other is an
    /// isomorphism.
    pub order: Vec<GraphNodeId>,
    /// The smallest node in the orbit of each node. Automorphisms can exchange nodes with equal entries.
    pub orbits: Vec<GraphNodeId>,
    /// Automorphisms that generate the group.
    pub generators: Vec<Permutation>,
    /// The order of the automorphism group, or `None` beyond 128 bits.
    pub size: Option<u128>,
}

impl Labelling {
    /// Labels a rule graph. The search gives up when the deadline is over.
    ///
    /// ```
    /// use senet_gdl::{Deadline, Sheet};
    /// use senet_graph::{Labelling, ordered};
    ///
    /// let sheet = Sheet::read("(p a) (p b)");
    /// let labelling = Labelling::of(&ordered(&sheet.description), &Deadline::never()).unwrap();
    /// assert_eq!(labelling.size, Some(2)); // identity and exchange of a and b
    /// ```
    pub fn of(graph: &Graph, deadline: &Deadline) -> Result<Labelling, TooHard> {
        Labelling::with_node_colours(graph, |_| 0, deadline)
    }

    /// Labels a graph with additional node colours. Only nodes of the same additional colour can correspond to each
    /// other.
    pub(crate) fn with_node_colours(
        graph: &Graph,
        node_colour: impl Fn(GraphNodeId) -> u32,
        deadline: &Deadline,
    ) -> Result<Labelling, TooHard> {
        let (adjacency, colours) = undirected_with_colours(graph, node_colour)?;
        let found = search(&adjacency, &colours, SearchGoal::CanonicalOrder, deadline)?;
        Ok(Labelling {
            order: found.order,
            orbits: found.orbits,
            generators: found.generators,
            size: found.size,
        })
    }
}

/// The automorphism group of a graph.
pub(crate) struct Group {
    pub generators: Vec<Permutation>,
    /// The order of the group, or `None` beyond 128 bits.
    pub size: Option<u128>,
}

impl Group {
    /// Finds the automorphisms that respect additional node colours.
    pub(crate) fn with_node_colours(
        graph: &Graph,
        node_colour: impl Fn(GraphNodeId) -> u32,
        deadline: &Deadline,
    ) -> Result<Group, TooHard> {
        let (adjacency, colours) = undirected_with_colours(graph, node_colour)?;
        let found = search(&adjacency, &colours, SearchGoal::Symmetries, deadline)?;
        Ok(Group {
            generators: found.generators,
            size: found.size,
        })
    }
}

/// Returns the undirected graph and the nodes of each colour. Rule graphs are acyclic, and every edge leads from a
/// higher node to a lower one. With the height as part of the colour, dropping the directions loses no information.
fn undirected_with_colours(
    graph: &Graph,
    node_colour: impl Fn(GraphNodeId) -> u32,
) -> Result<(Adjacency, Vec<Vec<GraphNodeId>>), TooHard> {
    let size = graph.nodes().len();
    if size > MAX_NODES {
        return Err(TooHard::Large(size));
    }
    let heights = heights(graph);
    let colour = |node: GraphNodeId| {
        let kind = graph.nodes()[node as usize].colour;
        (kind, node_colour(node), heights[node as usize])
    };
    let mut nodes: Vec<_> = (0..size as GraphNodeId)
        .map(|node| (colour(node), node))
        .collect();
    nodes.sort_unstable();
    let same = nodes.chunk_by(|one, other| one.0 == other.0);
    let colours = same.map(|nodes| nodes.iter().map(|&(_, node)| node).collect());
    let colours = colours.collect();
    Ok((Adjacency::new(size, graph.all_edges()), colours))
}

/// The length of the longest path from each node.
fn heights(graph: &Graph) -> Vec<u32> {
    let mut heights = vec![0; graph.nodes().len()];
    for &node in topological_order(graph).iter().rev() {
        let below = graph.edges(node).iter();
        let height = below.map(|&to| heights[to as usize] + 1).max();
        heights[node as usize] = height.unwrap_or(0);
    }
    heights
}

/// Sorts the nodes topologically: each node comes after all its predecessors.
fn topological_order(graph: &Graph) -> Vec<GraphNodeId> {
    let size = graph.nodes().len();
    let mut indegrees = vec![0u32; size];
    for (_, to) in graph.all_edges() {
        indegrees[to as usize] += 1;
    }
    let mut order: Vec<_> = (0..size as GraphNodeId)
        .filter(|&node| indegrees[node as usize] == 0)
        .collect();
    let mut done = 0;
    while done < order.len() {
        for &to in graph.edges(order[done]) {
            indegrees[to as usize] -= 1;
            if indegrees[to as usize] == 0 {
                order.push(to);
            }
        }
        done += 1;
    }
    debug_assert_eq!(order.len(), size, "rule graphs are acyclic");
    order
}
