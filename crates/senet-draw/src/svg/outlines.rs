//! Draws the outlines of places.

use super::board::PEG;
use super::style::round;
use crate::look::{BoardShape, Look};
use crate::picture::Picture;
use crate::theme::Style;
use std::fmt::Write;

/// Draws the outline of a place with a CSS class, scaled by `share`. `whole` is the side of a place.
pub fn outline(
    body: &mut String,
    picture: &Picture,
    (look, whole): (&Look, f64),
    (x, y): (f64, f64),
    (class, share): (&str, f64),
) {
    let side = whole * share;
    let holes = picture.theme.board.style == Some(Style::Holes);
    let _ = match look.shape {
        _ if look.is_hexagonal() => {
            write!(
                body,
                r#"<path class="{class}" d="{}"/>"#,
                hexagon(x, y, side)
            )
        }
        BoardShape::Points if look.lines.is_empty() => circle(body, class, (x, y), side * 0.14),
        BoardShape::Points => circle(body, class, (x, y), side * 0.3),
        BoardShape::Squares if holes => circle(body, class, (x, y), side * 0.42),
        BoardShape::Pegs => rectangle(body, class, (x, y), (side, whole * (PEG + share - 1.0))),
        _ => rectangle(body, class, (x, y), (side, side)),
    };
}

fn circle(body: &mut String, class: &str, (x, y): (f64, f64), radius: f64) -> std::fmt::Result {
    let [x, y, radius] = [x, y, radius].map(round);
    write!(
        body,
        r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#
    )
}

/// Draws a rectangle around a point.
pub fn rectangle(
    body: &mut String,
    class: &str,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
) -> std::fmt::Result {
    let [x, y] = [x - width / 2.0, y - height / 2.0].map(round);
    let [width, height] = [width, height].map(round);
    write!(
        body,
        r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
    )
}

/// Returns a hexagon that stands on a corner; its left and right neighbours are one side away.
fn hexagon(x: f64, y: f64, side: f64) -> String {
    let radius = side / 3.0_f64.sqrt();
    let corner = |at: i32| {
        let turn = std::f64::consts::FRAC_PI_3 * f64::from(at);
        let [x, y] = [x + radius * turn.sin(), y - radius * turn.cos()].map(round);
        format!("{x} {y}")
    };
    let corners: Vec<String> = (0..6).map(corner).collect();
    format!("M{}Z", corners.join("L"))
}
