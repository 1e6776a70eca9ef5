//! Pictures as SVG.

use crate::clicks::place_name;
use crate::picture::{Cell, Grid, Picture, Token};
use std::fmt::Write;

/// The side of a place.
const SIDE: usize = 48;
/// The room for coordinates, titles and lines of text.
const MARGIN: usize = 28;
/// The height of a line of text.
const LINE: usize = 20;
/// A letter of the small text is about so wide.
const LETTER: usize = 8;

/// The colours of roles, told apart also by people who see few colours; further roles get the first again.
const ROLES: [(&str, &str); 6] = [
    ("#f7f7f2", "#22262b"),
    ("#22262b", "#f7f7f2"),
    ("#d1495b", "#ffffff"),
    ("#2e86ab", "#ffffff"),
    ("#edae49", "#22262b"),
    ("#66a182", "#22262b"),
];

/// Things that nobody owns.
const NOBODY: (&str, &str) = ("#b8a07a", "#22262b");

/// A state as a picture of its own, with a text alternative for those who cannot see it.
pub fn svg(picture: &Picture) -> String {
    let mut body = String::new();
    let mut top = 8;
    let mut width = 160;
    for (number, grid) in picture.grids.iter().enumerate() {
        let size = draw_grid(&mut body, number, grid, top);
        top += size.1 + 12;
        width = width.max(size.0);
    }
    for fact in &picture.facts {
        let words = fact.words();
        top += LINE;
        let _ = writeln!(
            body,
            r#"<text class="fact" x="8" y="{}">{}</text>"#,
            top - 6,
            escaped(&words)
        );
        width = width.max(16 + words.chars().count() * LETTER);
    }
    let height = top + 8;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\">\n<style>{STYLE}</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
        escaped(&summary(picture)),
    )
}

const STYLE: &str = "text{font-family:ui-sans-serif,system-ui,sans-serif;fill:#22262b}.fact,.label{font-size:13px}.label{text-anchor:middle;fill:#5c6570}\
.token{font-weight:600;text-anchor:middle;dominant-baseline:central}.paper{fill:#fffdf8}.place{fill:#ead9b7;stroke:#a98b5d}.odd{fill:#dcc69b}\
.changed{fill:#ffe28a}.title{font-size:14px;font-weight:600}";

/// What the picture shows, in words.
fn summary(picture: &Picture) -> String {
    let occupied = |grid: &Grid| {
        let tokens = grid.cells.values().flat_map(|cell| &cell.tokens);
        tokens.map(|t| t.title.clone()).collect::<Vec<_>>()
    };
    let on_boards = picture.grids.iter().flat_map(occupied);
    let others = picture.facts.iter().map(|fact| fact.words());
    on_boards.chain(others).collect::<Vec<_>>().join(", ")
}

/// Draws a board and gives its width and height.
fn draw_grid(body: &mut String, number: usize, grid: &Grid, top: usize) -> (usize, usize) {
    let title = match grid.title.is_empty() {
        true => 0,
        false => LINE,
    };
    if title > 0 {
        let _ = writeln!(
            body,
            r#"<text class="title" x="8" y="{}">{}</text>"#,
            top + 14,
            escaped(&grid.title)
        );
    }
    let longest = grid.rows.iter().map(|row| row.chars().count()).max();
    let left = MARGIN.max(longest.unwrap_or(1) * LETTER + 8);
    let top_of = |y: usize| top + title + (grid.rows.len() - 1 - y) * SIDE;
    for (&(x, y), cell) in &grid.cells {
        let name = place_name(number, (x, y));
        let _ = writeln!(body, r#"<g data-place="{name}">"#);
        draw_cell(body, cell, (x + y) % 2 == 1, left + x * SIDE, top_of(y));
        body.push_str("</g>\n");
    }
    let mut label = |x: usize, y: usize, text: &str| {
        let _ = writeln!(
            body,
            r#"<text class="label" x="{x}" y="{y}">{}</text>"#,
            escaped(text)
        );
    };
    let bottom = top + title + grid.rows.len() * SIDE;
    for (x, name) in grid.columns.iter().enumerate() {
        label(left + x * SIDE + SIDE / 2, bottom + 16, name);
    }
    for (y, name) in grid.rows.iter().enumerate() {
        label(left / 2, top_of(y) + SIDE / 2 + 5, name);
    }
    let width = left + grid.columns.len() * SIDE + 8;
    (width, title + grid.rows.len() * SIDE + MARGIN)
}

fn draw_cell(body: &mut String, cell: &Cell, odd: bool, x: usize, y: usize) {
    let class = match (cell.highlighted, odd) {
        (true, _) => "place changed",
        (false, true) => "place odd",
        (false, false) => "place",
    };
    let _ = writeln!(
        body,
        r#"<rect class="{class}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"#
    );
    let (usual, others): (Vec<&Token>, Vec<&Token>) = cell.tokens.iter().partition(|t| t.usual);
    if let (Some(token), true) = (usual.first(), others.is_empty()) {
        disc(body, token, x + SIDE / 2, y + SIDE / 2, SIDE / 10, false);
    }
    // Several things share the place side by side.
    let count = others.len().max(1);
    let radius = match count {
        1 => SIDE * 2 / 5,
        _ => SIDE / (2 * count.min(4)),
    };
    for (at, token) in others.iter().enumerate().take(4) {
        let centre = x + SIDE * (2 * at + 1) / (2 * count.min(4));
        disc(body, token, centre, y + SIDE / 2, radius, true);
    }
}

fn disc(body: &mut String, token: &Token, x: usize, y: usize, radius: usize, labelled: bool) {
    let (fill, ink) = token.owner.map_or(NOBODY, |role| ROLES[role % ROLES.len()]);
    let _ = write!(
        body,
        r##"<g><title>{}</title><circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="#22262b"/>"##,
        escaped(&token.title),
    );
    if labelled && !token.label.is_empty() {
        let letters = token.label.chars().count().max(1);
        let size = (radius * 3 / (letters + 1)).clamp(8, 22);
        let _ = write!(
            body,
            r#"<text class="token" x="{x}" y="{y}" font-size="{size}" style="fill:{ink}">{}</text>"#,
            escaped(&token.label),
        );
    }
    body.push_str("</g>\n");
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}
