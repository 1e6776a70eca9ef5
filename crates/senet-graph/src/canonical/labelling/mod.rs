//! Canonical orders of the nodes of a graph, and the graph's symmetries.
//!
//! The method is individualisation and refinement, as in McKay and Piperno, «Practical graph isomorphism, II» (2014). Nodes are partitioned
//! into cells; [`refinement`] splits cells until all nodes of a cell have the same node_colour of neighbours in every other cell. Where a cell
//! still has several nodes, [`search`] singles each of them out in turn. Symmetries found on the way prune the search tree.

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

/// Sheets of the largest size that is read have a million nodes.
const MAX_NODES: usize = 1 << 24;

/// A permutation: pairs of a node and its image, for the nodes that move.
pub type Permutation = Vec<(GraphNodeId, GraphNodeId)>;

/// An order of the nodes of a graph that is the same for all isomorphic graphs, and the symmetries of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labelling {
    /// The nodes in canonical order. For isomorphic graphs, taking the nodes at the same position to each other is an isomorphism.
    pub order: Vec<GraphNodeId>,
    /// For each node the smallest that a symmetry takes it to: nodes with the same node_colour can be exchanged.
    pub orbits: Vec<GraphNodeId>,
    /// Symmetries that generate all others: each as pairs of a node and where it goes, for the nodes that move.
    pub generators: Vec<Permutation>,
    /// How many symmetries there are, doing nothing among them; `None` if the node_colour has more than 128 bits.
    pub size: Option<u128>,
}

impl Labelling {
    /// Labels a rule graph of either kind. `stop` is asked now and then whether to give up.
    pub fn of(graph: &Graph, stop: &dyn Fn() -> bool) -> Result<Labelling, TooHard> {
        Labelling::with_node_colours(graph, |_| 0, stop)
    }

    /// Labels a graph of whose nodes only those can correspond to each other for which the function gives the same node_colour.
    pub(crate) fn with_node_colours(
        graph: &Graph,
        node_colour: impl Fn(GraphNodeId) -> u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Labelling, TooHard> {
        let (adjacency, colours) = undirected_with_colours(graph, node_colour)?;
        let found = search(&adjacency, &colours, SearchGoal::CanonicalOrder, stop)?;
        Ok(Labelling {
            order: found.order,
            orbits: found.orbits,
            generators: found.generators,
            size: found.size,
        })
    }
}

/// The symmetries of a graph: some that generate all others, and how many there are.
pub(crate) struct Group {
    pub generators: Vec<Permutation>,
    /// `None` if the node_colour has more than 128 bits.
    pub size: Option<u128>,
}

impl Group {
    /// The symmetries that take nodes only to those for which the function gives the same node_colour.
    pub(crate) fn with_node_colours(
        graph: &Graph,
        node_colour: impl Fn(GraphNodeId) -> u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Group, TooHard> {
        let (adjacency, colours) = undirected_with_colours(graph, node_colour)?;
        let found = search(&adjacency, &colours, SearchGoal::Symmetries, stop)?;
        Ok(Group {
            generators: found.generators,
            size: found.size,
        })
    }
}

/// The graph without directions, and the nodes of each colour. Rule graphs have no cycles, so each node has a height, and edges lead from
/// higher to lower: with heights as part of colours nothing is lost.
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

/// The longest way from each node to an end.
fn heights(graph: &Graph) -> Vec<u32> {
    let mut heights = vec![0; graph.nodes().len()];
    for &node in topological_order(graph).iter().rev() {
        let below = graph.edges(node).iter();
        let height = below.map(|&to| heights[to as usize] + 1).max();
        heights[node as usize] = height.unwrap_or(0);
    }
    heights
}

/// The nodes, each after all that lead to it.
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
    debug_assert_eq!(order.len(), size, "rule graphs have no cycles");
    order
}
