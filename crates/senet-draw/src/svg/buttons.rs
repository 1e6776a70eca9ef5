//! Draws buttons as SVG.

use super::style::{SvgPart, round, width_of};
use super::token::owner_colours;
use crate::buttons::{Button, ButtonLine, button_name};
use crate::picture::Picture;
use senet_gdl::escape_markup;
use std::fmt::Write;

/// The height of a button, without the gap.
const HEIGHT: f64 = 32.0;
const GAP: f64 = 8.0;
/// The font size.
const LETTERS: f64 = 14.0;
/// The left edge.
const LEFT: f64 = 12.0;
/// The smallest width of a line before it is broken.
const NARROWEST: f64 = 280.0;

/// Draws all buttons below `top`, if possible not wider than the rest of the picture.
pub fn draw_buttons(picture: &Picture, top: f64, wide: f64) -> SvgPart {
    let mut drawn = SvgPart {
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
            let title = match line.role.and_then(|role| picture.role_panels.get(role)) {
                Some(panel) => format!("{}: {}", panel.name, button.title),
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

/// Returns the text before a line: the role and the common prefix of its moves.
fn line_text(picture: &Picture, line: &ButtonLine) -> String {
    let role = line.role.and_then(|role| picture.role_panels.get(role));
    let words = [role.map_or("", |panel| &panel.name), &line.label];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" · ")
}

fn label_width(picture: &Picture, line: &ButtonLine) -> f64 {
    let disc = if line.role.is_some() { 20.0 } else { 0.0 };
    match line_text(picture, line) {
        text if text.is_empty() => disc,
        text => disc + width_of(&text, LETTERS) + GAP,
    }
}

fn draw_label(drawn: &mut SvgPart, picture: &Picture, line: &ButtonLine, top: f64) {
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
    let (y, text) = (
        round(middle + 5.0),
        escape_markup(&line_text(picture, line)),
    );
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
