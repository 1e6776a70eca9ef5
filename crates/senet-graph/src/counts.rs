//! The size of a graph.

use crate::Graph;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many of what a graph has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GraphCounts {
    /// Nodes.
    pub nodes: usize,
    /// Edges.
    pub edges: usize,
    /// The most edges that leave one node.
    pub max_out_degree: usize,
    /// Nodes by what they are.
    pub by_kind: BTreeMap<&'static str, usize>,
}

impl Graph {
    /// GraphCounts everything.
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
