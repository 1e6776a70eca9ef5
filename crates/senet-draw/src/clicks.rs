//! What a move means on the boards: the places that a person would click to make it.

use crate::Fact;
use crate::hints::{self, Hint, Hints};
use crate::look::Place;
use crate::picture::{Cell, Grid, Picture};
use crate::plan::Plan;
use crate::space::Space;
use senet_gdl::{Description, Symbol, Term};
use senet_graph::structure::{Position, Structure};
use std::collections::BTreeMap;

/// How the arguments of each move say places.
#[derive(Clone, Debug, Default)]
pub struct Clicks(BTreeMap<(String, usize), Vec<Click>>);

/// Something in a move that says a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Click {
    /// Where a thing is that the argument names.
    Thing { space: usize, arg: usize },
    /// The place with these coordinates.
    Place { space: usize, args: Vec<usize> },
    /// The place in a row or column at which a thing that is put there comes to lie.
    Line {
        space: usize,
        axis: usize,
        arg: usize,
    },
}

/// More candidates are not weighed against each other.
const MOST_CANDIDATES: usize = 12;

impl Clicks {
    /// Finds how moves say places, from the variables that they share with facts on boards, or else from arguments that are of the same
    /// classes as coordinates.
    pub fn of(description: &Description, structure: &Structure, spaces: &[Space]) -> Clicks {
        let hints = hints::of_moves(description, spaces);
        let mut found = BTreeMap::new();
        for (name, arity) in moves(description) {
            let key = (description.symbols.key(name).to_string(), arity);
            let told = hints.get(&key).map_or(Vec::new(), clicks);
            let clicks = match told.is_empty() {
                true => of_class(structure, (name, arity), spaces),
                false => told,
            };
            found.insert(key, clicks);
        }
        Clicks(found)
    }
}

/// The moves with arguments that rules speak of.
fn moves(description: &Description) -> Vec<(Symbol, usize)> {
    let mut found = Vec::new();
    for rule in &description.rules {
        let body = rule.body_sentences().into_iter().map(|(s, _)| s);
        for sentence in std::iter::once(&rule.head).chain(body) {
            let of_move = matches!(sentence.relation, Symbol::DOES | Symbol::LEGAL);
            if let (true, Some(Term::Function(name, args, _))) = (of_move, sentence.args.get(1)) {
                found.push((*name, args.len()));
            }
        }
    }
    found
}

/// Arguments one after the other that are of the classes of the coordinates of a single board.
fn of_class(structure: &Structure, (name, arity): (Symbol, usize), spaces: &[Space]) -> Vec<Click> {
    let class = |index| structure.positions.class(Position::new(name, arity, index));
    for (at, space) in spaces.iter().enumerate() {
        let count = space.classes.len();
        let fits = |first: &usize| {
            let own = (*first..).zip(&space.classes);
            space.boards.len() == 1 && own.into_iter().all(|(i, c)| class(i) == Some(*c))
        };
        let firsts = (0..(arity + 1).saturating_sub(count)).step_by(count.max(1));
        let places = firsts.filter(fits).map(|first| Click::Place {
            space: at,
            args: (first..first + count).collect(),
        });
        let places: Vec<Click> = places.collect();
        if !places.is_empty() {
            return places;
        }
    }
    Vec::new()
}

/// Places if the arguments tell any, else lines; and things where one place or line alone tells only where they go.
fn clicks(hints: &Hints) -> Vec<Click> {
    let mut found = places(hints);
    if found.is_empty() {
        found.extend(line(hints));
    }
    if found.len() <= 1 {
        let used: Vec<usize> = found.iter().flat_map(Click::args).collect();
        found.splice(0..0, thing(hints, &used));
    }
    found
}

impl Click {
    fn args(&self) -> Vec<usize> {
        match self {
            Click::Thing { arg, .. } | Click::Line { arg, .. } => vec![*arg],
            Click::Place { args, .. } => args.clone(),
        }
    }
}

/// The most places that no two share an argument, preferring those whose arguments stand together and that were found over fewer rules.
fn places(hints: &Hints) -> Vec<Click> {
    let all = hints
        .iter()
        .filter_map(|((hint, args), &distance)| match hint {
            Hint::Place(space) => Some((cost(args), distance, args, *space)),
            _ => None,
        });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all.truncate(MOST_CANDIDATES);
    let mut best: (usize, usize, Vec<usize>) = (0, 0, Vec::new());
    for chosen in 1..(1u32 << all.len()) {
        let picked = (0..all.len()).filter(|at| chosen >> at & 1 == 1);
        let picked: Vec<usize> = picked.collect();
        let mut used: Vec<usize> = picked.iter().flat_map(|&at| all[at].2.clone()).collect();
        let count = used.len();
        used.sort_unstable();
        used.dedup();
        let cost = picked.iter().map(|&at| all[at].0 * 8 + all[at].1).sum();
        let better = used.len() > best.0 || used.len() == best.0 && cost < best.1;
        if used.len() == count && better {
            best = (count, cost, picked);
        }
    }
    let click = |&at: &usize| Click::Place {
        space: all[at].3,
        args: all[at].2.clone(),
    };
    let mut found: Vec<Click> = best.2.iter().map(click).collect();
    found.sort_by_key(Click::args);
    found
}

/// How far arguments are from standing one after the other.
fn cost(args: &[usize]) -> usize {
    let steps = args.windows(2).map(|pair| match pair[1] > pair[0] {
        true => pair[1] - pair[0] - 1,
        false => pair[0] - pair[1] + 1,
    });
    steps.sum()
}

/// The one coordinate that is told nearest to the board.
fn line(hints: &Hints) -> Option<Click> {
    let all = hints
        .iter()
        .filter_map(|((hint, args), &distance)| match hint {
            Hint::Line(space, axis) => Some((distance, args[0], *space, *axis)),
            _ => None,
        });
    let (_, arg, space, axis) = all.min()?;
    Some(Click::Line { space, axis, arg })
}

/// The thing that is told nearest to the board, by an argument that says nothing else.
fn thing(hints: &Hints, used: &[usize]) -> Option<Click> {
    let all = hints
        .iter()
        .filter_map(|((hint, args), &distance)| match hint {
            Hint::Thing(space, _) if !used.contains(&args[0]) => Some((distance, args[0], *space)),
            _ => None,
        });
    let (_, arg, space) = all.min()?;
    Some(Click::Thing { space, arg })
}

/// The places that a move is about, in the order in which a person would click them: where from, then where to; none if the move cannot be
/// matched. Places are named as the SVG picture names them, `GRID:COLUMN:ROW`.
pub fn targets(plan: &Plan, picture: &Picture, role: usize, text: &str) -> Vec<String> {
    let fact = Fact::read(text);
    let key = (fact.name.clone(), fact.args.len());
    let clicks = plan.clicks.0.get(&key).map_or(&[][..], Vec::as_slice);
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
