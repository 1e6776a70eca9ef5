//! What is said beside the boards: the roles, whose turn it is, and all other facts.

use super::pen::{Drawn, round, width_of};
use super::token::owner_colours;
use super::tracks::draw_track;
use crate::Fact;
use crate::picture::{Picture, Seat};
use crate::theme::Theme;
use senet_gdl::escape_markup;
use std::fmt::Write;

/// The height of a line of text.
const LINE: f64 = 21.0;
/// The left edge.
pub const LEFT: f64 = 12.0;

/// Draws all that lies on no board, from the given height downwards.
pub fn draw_panel(picture: &Picture, top: f64) -> Drawn {
    let mut drawn = Drawn {
        body: String::new(),
        width: 0.0,
        height: 0.0,
    };
    let alone = picture.seats.len() == 1;
    for (role, seat) in picture.seats.iter().enumerate() {
        if alone && seat.turn.is_none() && seat.facts.is_empty() {
            continue;
        }
        draw_seat(&mut drawn, picture, role, seat, top);
    }
    let shown = |fact: &&Fact| !picture.theme.hides(fact);
    for fact in picture.facts.iter().filter(shown) {
        line(&mut drawn, "fact", LEFT, top, &said(&picture.theme, fact));
    }
    let counters = picture.counters.iter().filter(shown);
    if picture.grids.is_empty() {
        for fact in counters {
            line(&mut drawn, "fact", LEFT, top, &said(&picture.theme, fact));
            draw_track(&mut drawn, picture, fact, None, top);
        }
        return drawn;
    }
    let counters: Vec<String> = counters.map(|fact| said(&picture.theme, fact)).collect();
    if !counters.is_empty() {
        line(&mut drawn, "count", LEFT, top, &counters.join(" · "));
    }
    drawn
}

/// A fact in words.
fn said(theme: &Theme, fact: &Fact) -> String {
    let name = theme.labels.get(&fact.name).unwrap_or(&fact.name);
    let words: Vec<&str> = std::iter::once(name)
        .chain(&fact.args)
        .map(String::as_str)
        .collect();
    words.join(" ").trim().to_string()
}

fn line(drawn: &mut Drawn, class: &str, left: f64, top: f64, text: &str) {
    drawn.height += LINE;
    let [x, y] = [left, top + drawn.height - 6.0].map(round);
    let _ = writeln!(
        drawn.body,
        r#"<text class="{class}" x="{x}" y="{y}">{}</text>"#,
        escape_markup(text)
    );
    drawn.width = drawn.width.max(left + width_of(text, 13.0) + LEFT);
}

/// A role: its colour, its name, whether it is its turn, and what is said of it.
fn draw_seat(drawn: &mut Drawn, picture: &Picture, role: usize, seat: &Seat, top: f64) {
    let (fill, _) = owner_colours(picture, Some(role));
    let middle = round(top + drawn.height + LINE / 2.0 + 0.5);
    let x = LEFT + 6.0;
    let _ = writeln!(
        drawn.body,
        r#"<circle cx="{x}" cy="{middle}" r="6.5" style="fill:{fill};stroke:var(--senet-edge,#22262b)"/>"#
    );
    let facts = seat.facts.iter().filter(|fact| !picture.theme.hides(fact));
    let mut words: Vec<String> = facts.map(|fact| said(&picture.theme, fact)).collect();
    if let Some(turn) = &seat.turn {
        let turn = picture.theme.labels.get(turn).unwrap_or(turn);
        let turn = if turn.is_empty() { "to move" } else { turn };
        words.insert(0, turn.to_string());
    }
    let text = match words.is_empty() {
        true => seat.name.clone(),
        false => format!("{} · {}", seat.name, words.join(" · ")),
    };
    let left = if seat.turn.is_some() {
        LEFT + 30.0
    } else {
        LEFT + 20.0
    };
    if seat.turn.is_some() {
        let (x, y) = (LEFT + 18.0, middle);
        let _ = writeln!(
            drawn.body,
            r#"<path class="turn" d="M{x} {}l8 5l-8 5Z"/>"#,
            round(y - 5.0)
        );
    }
    line(drawn, "seat", left, top, &text);
    drawn.width += 8.0;
    if picture.grids.is_empty() {
        let shown = |fact: &&Fact| !picture.theme.hides(fact);
        for fact in seat.facts.iter().filter(shown) {
            draw_track(drawn, picture, fact, Some(role), top);
        }
    }
}
