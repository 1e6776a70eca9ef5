//! What a move means on the boards: the places that a person would click to make it.

use crate::Fact;
use crate::clicks::Click;
use crate::look::Place;
use crate::picture::{Cell, Grid, Picture};
use crate::plan::Plan;
use crate::space::Space;

/// What a person would click to make a move, in order: places on boards, or else buttons; nothing if the move can only be named. Both are named as the
/// SVG picture names them, `GRID:COLUMN:ROW` and `button:LINE:NUMBER`.
pub fn targets(plan: &Plan, picture: &Picture, role: usize, text: &str) -> Vec<String> {
    let pressed = picture.buttons.names_for(role, text);
    match pressed.is_empty() {
        true => on_boards(plan, picture, role, text),
        false => pressed,
    }
}

/// The places that a move is about, in the order in which a person would click them: where from, then where to; none if the move cannot be
/// matched.
pub fn on_boards(plan: &Plan, picture: &Picture, role: usize, text: &str) -> Vec<String> {
    let fact = Fact::read(text);
    let clicks = plan.clicks.of_move(&fact.name, fact.args.len());
    let mut found: Vec<(usize, Place)> = Vec::new();
    for click in clicks {
        match (place_of(plan, picture, role, &fact, click), click) {
            (Some(place), _) if !found.contains(&place) => found.push(place),
            // A thing that is nowhere is being brought in.
            (None, Click::Thing { .. }) | (Some(_), _) => {}
            (None, _) => return Vec::new(),
        }
    }
    let told: usize = clicks.iter().map(|click| click.args().len()).sum();
    let by_line = matches!(clicks, [Click::Line { .. }]);
    if found.len() < 2
        && (by_line || told < fact.args.len() || fact.args.is_empty())
        && let Some(place) = where_to(plan, picture, (role, &fact), !found.is_empty())
    {
        found.retain(|_| !by_line);
        found.extend((!found.contains(&place)).then_some(place));
    }
    let name = |(grid, place)| place_name(grid, place);
    found.into_iter().map(name).collect()
}

/// The place that a part of a move says.
fn place_of(
    plan: &Plan,
    picture: &Picture,
    role: usize,
    fact: &Fact,
    click: &Click,
) -> Option<(usize, Place)> {
    match click {
        Click::Thing { space, arg } => thing_place(plan, picture, *space, &fact.args[*arg], role),
        Click::Place { space, args } => {
            let words: Vec<&String> = args.iter().map(|&arg| &fact.args[arg]).collect();
            exact_place(plan, picture, *space, &words)
        }
        Click::Line { space, axis, arg } => {
            landing_place(plan, picture, *space, *axis, &fact.args[*arg])
        }
    }
}

/// The one place to which the rules say that a move leads.
fn where_to(
    plan: &Plan,
    picture: &Picture,
    (role, fact): (usize, &Fact),
    with_marks: bool,
) -> Option<(usize, Place)> {
    let name = plan.roles.get(role)?;
    let state = &picture.state;
    let places = plan
        .leads
        .places(&plan.spaces, state, (name, fact), with_marks);
    let mut places = places.into_iter();
    let ((space, board, place), None) = (places.next()?, places.next()) else {
        return None;
    };
    let (number, grid) = grids_of(plan, picture, space).nth(board)?;
    grid.cells.contains_key(&place).then_some((number, place))
}

/// The name of a place in pictures.
pub fn place_name(grid: usize, (column, row): (usize, usize)) -> String {
    format!("{grid}:{column}:{row}")
}

/// The grids of a space in a picture, with their numbers.
fn grids_of<'a>(
    plan: &Plan,
    picture: &'a Picture,
    space: usize,
) -> impl Iterator<Item = (usize, &'a Grid)> {
    let first: usize = plan.spaces[..space].iter().map(Space::grids).sum();
    let count = plan.spaces[space].grids();
    picture.grids.iter().enumerate().skip(first).take(count)
}

fn exact_place(
    plan: &Plan,
    picture: &Picture,
    space: usize,
    words: &[&String],
) -> Option<(usize, (usize, usize))> {
    let (board, place) = plan.spaces[space].locate(words)?;
    let (number, grid) = grids_of(plan, picture, space).nth(board)?;
    grid.cells.contains_key(&place).then_some((number, place))
}

/// Where a thing lies, if it lies at one place alone; of things that several roles have, the role's own.
fn thing_place(
    plan: &Plan,
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

/// The free place of a line next to what lies in it, or its first one. Lines fill up from the end that is taken.
fn landing_place(
    plan: &Plan,
    picture: &Picture,
    space: usize,
    axis: usize,
    word: &str,
) -> Option<(usize, (usize, usize))> {
    let place = plan.spaces[space].on_line(axis, word)?;
    let (number, grid) = grids_of(plan, picture, space).next()?;
    let cells = grid.cells.iter().filter(|&(&at, _)| place(at));
    let cells: Vec<(&(usize, usize), &Cell)> = cells.collect();
    let is_free = |at: usize| cells[at].1.tokens.iter().all(|token| token.usual);
    let last = cells.len().checked_sub(1)?;
    let found = match is_free(0) && !is_free(last) {
        true => (0..last).rev().find(|&at| is_free(at)),
        false => (0..=last).find(|&at| is_free(at)),
    };
    Some((number, *cells[found?].0))
}
