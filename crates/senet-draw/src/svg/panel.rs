//! Draws the panel beside the boards: the roles, their turns, and all other facts.

use super::amount_bars::draw_amount;
use super::style::{SvgPart, round, width_of};
use super::token::owner_colours;
use crate::Fact;
use crate::picture::{Picture, RolePanel};
use crate::theme::Theme;
use senet_gdl::escape_markup;
use std::fmt::Write;

/// The height of a line of text.
const LINE: f64 = 21.0;
/// The left edge.
pub const LEFT: f64 = 12.0;

/// Draws all facts that are not on a board, below `top`.
pub fn draw_panel(picture: &Picture, top: f64) -> SvgPart {
    let mut drawn = SvgPart {
        body: String::new(),
        width: 0.0,
        height: 0.0,
    };
    let alone = picture.role_panels.len() == 1;
    for (role, panel) in picture.role_panels.iter().enumerate() {
        if alone && panel.turn.is_none() && panel.facts.is_empty() {
            continue;
        }
        draw_role(&mut drawn, picture, role, panel, top);
    }
    let shown = |fact: &&Fact| !picture.theme.hides(fact);
    let fact_line = |drawn: &mut SvgPart, fact: &Fact| {
        line(drawn, "fact", LEFT, top, &fact_text(&picture.theme, fact));
    };
    for text in grouped(picture) {
        line(&mut drawn, "fact", LEFT, top, &text);
    }
    let counters = picture.counters.iter().filter(shown);
    if picture.grids.is_empty() {
        for fact in counters {
            fact_line(&mut drawn, fact);
            draw_amount(&mut drawn, picture, fact, None, top);
        }
        return drawn;
    }
    let counters: Vec<String> = counters
        .map(|fact| fact_text(&picture.theme, fact))
        .collect();
    if !counters.is_empty() {
        line(&mut drawn, "count", LEFT, top, &counters.join(" · "));
    }
    drawn
}

/// The largest number of letters in a line of facts.
const LONGEST_LINE: usize = 72;
/// The largest number of lines for the facts of one name. The text alternative has all of them.
const MOST_LINES: usize = 3;

/// Returns lines for the facts beside the boards; facts with the same name share lines.
fn grouped(picture: &Picture) -> Vec<String> {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for fact in picture
        .facts
        .iter()
        .filter(|fact| !picture.theme.hides(fact))
    {
        let said = fact.args.join(" ");
        match groups.iter_mut().find(|(name, _)| *name == fact.name) {
            Some((_, all)) => all.push(said),
            None => groups.push((&fact.name, vec![said])),
        }
    }
    let lines = groups.into_iter().flat_map(|(name, all)| {
        let name = picture.theme.labels.get(name).map_or(name, String::as_str);
        let mut lines = vec![name.to_string()];
        for (at, said) in all.iter().enumerate() {
            let line = lines.len() - 1;
            let gap = if at == 0 { " " } else { " · " };
            match lines[line].chars().count() + said.chars().count() > LONGEST_LINE && at > 0 {
                true => lines.push(format!("    {said}")),
                false => lines[line] += &format!("{gap}{said}"),
            }
        }
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            lines[MOST_LINES - 1] += " …";
        }
        lines
    });
    lines.map(|line| line.trim_end().to_string()).collect()
}

/// Returns the text of a fact, with the label of the theme.
fn fact_text(theme: &Theme, fact: &Fact) -> String {
    let name = theme.labels.get(&fact.name).unwrap_or(&fact.name);
    let words: Vec<&str> = std::iter::once(name)
        .chain(&fact.args)
        .map(String::as_str)
        .collect();
    words.join(" ").trim().to_string()
}

fn line(drawn: &mut SvgPart, class: &str, left: f64, top: f64, text: &str) {
    drawn.height += LINE;
    let [x, y] = [left, top + drawn.height - 6.0].map(round);
    let _ = writeln!(
        drawn.body,
        r#"<text class="{class}" x="{x}" y="{y}">{}</text>"#,
        escape_markup(text)
    );
    drawn.width = drawn.width.max(left + width_of(text, 13.0) + LEFT);
}

/// Draws a role: its colour, its name, its turn and its facts.
fn draw_role(drawn: &mut SvgPart, picture: &Picture, role: usize, panel: &RolePanel, top: f64) {
    let (fill, _) = owner_colours(picture, Some(role));
    let middle = round(top + drawn.height + LINE / 2.0 + 0.5);
    let x = LEFT + 6.0;
    let _ = writeln!(
        drawn.body,
        r#"<circle cx="{x}" cy="{middle}" r="6.5" style="fill:{fill};stroke:var(--senet-edge,#22262b)"/>"#
    );
    let facts = panel.facts.iter().filter(|fact| !picture.theme.hides(fact));
    let mut words: Vec<String> = facts.map(|fact| fact_text(&picture.theme, fact)).collect();
    if let Some(turn) = &panel.turn {
        let turn = picture.theme.labels.get(turn).unwrap_or(turn);
        let turn = if turn.is_empty() { "to move" } else { turn };
        words.insert(0, turn.to_string());
    }
    let text = match words.is_empty() {
        true => panel.name.clone(),
        false => format!("{} · {}", panel.name, words.join(" · ")),
    };
    let left = if panel.turn.is_some() {
        LEFT + 30.0
    } else {
        LEFT + 20.0
    };
    if panel.turn.is_some() {
        let (x, y) = (LEFT + 18.0, middle);
        let _ = writeln!(
            drawn.body,
            r#"<path class="turn" d="M{x} {}l8 5l-8 5Z"/>"#,
            round(y - 5.0)
        );
    }
    let short = match text.chars().count() > LONGEST_LINE {
        true => text.chars().take(LONGEST_LINE).chain(['…']).collect(),
        false => text,
    };
    line(drawn, "seat", left, top, &short);
    drawn.width += 8.0;
    if picture.grids.is_empty() {
        let shown = |fact: &&Fact| !picture.theme.hides(fact);
        for fact in panel.facts.iter().filter(shown) {
            draw_amount(drawn, picture, fact, Some(role), top);
        }
    }
}
