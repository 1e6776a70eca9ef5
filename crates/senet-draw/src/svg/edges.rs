//! Draws lines and walls between places.

use super::style::round;
use super::token::{EDGE, owner_colours};
use crate::look::BoardShape;
use crate::picture::{BoardEdge, Picture};
use senet_gdl::escape_markup;
use std::fmt::Write;

/// Draws an edge between the centres of two places. On points it is a line; between squares it is a wall.
pub fn draw_edge(
    body: &mut String,
    picture: &Picture,
    edge: &BoardEdge,
    ((x1, y1), (x2, y2)): ((f64, f64), (f64, f64)),
    (side, shape): (f64, BoardShape),
) {
    let colour = match (edge.highlighted, edge.token.owner) {
        (true, None) => "var(--senet-changed,#f08c00)".to_string(),
        (_, Some(owner)) => owner_colours(picture, Some(owner)).0,
        (false, None) => EDGE.to_string(),
    };
    let (from, to) = match shape {
        BoardShape::Points => ((x1, y1), (x2, y2)),
        _ => {
            let (middle, half) = (((x1 + x2) / 2.0, (y1 + y2) / 2.0), 0.5);
            let (dx, dy) = ((y2 - y1) * half, (x1 - x2) * half);
            (
                (middle.0 - dx, middle.1 - dy),
                (middle.0 + dx, middle.1 + dy),
            )
        }
    };
    let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(round);
    let (width, title) = (round(side * 0.13), escape_markup(&edge.token.title));
    let _ = writeln!(
        body,
        r#"<g><title>{title}</title><path d="M{x1} {y1}L{x2} {y2}" style="fill:none;stroke:{colour};stroke-width:{width};stroke-linecap:round"/></g>"#
    );
}
