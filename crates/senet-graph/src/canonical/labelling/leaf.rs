//! Ends of the search tree, where each node has a cell of its own.

use super::adjacency::Adjacency;
use super::partition::Partition;
use crate::GraphNodeId;
use std::cmp::Ordering;

/// A leaf that others are compared with.
pub struct Leaf {
    /// The nodes in its order.
    pub nodes: Vec<GraphNodeId>,
    /// The position of each node in that order.
    pub positions: Vec<u32>,
    /// The nodes that were singled out on the individualised to it.
    individualised: Vec<GraphNodeId>,
}

impl Leaf {
    /// The leaf at the end of a individualised.
    pub fn new(partition: &Partition, individualised: &[GraphNodeId]) -> Leaf {
        Leaf {
            nodes: partition.nodes().to_vec(),
            positions: partition.positions().to_vec(),
            individualised: individualised.to_vec(),
        }
    }

    /// How many choices the ways to this leaf and to another node of the tree have in common.
    pub fn common_prefix_len(&self, individualised: &[GraphNodeId]) -> usize {
        let pairs = self.individualised.iter().zip(individualised);
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// Compares the graph in the order of another leaf with the graph in the order of this one.
    pub fn compare(&self, graph: &Adjacency, other: &Partition) -> Ordering {
        let (mut this_row, mut other_row) = (Vec::new(), Vec::new());
        for (&this, &node) in self.nodes.iter().zip(other.nodes()) {
            neighbour_positions(graph, node, other.positions(), &mut other_row);
            neighbour_positions(graph, this, &self.positions, &mut this_row);
            let order = other_row.cmp(&this_row);
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

/// The positions of a node's neighbours.
fn neighbour_positions(
    graph: &Adjacency,
    node: GraphNodeId,
    positions: &[u32],
    row: &mut Vec<u32>,
) {
    row.clear();
    row.extend(graph.of(node).iter().map(|&n| positions[n as usize]));
    row.sort_unstable();
}
