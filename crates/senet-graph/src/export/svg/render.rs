//! Writes the layout as SVG: edges below, nodes above. Edges of shared nodes have one hue for each symbol or variable.

use super::layout::{EdgeLine, LINE, NodeBox, Picture};
use crate::{Colour, Graph, GraphNodeId};
use senet_gdl::escape_markup;
use std::fmt::Write;

/// Renders the picture.
pub fn render(graph: &Graph, picture: &Picture) -> String {
    let (width, height) = (picture.width.ceil(), picture.height.ceil());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<g fill=\"none\">\n"
    );
    for line in &picture.lines {
        render_edge(&mut text, graph, picture, line);
    }
    text += "</g>\n";
    for node_box in picture.boxes.iter().flatten() {
        render_node(&mut text, graph, node_box);
    }
    text + "</svg>\n"
}

fn render_edge(text: &mut String, graph: &Graph, picture: &Picture, line: &EdgeLine) {
    let node_box = |node: GraphNodeId| picture.boxes[node as usize].as_ref();
    let (Some(from), Some(to)) = (node_box(line.from), node_box(line.to)) else {
        return;
    };
    let style = match graph.nodes()[line.from as usize].colour {
        Colour::Symbol => format!("stroke=\"{}\" stroke-opacity=\"0.45\"", hue(line.from)),
        Colour::Argument => {
            let dotted = "stroke-opacity=\"0.3\" stroke-dasharray=\"2 3\"";
            format!("stroke=\"{}\" {dotted}", hue(line.from))
        }
        Colour::VariableSymbol => format!("stroke=\"{}\" stroke-opacity=\"0.6\"", hue(line.from)),
        _ if line.is_tree_edge => "stroke=\"#333\" stroke-width=\"1.4\"".to_string(),
        _ => "stroke=\"#999\" stroke-opacity=\"0.5\" stroke-dasharray=\"4 3\"".to_string(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "<path d=\"{}\" {style}/>", curve(from, to));
}

/// A curve with horizontal ends that joins the facing sides of two boxes.
fn curve(from: &NodeBox, to: &NodeBox) -> String {
    let (x1, x2) = if from.x < to.x {
        (from.x + from.width, to.x)
    } else {
        (from.x, to.x + to.width)
    };
    let middle = (x1 + x2) / 2.0;
    let (y1, y2) = (from.y, to.y);
    format!("M{x1:.1} {y1:.1}C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}")
}

fn render_node(text: &mut String, graph: &Graph, node_box: &NodeBox) {
    let colour = graph.nodes()[node_box.node as usize].colour;
    let (style, corner) = style(colour, node_box.node);
    let (x, y, width) = (node_box.x, node_box.y - LINE / 2.0 + 1.0, node_box.width);
    let (height, middle, base) = (LINE - 2.0, x + width / 2.0, node_box.y + 4.0);
    let label = escape_markup(&node_box.label);
    let kind = colour.kind().replace('_', " ");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<g><title>{kind} {label}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height}\" \
         rx=\"{corner}\" {style}/><text x=\"{middle:.1}\" y=\"{base:.1}\" text-anchor=\"middle\">{label}</text></g>"
    );
}

/// The fill, stroke and corner radius of a node: symbols are boxes, variables round and yellow, keywords blue. Shared
/// nodes have a coloured border.
fn style(colour: Colour, node: GraphNodeId) -> (String, u32) {
    let filled = |fill: &str, border: &str| format!("fill=\"{fill}\" stroke=\"{border}\"");
    let shared = |fill: &str| {
        format!(
            "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2\"",
            hue(node)
        )
    };
    match colour {
        Colour::Symbol => (shared("#f6f6f6"), 2),
        Colour::Argument => (shared("white"), 9),
        Colour::VariableSymbol => (shared("#fff3c4"), 9),
        Colour::VariableOccurrence => (filled("#fff8dd", "#b89b3c"), 9),
        Colour::Keyword(_) | Colour::And => (filled("#dde9fb", "#4a6fa5"), 5),
        Colour::GoalValue(_) => (filled("#e3f4e1", "#4c8a45"), 2),
        Colour::Occurrence => (filled("white", "#777"), 2),
    }
}

/// A hue for a node that differs clearly from those of the next nodes.
fn hue(node: GraphNodeId) -> String {
    // Steps of the golden angle keep consecutive hues far apart.
    format!("hsl({:.0} 65% 42%)", (f64::from(node) * 137.508) % 360.0)
}
