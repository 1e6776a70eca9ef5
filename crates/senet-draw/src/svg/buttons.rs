//! Buttons as SVG: moves that name no place.

use super::pen::{Drawn, round, width_of};
use super::token::owner_colours;
use crate::buttons::{Button, Line, button_name};
use crate::picture::Picture;
use senet_gdl::escape_markup;
use std::fmt::Write;

/// How high a button is, and the room that it takes with its gap.
const HEIGHT: f64 = 32.0;
const GAP: f64 = 8.0;
/// The size of letters on buttons.
const LETTERS: f64 = 14.0;
/// The left edge.
const LEFT: f64 = 12.0;
/// Lines are at least so long before they are broken.
const NARROWEST: f64 = 280.0;

/// Draws all buttons from the given height downwards, no wider than the rest of the picture where that can be.
pub fn draw_buttons(picture: &Picture, top: f64, wide: f64) -> Drawn {
    let mut drawn = Drawn {
        body: String::new(),
        width: 0.0,
        height: 0.0,
    };
    let lines = &picture.buttons.lines;
    let said = lines.iter().map(|line| label_width(picture, line));
    let start = LEFT + said.fold(0.0, f64::max);
    let edge = wide.max(start + NARROWEST);
    for (number, line) in lines.iter().enumerate() {
        draw_label(&mut drawn, picture, line, top);
        let mut x = start;
        for (at, button) in line.buttons.iter().enumerate() {
            let width = (width_of(&button.label, LETTERS) + 18.0).max(HEIGHT);
            if x > start && x + width > edge {
                x = start;
                drawn.height += HEIGHT + GAP;
            }
            let corner = (x, top + drawn.height);
            let title = match line.role.and_then(|role| picture.seats.get(role)) {
                Some(seat) => format!("{}: {}", seat.name, button.title),
                None => button.title.clone(),
            };
            draw_button(
                &mut drawn.body,
                (button, &title),
                (number, at),
                corner,
                width,
            );
            x += width + GAP;
            drawn.width = drawn.width.max(x - GAP + LEFT);
        }
        drawn.height += HEIGHT + GAP;
    }
    drawn
}

/// What stands before a line: whose it is, and what its moves begin with.
fn words(picture: &Picture, line: &Line) -> String {
    let role = line.role.and_then(|role| picture.seats.get(role));
    let words = [role.map_or("", |seat| &seat.name), &line.label];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" · ")
}

fn label_width(picture: &Picture, line: &Line) -> f64 {
    let disc = if line.role.is_some() { 20.0 } else { 0.0 };
    match words(picture, line) {
        text if text.is_empty() => disc,
        text => disc + width_of(&text, LETTERS) + GAP,
    }
}

fn draw_label(drawn: &mut Drawn, picture: &Picture, line: &Line, top: f64) {
    let middle = top + drawn.height + HEIGHT / 2.0;
    let mut x = LEFT;
    if line.role.is_some() {
        let ((fill, _), y) = (owner_colours(picture, line.role), round(middle));
        let cx = x + 6.0;
        let _ = writeln!(
            drawn.body,
            r#"<circle cx="{cx}" cy="{y}" r="6.5" style="fill:{fill};stroke:var(--senet-edge,#22262b)"/>"#
        );
        x += 20.0;
    }
    let (y, text) = (round(middle + 5.0), escape_markup(&words(picture, line)));
    let _ = writeln!(
        drawn.body,
        r#"<text class="says" x="{x}" y="{y}">{text}</text>"#
    );
}

fn draw_button(
    body: &mut String,
    (button, title): (&Button, &str),
    (line, at): (usize, usize),
    (x, y): (f64, f64),
    width: f64,
) {
    let name = button_name(line, at);
    let (title, label) = (escape_markup(title), escape_markup(&button.label));
    let [left, top, middle, base, wide] =
        [x, y, x + width / 2.0, y + HEIGHT / 2.0 + 5.0, width].map(round);
    let class = if button.highlighted {
        "button pressed"
    } else {
        "button"
    };
    let _ = writeln!(
        body,
        r#"<g data-place="{name}" class="press" aria-label="{title}"><rect class="{class}" x="{left}" y="{top}" width="{wide}" height="{HEIGHT}" rx="7"/><text class="on" x="{middle}" y="{base}">{label}</text></g>"#
    );
}
