//! Draws pictures as text, for terminals.

use crate::picture::{BoardCell, Grid, Picture};
use std::collections::BTreeMap;

/// Draws the boards from top to bottom, then one line for each role and each other fact.
pub fn text(picture: &Picture) -> String {
    let mut text: String = picture.grids.iter().map(grid).collect();
    let beside = picture.side_texts().into_iter();
    text += &beside.map(|line| line + "\n").collect::<String>();
    text
}

/// The most characters to which a column is padded. Longer texts stick out; formatting panics above 65,535.
const WIDEST: usize = 100;

/// Draws a board; columns go right and rows go up.
fn grid(grid: &Grid) -> String {
    if !grid.look.names.is_empty() {
        return named_grid(grid);
    }
    let cells = grid
        .cells
        .values()
        .map(|cell| cell_text(cell).chars().count());
    let labels = grid.columns.iter().map(|name| name.chars().count());
    let width = cells.chain(labels).max().unwrap_or(1).min(WIDEST);
    let margin = grid.rows.iter().map(|name| name.chars().count()).max();
    let margin = margin.unwrap_or(1).min(WIDEST);
    let line = |label: &str, entries: Vec<String>| {
        let entries: String = entries.iter().map(|e| format!(" {e:>width$}")).collect();
        format!("  {label:>margin$} {}", entries.trim_end()) + "\n"
    };
    let mut text = match grid.title.is_empty() {
        true => String::new(),
        false => format!("  {}\n", grid.title),
    };
    for (y, name) in grid.rows.iter().enumerate().rev() {
        let columns = 0..grid.columns.len();
        let entries = columns.map(|x| grid.cells.get(&(x, y)).map_or(String::new(), cell_text));
        text += &line(name, entries.collect());
    }
    text + &line("", grid.columns.clone())
}

/// Draws rows of named places, each with its content.
fn named_grid(grid: &Grid) -> String {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (place, cell) in &grid.cells {
        let name = grid.look.names.get(place).map_or("", String::as_str);
        let row = rows.entry(place.1).or_default();
        row.push(format!("{name}: {}", cell_text(cell)));
    }
    let lines = rows
        .values()
        .rev()
        .flat_map(|row| row.chunks(NAMED_IN_A_LINE));
    lines
        .map(|line| format!("  {}\n", line.join("   ")))
        .collect()
}

/// The number of named places in a line.
const NAMED_IN_A_LINE: usize = 8;

/// Returns the content of a place. Labels of the first role are in capitals; those of the third and later roles end
/// with a number. A piece without a label shows its last content word.
fn cell_text(cell: &BoardCell) -> String {
    let names = cell.tokens.iter().filter(|t| !t.usual).map(|token| {
        match (token.label.is_empty(), token.owner) {
            (false, Some(0)) => token.label.to_uppercase(),
            (false, Some(owner)) if owner > 1 => format!("{}{owner}", token.label),
            (false, _) => token.label.clone(),
            (true, _) => token
                .contents
                .last()
                .map_or("?", String::as_str)
                .chars()
                .take(2)
                .collect(),
        }
    });
    let names: Vec<String> = names.collect();
    match names.is_empty() {
        true => ".".to_string(),
        false => names.join("+"),
    }
}
