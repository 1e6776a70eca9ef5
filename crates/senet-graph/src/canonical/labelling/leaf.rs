//! Ends of the search tree, where each node has a cell of its own.

use super::adjacency::Adjacency;
use super::partition::Partition;
use crate::NodeId;
use std::cmp::Ordering;

/// A leaf that others are compared with.
pub struct Leaf {
    /// The nodes in its order.
    pub nodes: Vec<NodeId>,
    /// The place of each node in that order.
    pub places: Vec<u32>,
    /// The nodes that were singled out on the way to it.
    way: Vec<NodeId>,
}

impl Leaf {
    /// The leaf at the end of a way.
    pub fn new(partition: &Partition, way: &[NodeId]) -> Leaf {
        Leaf {
            nodes: partition.nodes().to_vec(),
            places: partition.places().to_vec(),
            way: way.to_vec(),
        }
    }

    /// How many choices the ways to this leaf and to another node of the tree have in common.
    pub fn common(&self, way: &[NodeId]) -> usize {
        let pairs = self.way.iter().zip(way);
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// Compares the graph in the order of another leaf with the graph in the order of this one.
    pub fn compare(&self, graph: &Adjacency, other: &Partition) -> Ordering {
        let (mut this_row, mut other_row) = (Vec::new(), Vec::new());
        for (&this, &node) in self.nodes.iter().zip(other.nodes()) {
            row(graph, node, other.places(), &mut other_row);
            row(graph, this, &self.places, &mut this_row);
            let order = other_row.cmp(&this_row);
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

/// The places of a node's neighbours.
fn row(graph: &Adjacency, node: NodeId, places: &[u32], row: &mut Vec<u32>) {
    row.clear();
    row.extend(graph.of(node).iter().map(|&n| places[n as usize]));
    row.sort_unstable();
}
