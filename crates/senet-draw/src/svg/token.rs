//! Draws pieces as SVG.

use super::board::PEG;
use super::style::{NEUTRAL_COLOURS, ROLE_COLOURS, round};
use crate::look::BoardShape;
use crate::picture::{BoardToken, Picture};
use crate::theme::{Piece, PieceBody, Side};
use senet_gdl::escape_markup;
use std::fmt::Write;

/// The colours of a piece as CSS values.
struct Paint {
    fill: String,
    ink: String,
}

/// Draws the pieces of a place around its centre.
pub fn draw_tokens(
    body: &mut String,
    picture: &Picture,
    tokens: &[BoardToken],
    (x, y): (f64, f64),
    side: f64,
    shape: BoardShape,
) {
    let seen = tokens
        .iter()
        .filter(|token| piece_of(picture, token).is_none_or(|p| p.body != PieceBody::Hidden));
    let (at_sides, seen): (Vec<&BoardToken>, Vec<&BoardToken>) =
        seen.partition(|token| piece_of(picture, token).is_some_and(|p| p.side.is_some()));
    for token in at_sides {
        draw_at_side(body, picture, token, (x, y), side);
    }
    let (usual, others): (Vec<&BoardToken>, Vec<&BoardToken>) =
        seen.into_iter().partition(|token| token.usual);
    if shape == BoardShape::Pegs {
        return draw_stack(body, picture, &others, (x, y), side);
    }
    if let (Some(token), true) = (usual.first(), others.is_empty()) {
        draw_usual(body, picture, token, (x, y), side);
    }
    // Fields and dots lie below other pieces. The others share the place side by side.
    let is_below = |token: &&&BoardToken| {
        let piece = piece_of(picture, token);
        piece.is_some_and(|piece| matches!(piece.body, PieceBody::Field | PieceBody::Dot))
    };
    for token in others.iter().filter(is_below) {
        draw_token(body, picture, token, (x, y), side);
    }
    let beside = others.iter().filter(|token| !is_below(token));
    let (minor, beside): (Vec<&&BoardToken>, Vec<_>) = beside.partition(|token| token.minor);
    let count = beside.len().clamp(1, MOST_BESIDE);
    // Two pieces lie side by side, more in a small square.
    let columns = (1..).find(|n| n * n >= count).unwrap_or(1);
    let rows = count.div_ceil(columns);
    let share = side / columns as f64;
    for (at, token) in beside.iter().enumerate().take(MOST_BESIDE) {
        let (across, down) = ((at % columns) as f64, (at / columns) as f64);
        let centre = (
            x + share * (across + 0.5 - columns as f64 / 2.0),
            y + share * (down + 0.5 - rows as f64 / 2.0),
        );
        let size = if count == 1 { side } else { share * 1.1 };
        draw_token(body, picture, token, centre, size);
    }
    for (at, token) in minor.iter().enumerate().take(MOST_BESIDE) {
        let right = x + side * (0.36 - 0.24 * at as f64);
        draw_token(body, picture, token, (right, y - side * 0.36), side * 0.26);
    }
}

/// The largest number of pieces on a place. The text alternative lists all of them.
const MOST_BESIDE: usize = 9;

fn piece_of<'a>(picture: &'a Picture, token: &'a BoardToken) -> Option<&'a Piece> {
    let themed = picture.theme.piece(&token.contents);
    themed.or(token.piece.as_ref())
}

fn paint(picture: &Picture, token: &BoardToken) -> Paint {
    let piece = piece_of(picture, token);
    let own = piece.map(|piece| (piece.fill.clone(), piece.ink.clone()));
    let (own_fill, own_ink) = own.unwrap_or_default();
    let (fill, ink) = owner_colours(picture, token.owner);
    Paint {
        fill: own_fill.map_or(fill, |colour| escape_markup(&colour)),
        ink: own_ink.map_or(ink, |colour| escape_markup(&colour)),
    }
}

/// Returns the colours of a role, or those of pieces without an owner.
pub fn owner_colours(picture: &Picture, owner: Option<usize>) -> (String, String) {
    let Some(role) = owner else {
        return (
            format!("var(--senet-nobody,{})", NEUTRAL_COLOURS.0),
            format!("var(--senet-nobody-ink,{})", NEUTRAL_COLOURS.1),
        );
    };
    let panel = picture.role_panels.get(role);
    let themed = panel.and_then(|panel| picture.theme.roles.get(&panel.name));
    let themed = themed.or_else(|| picture.role_colours.get(role)?.as_ref());
    let (fill, ink) = ROLE_COLOURS[role % ROLE_COLOURS.len()];
    let number = role % ROLE_COLOURS.len();
    let own = |colour: Option<&String>| colour.map(|colour| escape_markup(colour));
    (
        own(themed.and_then(|c| c.fill.as_ref()))
            .unwrap_or_else(|| format!("var(--senet-role-{number},{fill})")),
        own(themed.and_then(|c| c.ink.as_ref()))
            .unwrap_or_else(|| format!("var(--senet-role-{number}-ink,{ink})")),
    )
}

/// Draws a wall or a sign at one side of a place.
fn draw_at_side(
    body: &mut String,
    picture: &Picture,
    token: &BoardToken,
    (x, y): (f64, f64),
    size: f64,
) {
    let piece = piece_of(picture, token);
    let (dx, dy) = match piece.and_then(|piece| piece.side) {
        Some(Side::Up) => (0.0, -0.5),
        Some(Side::Down) => (0.0, 0.5),
        Some(Side::Left) => (-0.5, 0.0),
        Some(Side::Right) | None => (0.5, 0.0),
    };
    let (fill, title) = (paint(picture, token).fill, escape_markup(&token.title));
    let _ = write!(body, "<g><title>{title}</title>");
    let centre = (x + dx * size, y + dy * size);
    match piece.and_then(|piece| piece.glyph.as_ref()) {
        Some(sign) => write_on(body, sign, &fill, centre, size * 0.6),
        None => {
            let (across, up) = (dy * size, dx * size);
            let [x1, y1, x2, y2, wide] = [
                centre.0 - across,
                centre.1 - up,
                centre.0 + across,
                centre.1 + up,
                size * 0.1,
            ]
            .map(round);
            let _ = write!(
                body,
                r#"<path d="M{x1} {y1}L{x2} {y2}" style="fill:none;stroke:{fill};stroke-width:{wide};stroke-linecap:round"/>"#
            );
        }
    }
    body.push_str("</g>");
}

fn draw_usual(
    body: &mut String,
    picture: &Picture,
    token: &BoardToken,
    (x, y): (f64, f64),
    side: f64,
) {
    match piece_of(picture, token) {
        Some(_) => draw_token(body, picture, token, (x, y), side),
        None => {
            let fill = paint(picture, token).fill;
            let [x, y, r] = [x, y, side / 11.0].map(round);
            let title = escape_markup(&token.title);
            let _ = write!(
                body,
                r#"<g><title>{title}</title><circle cx="{x}" cy="{y}" r="{r}" style="fill:{fill}"/></g>"#
            );
        }
    }
}

fn draw_token(
    body: &mut String,
    picture: &Picture,
    token: &BoardToken,
    (x, y): (f64, f64),
    side: f64,
) {
    let plain = Piece::default();
    let piece = piece_of(picture, token);
    let paint = paint(picture, token);
    let _ = write!(body, "<g><title>{}</title>", escape_markup(&token.title));
    let is_amount = piece.is_none() && token.rank.is_some();
    if !is_amount {
        draw_body(body, piece.unwrap_or(&plain).body, &paint, (x, y), side);
    }
    if let Some(path) = piece.and_then(|piece| piece.path.as_ref()) {
        draw_path(
            body,
            piece.unwrap_or(&plain).body,
            path,
            &paint,
            (x, y),
            side,
        );
    }
    if piece.is_some_and(|piece| piece.body == PieceBody::Heap) {
        draw_heap(body, token, &paint, (x, y), side);
    }
    let written = match piece {
        Some(piece) => piece
            .glyph
            .as_deref()
            .map(|glyph| glyph.replace("{label}", &token.label)),
        None => (!token.label.is_empty()).then(|| token.label.clone()),
    };
    if let Some(text) = written {
        let bodiless = is_amount || piece.is_some_and(|piece| piece.body == PieceBody::None);
        let ink = match (bodiless, is_amount) {
            (true, true) => "var(--senet-ink,#22262b)",
            (true, false) => &paint.fill,
            (false, _) => &paint.ink,
        };
        write_on(body, &text, ink, (x, y), side);
    }
    body.push_str("</g>");
}

fn draw_body(body: &mut String, kind: PieceBody, paint: &Paint, (x, y): (f64, f64), side: f64) {
    let (fill, ink) = (&paint.fill, &paint.ink);
    let [cx, cy] = [x, y].map(round);
    let disc = |share: f64| round(side * share);
    let _ = match kind {
        PieceBody::Disc => write!(
            body,
            r#"<circle cx="{cx}" cy="{cy}" r="{}" style="fill:{fill};stroke:{EDGE}"/>"#,
            disc(0.38)
        ),
        PieceBody::Dot => write!(
            body,
            r#"<circle cx="{cx}" cy="{cy}" r="{}" style="fill:{fill}"/>"#,
            disc(0.13)
        ),
        PieceBody::Ring => write!(
            body,
            r#"<circle cx="{cx}" cy="{cy}" r="{}" style="fill:none;stroke:{fill};stroke-width:{}"/>"#,
            disc(0.29),
            disc(0.11)
        ),
        PieceBody::Cross => {
            let [l, r, t, b] = [
                x - 0.27 * side,
                x + 0.27 * side,
                y - 0.27 * side,
                y + 0.27 * side,
            ]
            .map(round);
            let width = disc(0.11);
            write!(
                body,
                r#"<path d="M{l} {t}L{r} {b}M{r} {t}L{l} {b}" style="fill:none;stroke:{fill};stroke-width:{width};stroke-linecap:round"/>"#
            )
        }
        PieceBody::Field | PieceBody::Tile => {
            let (share, corner) = if kind == PieceBody::Field {
                (1.0, 0.0)
            } else {
                (0.86, 0.12)
            };
            let [l, t, size, corner] = [
                x - share * side / 2.0,
                y - share * side / 2.0,
                share * side,
                corner * side,
            ]
            .map(round);
            write!(
                body,
                r#"<rect x="{l}" y="{t}" width="{size}" height="{size}" rx="{corner}" style="fill:{fill};stroke:{ink};stroke-opacity:.35"/>"#
            )
        }
        PieceBody::None | PieceBody::Hidden | PieceBody::Heap => Ok(()),
    };
}

/// The outline colour of discs.
pub const EDGE: &str = "var(--senet-edge,#22262b)";

/// Draws a path in a square from 0 to 100: a figure with an outline, or a mark on a body.
fn draw_path(
    body: &mut String,
    kind: PieceBody,
    path: &str,
    paint: &Paint,
    (x, y): (f64, f64),
    side: f64,
) {
    let scale = side / 100.0;
    let [left, top] = [x - side / 2.0, y - side / 2.0].map(round);
    let scale = (scale * 1000.0).round() / 1000.0;
    let (fill, ink) = match kind {
        PieceBody::None => (&paint.fill, &paint.ink),
        _ => (&paint.ink, &paint.ink),
    };
    let path = escape_markup(path);
    let _ = write!(
        body,
        r#"<path transform="translate({left} {top}) scale({scale})" d="{path}" style="fill:{fill};stroke:{ink};stroke-width:3;stroke-linejoin:round;fill-rule:evenodd"/>"#
    );
}

fn write_on(body: &mut String, text: &str, ink: &str, (x, y): (f64, f64), side: f64) {
    let letters = text.chars().count().max(1) as f64;
    let size = round((side * 1.15 / (letters + 0.9)).max(6.0).min(side * 0.55));
    let [x, y] = [x, y + size * 0.36].map(round);
    let text = escape_markup(text);
    let _ = write!(
        body,
        r#"<text class="token" x="{x}" y="{y}" style="font-size:{size}px;fill:{ink}">{text}</text>"#
    );
}

/// Draws a stack of pieces; the largest is at the bottom, and the width shows the size.
fn draw_stack(
    body: &mut String,
    picture: &Picture,
    tokens: &[&BoardToken],
    (x, y): (f64, f64),
    side: f64,
) {
    let floor = y + side * PEG / 2.0 - 3.0;
    let count = tokens
        .iter()
        .filter_map(|token| token.rank)
        .map(|(_, of)| of)
        .max();
    let height = (side * (PEG - 0.5) / count.unwrap_or(1).max(1) as f64).min(side * 0.3);
    for (at, token) in tokens.iter().enumerate() {
        let (rank, of) = token.rank.unwrap_or((0, 1));
        let width = side * (0.3 + 0.62 * (rank + 1) as f64 / of as f64);
        let Paint { fill, ink } = paint(picture, token);
        let (left, top) = (x - width / 2.0, floor - height * (at + 1) as f64);
        let [left, top, width, tall] = [left, top, width, height - 1.0].map(round);
        let _ = write!(
            body,
            r#"<g><title>{}</title><rect x="{left}" y="{top}" width="{width}" height="{tall}" rx="3" style="fill:{fill};stroke:{EDGE}"/>"#,
            escape_markup(&token.title),
        );
        let size = round((height * 0.8).clamp(5.0, 12.0));
        let [x, y] = [x, floor - height * (at as f64 + 0.5) + size * 0.34].map(round);
        let label = escape_markup(&token.label);
        let _ = write!(
            body,
            r#"<text class="token" x="{x}" y="{y}" style="font-size:{size}px;fill:{ink}">{label}</text></g>"#
        );
    }
}

/// The largest number of dots; larger amounts are numbers only.
const MOST_DOTS: usize = 15;

/// Draws an amount as dots in rows of five, with its number below.
fn draw_heap(body: &mut String, token: &BoardToken, paint: &Paint, (x, y): (f64, f64), side: f64) {
    let number = token.label.parse::<usize>().ok();
    let count = number.or(token.rank.map(|(rank, _)| rank));
    let count = count.filter(|&count| count <= MOST_DOTS).unwrap_or(0);
    let step = side * 0.185;
    for dot in 0..count {
        let in_row = (count - dot / 5 * 5).min(5) as f64;
        let right = x + step * ((dot % 5) as f64 - (in_row - 1.0) / 2.0);
        let down = y - side * 0.3 + step * (dot / 5) as f64;
        let [right, down, radius] = [right, down, step * 0.42].map(round);
        let _ = write!(
            body,
            r#"<circle cx="{right}" cy="{down}" r="{radius}" style="fill:{}"/>"#,
            paint.fill
        );
    }
    let (down, size) = if count == 0 { (0.14, 0.4) } else { (0.33, 0.3) };
    let [x, y, size] = [x, y + side * down, side * size].map(round);
    let (ink, label) = (&paint.ink, escape_markup(&token.label));
    let _ = write!(
        body,
        r#"<text class="token" x="{x}" y="{y}" style="font-size:{size}px;fill:{ink}">{label}</text>"#
    );
}
