//! GraphML export, which most graph tools read.

use super::label;
use crate::Graph;
use senet_gdl::Symbols;
use senet_gdl::escape_markup;
use std::fmt::Write;

const OPENING: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">
  <key id=\"kind\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>
  <key id=\"label\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>
  <graph edgedefault=\"directed\">
";

/// Writes the graph as GraphML.
pub fn graphml(graph: &Graph, symbols: &Symbols) -> String {
    let mut text = OPENING.to_string();
    for (id, node) in graph.nodes().iter().enumerate() {
        let (kind, label) = (node.colour.kind(), escape_markup(&label(node, symbols)));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "    <node id=\"n{id}\"><data key=\"kind\">{kind}</data><data key=\"label\">{label}</data></node>"
        );
    }
    for (from, to) in graph.all_edges() {
        let _ = writeln!(text, "    <edge source=\"n{from}\" target=\"n{to}\"/>");
    }
    text + "  </graph>\n</graphml>\n"
}
