//! Export of graphs to other formats.

mod dot;
mod graphml;
mod json;
mod svg;

pub use dot::dot;
pub use graphml::graphml;
pub use json::json;
pub use svg::{SvgError, SvgOptions, svg};

use crate::{Colour, GraphNode};
use senet_gdl::Symbols;

/// The label of a node in all exports.
fn label(node: &GraphNode, symbols: &Symbols) -> String {
    match (node.colour, node.symbol) {
        (Colour::And, _) | (_, None) => "and".to_string(),
        (_, Some(symbol)) => symbols.spelling(symbol).to_string(),
    }
}
