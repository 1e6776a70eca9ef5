//! The size of a graph.

use crate::Graph;
use serde::Serialize;
use std::collections::BTreeMap;

/// Size statistics of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GraphCounts {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of edges.
    pub edges: usize,
    /// The largest out-degree.
    pub max_out_degree: usize,
    /// The number of nodes of each kind.
    pub by_kind: BTreeMap<&'static str, usize>,
}

impl Graph {
    /// Computes the size statistics.
    pub fn counts(&self) -> GraphCounts {
        let mut by_kind = BTreeMap::new();
        for node in self.nodes() {
            *by_kind.entry(node.colour.kind()).or_default() += 1;
        }
        let nodes = 0..self.nodes().len() as u32;
        GraphCounts {
            nodes: self.nodes().len(),
            edges: self.edge_count(),
            max_out_degree: nodes.map(|n| self.edges(n).len()).max().unwrap_or(0),
            by_kind,
        }
    }
}
