//! Leaves of the search tree: discrete partitions.

use super::adjacency::Adjacency;
use super::partition::Partition;
use crate::GraphNodeId;
use std::cmp::Ordering;

/// A stored leaf that later leaves are compared with.
pub struct Leaf {
    /// The nodes in the order of the leaf.
    pub nodes: Vec<GraphNodeId>,
    /// The position of each node in that order.
    pub positions: Vec<u32>,
    /// The nodes individualised on the path to the leaf.
    individualised: Vec<GraphNodeId>,
}

impl Leaf {
    /// Stores the current partition as a leaf.
    pub fn new(partition: &Partition, individualised: &[GraphNodeId]) -> Leaf {
        Leaf {
            nodes: partition.nodes().to_vec(),
            positions: partition.positions().to_vec(),
            individualised: individualised.to_vec(),
        }
    }

    /// The length of the common prefix of two paths from the root.
    pub fn common_prefix_len(&self, individualised: &[GraphNodeId]) -> usize {
        let pairs = self.individualised.iter().zip(individualised);
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// Compares the graph in the other leaf's order with the graph in this leaf's order.
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

/// Collects the sorted positions of a node's neighbours.
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
