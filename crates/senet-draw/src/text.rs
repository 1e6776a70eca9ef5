//! Pictures as text, for terminals.

use crate::picture::{Cell, Grid, Picture};

/// The boards one below the other, then all other facts in a line.
pub fn text(picture: &Picture) -> String {
    let mut text: String = picture.grids.iter().map(grid).collect();
    if !picture.facts.is_empty() {
        let facts = picture.facts.iter().map(|fact| match fact.args.is_empty() {
            true => fact.name.clone(),
            false => format!("({})", fact.words()),
        });
        text += &facts.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text
}

/// Columns to the right and rows upwards, as on paper.
fn grid(grid: &Grid) -> String {
    let cells = grid.cells.values().map(|cell| shown(cell).chars().count());
    let labels = grid.columns.iter().map(|name| name.chars().count());
    let width = cells.chain(labels).max().unwrap_or(1);
    let margin = grid.rows.iter().map(|name| name.chars().count()).max();
    let margin = margin.unwrap_or(1);
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
        let entries = columns.map(|x| grid.cells.get(&(x, y)).map_or(String::new(), shown));
        text += &line(name, entries.collect());
    }
    text + &line("", grid.columns.clone())
}

/// What lies on a place. Things of the first role are in capitals, those of the third and later ones numbered. Without colours, a thing that nothing is written on is known by the last word of its fact.
fn shown(cell: &Cell) -> String {
    let names = cell.tokens.iter().filter(|t| !t.usual).map(|token| {
        match (token.label.is_empty(), token.owner) {
            (false, Some(0)) => token.label.to_uppercase(),
            (false, Some(owner)) if owner > 1 => format!("{}{owner}", token.label),
            (false, _) => token.label.clone(),
            (true, _) => token
                .title
                .rsplit(' ')
                .next()
                .unwrap_or("?")
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
