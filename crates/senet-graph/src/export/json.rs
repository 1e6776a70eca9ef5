//! JSON export: a list of nodes and a list of edges.

use super::label;
use crate::Graph;
use senet_gdl::Symbols;
use serde::Serialize;

/// A serialisable graph.
#[derive(Serialize)]
pub struct JsonGraph {
    nodes: Vec<JsonNode>,
    edges: Vec<(u32, u32)>,
}

#[derive(Serialize)]
struct JsonNode {
    kind: &'static str,
    label: String,
}

/// Converts the graph to data that serialises as `{"nodes": [{"kind", "label"}], "edges": [[from, to]]}`.
pub fn json(graph: &Graph, symbols: &Symbols) -> JsonGraph {
    let nodes = graph.nodes().iter();
    JsonGraph {
        nodes: nodes
            .map(|node| JsonNode {
                kind: node.colour.kind(),
                label: label(node, symbols),
            })
            .collect(),
        edges: graph.all_edges().collect(),
    }
}
