//! Finds the places or buttons that a person clicks to make a move.

use crate::Fact;
use crate::clicks::Click;
use crate::look::BoardPlace;
use crate::picture::{BoardCell, Grid, Picture};
use crate::plan::DrawingPlan;
use crate::space::BoardSpace;

/// Returns what a person clicks for a move, in order: buttons or places. The result is empty if the move can only be
/// chosen by name. The names are those in the SVG picture, `GRID:COLUMN:ROW` and `button:LINE:NUMBER`.
pub fn targets(plan: &DrawingPlan, picture: &Picture, role: usize, text: &str) -> Vec<String> {
    let pressed = picture.buttons.names_for(role, text);
    match pressed.is_empty() {
        true => board_targets(plan, picture, role, text),
        false => pressed,
    }
}

/// Returns the places of a move in click order: first the origin, then the destination. The result is empty if a place
/// is unknown.
pub fn board_targets(
    plan: &DrawingPlan,
    picture: &Picture,
    role: usize,
    text: &str,
) -> Vec<String> {
    let fact = Fact::read(text);
    let clicks = plan.clicks.of_move(&fact.name, fact.args.len());
    let mut found: Vec<(usize, BoardPlace)> = Vec::new();
    for click in clicks {
        match (place_of(plan, picture, role, &fact, click), click) {
            (Some(place), _) if !found.contains(&place) => found.push(place),
            // A piece without a place enters the board.
            (None, Click::Piece { .. }) | (Some(_), _) => {}
            (None, _) => return Vec::new(),
        }
    }
    let used: usize = clicks.iter().map(|click| click.args().len()).sum();
    let by_line = matches!(clicks, [Click::Line { .. }]);
    if found.len() < 2
        && (by_line || used < fact.args.len() || fact.args.is_empty())
        && let Some(place) = destination(plan, picture, (role, &fact), !found.is_empty())
    {
        found.retain(|_| !by_line);
        found.extend((!found.contains(&place)).then_some(place));
    }
    let name = |(grid, place)| place_name(grid, place);
    found.into_iter().map(name).collect()
}

/// Returns the place of one click.
fn place_of(
    plan: &DrawingPlan,
    picture: &Picture,
    role: usize,
    fact: &Fact,
    click: &Click,
) -> Option<(usize, BoardPlace)> {
    match click {
        Click::Piece { space, arg } => piece_place(plan, picture, *space, &fact.args[*arg], role),
        Click::Place { space, args } => {
            let words: Vec<&String> = args.iter().map(|&arg| &fact.args[arg]).collect();
            exact_place(plan, picture, *space, &words)
        }
        Click::Line { space, axis, arg } => {
            landing_place(plan, picture, *space, *axis, &fact.args[*arg])
        }
    }
}

/// Returns the place that a move changes, if it is unique.
fn destination(
    plan: &DrawingPlan,
    picture: &Picture,
    (role, fact): (usize, &Fact),
    with_marks: bool,
) -> Option<(usize, BoardPlace)> {
    let name = plan.roles.get(role)?;
    let state = &picture.state;
    let places = plan
        .move_effects
        .places(&plan.spaces, state, (name, fact), with_marks);
    let mut places = places.into_iter();
    let ((space, board, place), None) = (places.next()?, places.next()) else {
        return None;
    };
    let (number, grid) = grids_of(plan, picture, space).nth(board)?;
    grid.cells.contains_key(&place).then_some((number, place))
}

/// Returns the name of a place in the SVG picture.
pub fn place_name(grid: usize, (column, row): (usize, usize)) -> String {
    format!("{grid}:{column}:{row}")
}

/// Returns the grids of a space with their numbers.
fn grids_of<'a>(
    plan: &DrawingPlan,
    picture: &'a Picture,
    space: usize,
) -> impl Iterator<Item = (usize, &'a Grid)> {
    let first: usize = plan.spaces[..space].iter().map(BoardSpace::grids).sum();
    let count = plan.spaces[space].grids();
    picture.grids.iter().enumerate().skip(first).take(count)
}

fn exact_place(
    plan: &DrawingPlan,
    picture: &Picture,
    space: usize,
    words: &[&String],
) -> Option<(usize, (usize, usize))> {
    let (board, place) = plan.spaces[space].locate(words)?;
    let (number, grid) = grids_of(plan, picture, space).nth(board)?;
    grid.cells.contains_key(&place).then_some((number, place))
}

/// Returns the place of a piece, if it is unique. Pieces of the role take precedence.
fn piece_place(
    plan: &DrawingPlan,
    picture: &Picture,
    space: usize,
    word: &str,
    role: usize,
) -> Option<(usize, (usize, usize))> {
    let mut found = Vec::new();
    for (number, grid) in grids_of(plan, picture, space) {
        for (&place, cell) in &grid.cells {
            let here = cell
                .tokens
                .iter()
                .filter(|token| token.contents[1..].iter().any(|w| w == word));
            found.extend(here.map(|token| (token.owner, (number, place))));
        }
    }
    if found.iter().any(|(owner, _)| *owner == Some(role)) {
        found.retain(|(owner, _)| *owner == Some(role));
    }
    match found[..] {
        [(_, place)] => Some(place),
        _ => None,
    }
}

/// Returns the free place of a line next to its pieces, or its first place. Lines fill up from the occupied end.
fn landing_place(
    plan: &DrawingPlan,
    picture: &Picture,
    space: usize,
    axis: usize,
    word: &str,
) -> Option<(usize, (usize, usize))> {
    let place = plan.spaces[space].on_line(axis, word)?;
    let (number, grid) = grids_of(plan, picture, space).next()?;
    let cells = grid.cells.iter().filter(|&(&at, _)| place(at));
    let cells: Vec<(&(usize, usize), &BoardCell)> = cells.collect();
    let is_free = |at: usize| cells[at].1.tokens.iter().all(|token| token.usual);
    let last = cells.len().checked_sub(1)?;
    let found = match is_free(0) && !is_free(last) {
        true => (0..last).rev().find(|&at| is_free(at)),
        false => (0..=last).find(|&at| is_free(at)),
    };
    Some((number, *cells[found?].0))
}
