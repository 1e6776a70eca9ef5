//! A state, sorted into what lies on boards and what does not.

use crate::Fact;
use crate::plan::{Layer, Plan, Space};
use std::collections::BTreeMap;

/// A state to be drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The boards.
    pub grids: Vec<Grid>,
    /// All facts that lie on no board.
    pub facts: Vec<Fact>,
}

/// A board with what lies on it.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Which of several boards it is.
    pub title: String,
    /// Names of the columns, from left to right.
    pub columns: Vec<String>,
    /// Names of the rows, from the bottom to the top.
    pub rows: Vec<String>,
    /// The places that exist.
    pub cells: BTreeMap<(usize, usize), Cell>,
}

/// A place.
#[derive(Clone, Default, Debug)]
pub struct Cell {
    /// What lies there.
    pub tokens: Vec<Token>,
    /// Whether it is to be pointed at.
    pub highlighted: bool,
}

/// A thing on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What is written on it; nothing where the colour of its owner says all.
    pub label: String,
    /// What it is, in full.
    pub title: String,
    /// The words that say what it is.
    pub contents: Vec<String>,
    /// The role it belongs to.
    pub owner: Option<usize>,
    /// Whether it is what most places have, and drawn small.
    pub usual: bool,
}

impl Picture {
    /// Sorts a state. Places where it differs from the `previous` one, if there is one, are highlighted.
    pub fn of(plan: &Plan, state: &[Fact], previous: Option<&[Fact]>) -> Picture {
        let mut picture = Picture::plain(plan, state);
        if let Some(previous) = previous {
            let before = Picture::plain(plan, previous);
            picture.highlight_changes(&before);
        }
        picture
    }

    fn plain(plan: &Plan, state: &[Fact]) -> Picture {
        let mut grids = Vec::new();
        let mut facts: Vec<Fact> = state.to_vec();
        for space in &plan.spaces {
            facts.retain(|fact| space.find(fact).is_none());
            grids.extend(grids_of(plan, space, state));
        }
        Picture { grids, facts }
    }

    fn highlight_changes(&mut self, before: &Picture) {
        for (grid, old) in self.grids.iter_mut().zip(&before.grids) {
            for (place, cell) in &mut grid.cells {
                let was = old.cells.get(place).map(|cell| &cell.tokens);
                cell.highlighted = was != Some(&cell.tokens);
            }
        }
    }
}

/// The boards of a space: one for each combination of further coordinates.
fn grids_of(plan: &Plan, space: &Space, state: &[Fact]) -> Vec<Grid> {
    let grid = |board: &Vec<String>| Grid {
        title: board.join(" "),
        columns: space.columns.clone(),
        rows: space.rows.clone(),
        cells: space.places.iter().map(|&p| (p, Cell::default())).collect(),
    };
    let mut grids: Vec<Grid> = space.boards.iter().map(grid).collect();
    for fact in state {
        let Some((layer, board, place)) = space.find(fact) else {
            continue;
        };
        if layer.blank != Some(layer.contents(fact))
            && let Some(cell) = grids[board].cells.get_mut(&place)
        {
            cell.tokens.push(token(plan, space, layer, fact));
            cell.tokens.sort_by_key(|token| token.owner);
        }
    }
    grids
}

/// What a fact puts on its place. A role is shown by its colour; a name is written where other facts lie on the board, too.
fn token(plan: &Plan, space: &Space, layer: &Layer, fact: &Fact) -> Token {
    let contents = layer.contents(fact);
    let owner = contents.iter().find_map(|word| plan.owners.owner(word));
    let plain = contents.iter().filter(|word| !plan.roles.contains(word));
    let mut words: Vec<&str> = plain.map(String::as_str).collect();
    if words.is_empty() && (owner.is_none() || space.layers.len() > 1) {
        words.push(&layer.name);
    }
    let short = |word: &&str| word.chars().take(space.letters).collect::<String>();
    let label = words.iter().map(short).collect::<Vec<_>>().join(" ");
    Token {
        label,
        title: fact.words(),
        contents,
        owner,
        usual: layer.usual,
    }
}
