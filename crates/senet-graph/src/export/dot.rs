//! Graphviz export.

use super::label;
use crate::{Colour, Graph};
use senet_gdl::Symbols;
use std::fmt::Write;

/// Writes the graph in the DOT language of Graphviz.
pub fn dot(graph: &Graph, symbols: &Symbols) -> String {
    let mut text = String::from("digraph rules {\n  node [fontname=\"sans-serif\"];\n");
    for (id, node) in graph.nodes().iter().enumerate() {
        let name = label(node, symbols)
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        let style = style(node.colour);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  n{id} [label=\"{name}\", {style}];");
    }
    for (from, to) in graph.all_edges() {
        let _ = writeln!(text, "  n{from} -> n{to};");
    }
    text + "}\n"
}

/// The shape of a node: symbols are boxes, variables diamonds, keywords ellipses. Nodes shared by all occurrences are
/// dashed.
fn style(colour: Colour) -> &'static str {
    match colour {
        Colour::Symbol => "shape=box, style=dashed",
        Colour::Argument => "shape=circle, style=dotted",
        Colour::VariableSymbol => "shape=diamond, style=dashed",
        Colour::Occurrence => "shape=box",
        Colour::GoalValue(_) => "shape=box, style=bold",
        Colour::VariableOccurrence => "shape=diamond",
        Colour::Keyword(_) => "shape=ellipse",
        Colour::And => "shape=point",
    }
}
