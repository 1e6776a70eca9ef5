//! Names shared by several symbols, for example by a constant and a function.

use crate::{Colour, Graph, GraphBuilder, GraphNodeId};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Links symbols of the same name by an artificial rule, so that they are mapped together. Existing nodes keep their
/// numbers.
pub fn link_same_names(graph: &Graph) -> Cow<'_, Graph> {
    let mut by_name = BTreeMap::<_, Vec<GraphNodeId>>::new();
    for (node, number) in graph.nodes().iter().zip(0..) {
        if node.colour == Colour::Symbol && node.symbol.is_some() {
            by_name.entry(node.symbol).or_default().push(number);
        }
    }
    by_name.retain(|_, symbols| symbols.len() > 1);
    if by_name.is_empty() {
        return Cow::Borrowed(graph);
    }
    let mut builder = GraphBuilder::default();
    for node in graph.nodes() {
        builder.node(node.colour, node.symbol);
    }
    for (from, to) in graph.all_edges() {
        builder.edge(from, to);
    }
    // No real rule has symbols directly below a conjunction without an arrow, so these rules cannot be confused with
    // others.
    for symbols in by_name.values() {
        let link = builder.node(Colour::And, None);
        for &symbol in symbols {
            let place = builder.node(Colour::Occurrence, None);
            builder.edge(symbol, place);
            builder.edge(link, place);
        }
    }
    Cow::Owned(builder.finish())
}
