//! Draws pictures as SVG.

mod amount_bars;
mod board;
mod buttons;
mod edges;
mod outlines;
mod panel;
mod piece;
mod style;
mod token;

use crate::picture::{Grid, Picture};
use crate::theme::Theme;
use board::{draw_grid, size_of};
use buttons::draw_buttons;
use panel::draw_panel;
pub use piece::piece_svg;
use senet_gdl::escape_markup;
#[cfg(test)]
pub use style::NEUTRAL_COLOURS;
pub use style::{ROLE_COLOURS, plain_colours};
use style::{STYLE, round};

/// The largest width of boards side by side.
const WIDEST: f64 = 660.0;
/// The gap between the parts of a large board.
const NESTED_GAP: f64 = 2.0;
/// The margin around the picture.
const EDGE: f64 = 10.0;
/// The largest number of facts in the words for screen readers.
const MOST_FACTS_SAID: usize = 500;

/// Draws a state as an SVG document with a text alternative. Colours are CSS custom properties with defaults, so that
/// pages can change them.
pub fn svg(picture: &Picture) -> String {
    let mut body = String::new();
    let (mut left, mut top) = (EDGE, EDGE);
    let (mut width, mut row_height) = (120.0_f64, 0.0_f64);
    let mut block_start: Option<usize> = None;
    for (number, grid) in picture.grids.iter().enumerate() {
        let (wide, high) = size_of(picture, grid);
        if let Some(block) = grid.block {
            if block_start.is_none() {
                if left > EDGE {
                    (left, top) = (EDGE, top + row_height + EDGE);
                }
                block_start = Some(number);
                row_height = 0.0;
            }
            let gap = if block.nested { NESTED_GAP } else { EDGE };
            let x = EDGE + block.column as f64 * (wide + gap);
            let y = top + (block.rows - 1 - block.row) as f64 * (high + gap);
            body += &draw_grid(picture, number, grid, (x, y));
            width = width.max(EDGE + block.columns as f64 * (wide + gap));
            row_height = row_height.max(block.rows as f64 * (high + gap));
            if block_start.is_some_and(|first| number + 1 == first + block.boards) {
                block_start = None;
                (left, top) = (EDGE, top + row_height + EDGE);
                row_height = 0.0;
            }
            continue;
        }
        if left > EDGE && left + wide > WIDEST {
            (left, top) = (EDGE, top + row_height + EDGE);
            row_height = 0.0;
        }
        body += &draw_grid(picture, number, grid, (left, top));
        left += wide + 2.0 * EDGE;
        width = width.max(left - EDGE);
        row_height = row_height.max(high);
    }
    if !picture.grids.is_empty() {
        top += row_height + EDGE;
    }
    let panel = draw_panel(picture, top);
    body += &panel.body;
    let width = width.max(panel.width);
    let mut height = top + panel.height + EDGE;
    let buttons = draw_buttons(picture, height, width);
    body += &buttons.body;
    height += buttons.height;
    let (width, height) = (round(width.max(buttons.width)), round(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"senet\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\"{}>\n<style>{STYLE}</style>\n<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
        escape_markup(&summary(picture)),
        own_colours(&picture.theme),
    )
}

/// Returns the board colours of a theme as CSS custom properties.
fn own_colours(theme: &Theme) -> String {
    let board = &theme.board;
    let colours = [
        ("light", &board.light),
        ("dark", &board.dark),
        ("line", &board.line),
    ];
    let set = colours.into_iter().filter_map(|(name, colour)| {
        let colour = colour.as_ref()?;
        Some(format!("--senet-{name}:{}", escape_markup(colour)))
    });
    let set: Vec<String> = set.collect();
    match set.is_empty() {
        true => String::new(),
        false => format!(" style=\"{}\"", set.join(";")),
    }
}

/// Describes the picture in words. The words of a huge state end early, because a screen reader would take minutes for them.
fn summary(picture: &Picture) -> String {
    let occupied = |grid: &Grid| {
        let tokens = grid.cells.values().flat_map(|cell| &cell.tokens);
        let tokens = tokens.chain(grid.edges.iter().map(|edge| &edge.token));
        tokens.map(|t| t.title.clone()).collect::<Vec<_>>()
    };
    let on_boards = picture.grids.iter().flat_map(occupied);
    let mut all: Vec<String> = on_boards.chain(picture.side_texts()).collect();
    if all.len() > MOST_FACTS_SAID {
        all.truncate(MOST_FACTS_SAID);
        all.push("…".to_string());
    }
    all.join(", ")
}
