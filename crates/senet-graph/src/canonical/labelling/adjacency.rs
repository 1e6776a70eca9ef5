//! Undirected graphs in compressed sparse row form.

use crate::GraphNodeId;

/// The neighbours of each node. A repeated edge counts repeatedly.
pub struct Adjacency {
    /// The start of each node's neighbours, followed by the total length.
    starts: Vec<u32>,
    neighbours: Vec<GraphNodeId>,
}

impl Adjacency {
    /// Builds the graph from its edges.
    pub fn new(
        size: usize,
        edges: impl Iterator<Item = (GraphNodeId, GraphNodeId)> + Clone,
    ) -> Adjacency {
        let mut starts = vec![0u32; size + 1];
        for (one, other) in edges.clone() {
            starts[one as usize + 1] += 1;
            starts[other as usize + 1] += 1;
        }
        for node in 0..size {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut neighbours = vec![0; starts[size] as usize];
        for (one, other) in edges {
            for (node, neighbour) in [(one, other), (other, one)] {
                let place = &mut free[node as usize];
                neighbours[*place as usize] = neighbour;
                *place += 1;
            }
        }
        Adjacency { starts, neighbours }
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbours of a node.
    pub fn of(&self, node: GraphNodeId) -> &[GraphNodeId] {
        let node = node as usize;
        &self.neighbours[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}
