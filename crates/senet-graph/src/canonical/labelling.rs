//! Canonical orders of the nodes of a graph.

use super::TooHard;
use super::nauty::{self, Problem};
use crate::{Graph, NodeId};
use nauty_Traces_sys::SparseGraph;
use std::ffi::c_int;

/// An order of the nodes of a graph that is the same for all isomorphic graphs, and the symmetries of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labelling {
    /// The nodes in canonical order. For isomorphic graphs, taking the nodes at the same place to each other is an isomorphism.
    pub order: Vec<NodeId>,
    /// For each node the smallest that a symmetry takes it to: nodes with the same number can be exchanged.
    pub orbits: Vec<NodeId>,
    /// Symmetries that generate all others: each as pairs of a node and where it goes, for the nodes that move.
    pub generators: Vec<Vec<(NodeId, NodeId)>>,
    /// How many symmetries there are, doing nothing among them; `None` if the number has more than 128 bits.
    pub size: Option<u128>,
}

impl Labelling {
    /// Labels a rule graph of either kind. `stop` is asked now and then whether to give up.
    pub fn of(graph: &Graph, stop: &dyn Fn() -> bool) -> Result<Labelling, TooHard> {
        Labelling::told_apart(graph, |_| 0, stop)
    }

    /// Labels a graph of whose nodes only those can correspond to each other for which the function gives the same number.
    pub(crate) fn told_apart(
        graph: &Graph,
        number: impl Fn(NodeId) -> u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Labelling, TooHard> {
        let mut problem = problem(graph, number);
        problem.wants_order = true;
        let solution = nauty::solve(&mut problem, stop)?;
        Ok(Labelling {
            order: solution.order,
            orbits: solution.orbits,
            generators: solution.generators,
            size: solution.size,
        })
    }
}

/// The symmetries of a graph: some that generate all others, as pairs of a node and where it goes, and how many there are.
pub(crate) struct Group {
    pub generators: Vec<Vec<(NodeId, NodeId)>>,
    /// `None` if the number has more than 128 bits.
    pub size: Option<u128>,
}

impl Group {
    /// The symmetries that take nodes only to those for which the function gives the same number.
    pub(crate) fn told_apart(
        graph: &Graph,
        number: impl Fn(NodeId) -> u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Group, TooHard> {
        let solution = nauty::solve(&mut problem(graph, number), stop)?;
        Ok(Group {
            generators: solution.generators,
            size: solution.size,
        })
    }
}

/// Nauty's graphs have no directions here. Rule graphs have no cycles, so each node has a height, and edges lead from higher to
/// lower: with heights as part of colours nothing is lost.
fn problem(graph: &Graph, number: impl Fn(NodeId) -> u32) -> Problem {
    let heights = heights(graph);
    let colour = |node: NodeId| {
        let kind = graph.nodes()[node as usize].colour;
        (kind, number(node), heights[node as usize])
    };
    let mut nodes: Vec<NodeId> = (0..graph.nodes().len() as NodeId).collect();
    nodes.sort_by_cached_key(|&node| colour(node));
    let next = nodes.iter().skip(1).map(Some).chain([None]);
    let ends = nodes.iter().zip(next).map(|(&node, next)| {
        let same = next.is_some_and(|&next| colour(next) == colour(node));
        c_int::from(same)
    });
    Problem {
        wants_order: false,
        graph: undirected(graph),
        ends: ends.collect(),
        nodes: nodes.iter().map(|&node| node as c_int).collect(),
    }
}

/// The longest way from each node to an end.
fn heights(graph: &Graph) -> Vec<u32> {
    let mut heights = vec![0; graph.nodes().len()];
    for &node in sources_first(graph).iter().rev() {
        let below = graph.edges(node).iter();
        let height = below.map(|&to| heights[to as usize] + 1).max();
        heights[node as usize] = height.unwrap_or(0);
    }
    heights
}

/// The nodes, each after all that lead to it.
fn sources_first(graph: &Graph) -> Vec<NodeId> {
    let size = graph.nodes().len();
    let mut waiting_for = vec![0u32; size];
    for (_, to) in graph.all_edges() {
        waiting_for[to as usize] += 1;
    }
    let mut order: Vec<_> = (0..size as NodeId)
        .filter(|&node| waiting_for[node as usize] == 0)
        .collect();
    let mut done = 0;
    while done < order.len() {
        for &to in graph.edges(order[done]) {
            waiting_for[to as usize] -= 1;
            if waiting_for[to as usize] == 0 {
                order.push(to);
            }
        }
        done += 1;
    }
    debug_assert_eq!(order.len(), size, "rule graphs have no cycles");
    order
}

fn undirected(graph: &Graph) -> SparseGraph {
    let size = graph.nodes().len();
    let mut degrees = vec![0usize; size];
    for (from, to) in graph.all_edges() {
        degrees[from as usize] += 1;
        degrees[to as usize] += 1;
    }
    let starts = degrees.iter().scan(0, |sum, degree| {
        let start = *sum;
        *sum += degree;
        Some(start)
    });
    let starts: Vec<usize> = starts.collect();
    let mut next = starts.clone();
    let mut neighbours = vec![0; 2 * graph.edge_count()];
    for (from, to) in graph.all_edges() {
        for (one, other) in [(from, to), (to, from)] {
            let place = &mut next[one as usize];
            neighbours[*place] = other as c_int;
            *place += 1;
        }
    }
    SparseGraph {
        v: starts,
        d: degrees.iter().map(|&degree| degree as c_int).collect(),
        e: neighbours,
    }
}
