//! The edges of one direction, sorted by target.

use super::config::Gather;

/// For each node, the sources of its incoming edges: itself first.
#[derive(Clone, Debug)]
pub struct GraphEdges {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl GraphEdges {
    /// Sorts edges (source, target) by target and adds an edge from each node to itself.
    pub fn of(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> GraphEdges {
        let mut starts = vec![0u32; nodes + 1];
        for (_, target) in edges.clone() {
            starts[target as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node] + 1;
        }
        let mut next = starts.clone();
        let mut sources = vec![0; starts[nodes] as usize];
        let own = (0..nodes as u32).map(|node| (node, node));
        for (source, target) in own.chain(edges) {
            let place = &mut next[target as usize];
            sources[*place as usize] = source;
            *place += 1;
        }
        GraphEdges { starts, sources }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of edges, one from each node to itself included.
    pub fn edges(&self) -> usize {
        self.sources.len()
    }

    /// The first incoming edge of a node, and the sources of its incoming edges.
    #[inline]
    pub fn of_node(&self, node: usize) -> (usize, &[u32]) {
        let (start, end) = (self.starts[node] as usize, self.starts[node + 1] as usize);
        (start, &self.sources[start..end])
    }

    /// The weight of each edge where weights are not learnt.
    pub(super) fn fixed_weights(&self, gather: Gather) -> Vec<f32> {
        let degree = |node: usize| self.of_node(node).1.len() as f32;
        let mut weights = Vec::with_capacity(self.edges());
        for node in 0..self.nodes() {
            for &source in self.of_node(node).1 {
                weights.push(match gather {
                    Gather::Mean if source as usize == node => 0.0,
                    Gather::Mean => 1.0 / (degree(node) - 1.0),
                    _ => 1.0 / (degree(node) * degree(source as usize)).sqrt(),
                });
            }
        }
        weights
    }
}
