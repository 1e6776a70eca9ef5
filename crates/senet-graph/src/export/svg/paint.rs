//! The picture as SVG: lines below, nodes above. What ties places together has a colour for each name or variable.

use super::layout::{LINE, Line, Picture, Spot};
use crate::{Colour, Graph, NodeId};
use senet_gdl::escape_markup;
use std::fmt::Write;

/// Paints everything.
pub fn paint(graph: &Graph, picture: &Picture) -> String {
    let (width, height) = (picture.width.ceil(), picture.height.ceil());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<g fill=\"none\">\n"
    );
    for line in &picture.lines {
        paint_line(&mut text, graph, picture, line);
    }
    text += "</g>\n";
    for spot in picture.spots.iter().flatten() {
        paint_spot(&mut text, graph, spot);
    }
    text + "</svg>\n"
}

fn paint_line(text: &mut String, graph: &Graph, picture: &Picture, line: &Line) {
    let spot = |node: NodeId| picture.spots[node as usize].as_ref();
    let (Some(from), Some(to)) = (spot(line.from), spot(line.to)) else {
        return;
    };
    let look = match graph.nodes()[line.from as usize].colour {
        Colour::Symbol => format!("stroke=\"{}\" stroke-opacity=\"0.45\"", hue(line.from)),
        Colour::Argument => {
            let dotted = "stroke-opacity=\"0.3\" stroke-dasharray=\"2 3\"";
            format!("stroke=\"{}\" {dotted}", hue(line.from))
        }
        Colour::VariableSymbol => format!("stroke=\"{}\" stroke-opacity=\"0.6\"", hue(line.from)),
        _ if line.is_branch => "stroke=\"#333\" stroke-width=\"1.4\"".to_string(),
        _ => "stroke=\"#999\" stroke-opacity=\"0.5\" stroke-dasharray=\"4 3\"".to_string(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "<path d=\"{}\" {look}/>", curve(from, to));
}

/// A curve that leaves and arrives level; from the right end to the left one, or back from the left to the right.
fn curve(from: &Spot, to: &Spot) -> String {
    let (x1, x2) = if from.x < to.x {
        (from.x + from.width, to.x)
    } else {
        (from.x, to.x + to.width)
    };
    let middle = (x1 + x2) / 2.0;
    let (y1, y2) = (from.y, to.y);
    format!("M{x1:.1} {y1:.1}C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}")
}

fn paint_spot(text: &mut String, graph: &Graph, spot: &Spot) {
    let colour = graph.nodes()[spot.node as usize].colour;
    let (look, corner) = look(colour, spot.node);
    let (x, y, width) = (spot.x, spot.y - LINE / 2.0 + 1.0, spot.width);
    let (height, middle, base) = (LINE - 2.0, x + width / 2.0, spot.y + 4.0);
    let label = escape_markup(&spot.label);
    let kind = colour.kind().replace('_', " ");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<g><title>{kind} {label}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height}\" \
         rx=\"{corner}\" {look}/><text x=\"{middle:.1}\" y=\"{base:.1}\" text-anchor=\"middle\">{label}</text></g>"
    );
}

/// Names are boxes, variables rounded and yellow, keywords blue; what stands for all places of something has a coloured rim.
fn look(colour: Colour, node: NodeId) -> (String, u32) {
    let plain = |fill: &str, rim: &str| format!("fill=\"{fill}\" stroke=\"{rim}\"");
    let tie = |fill: &str| {
        format!(
            "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2\"",
            hue(node)
        )
    };
    match colour {
        Colour::Symbol => (tie("#f6f6f6"), 2),
        Colour::Argument => (tie("white"), 9),
        Colour::VariableSymbol => (tie("#fff3c4"), 9),
        Colour::VariableOccurrence => (plain("#fff8dd", "#b89b3c"), 9),
        Colour::Keyword(_) | Colour::And => (plain("#dde9fb", "#4a6fa5"), 5),
        Colour::GoalValue(_) => (plain("#e3f4e1", "#4c8a45"), 2),
        Colour::Occurrence => (plain("white", "#777"), 2),
    }
}

/// A colour for a node, far from those of its neighbours.
fn hue(node: NodeId) -> String {
    // Steps of the golden angle never come close to each other soon.
    format!("hsl({:.0} 65% 42%)", (f64::from(node) * 137.508) % 360.0)
}
