//! Chooses the arguments of a fluent that name its places. All other arguments are contents.

use crate::Fact;
use crate::evidence::Evidence;
use crate::named_places::several_boards;
use crate::stacks::is_stack;
use senet_gdl::Symbol;
use senet_structure::{ArgumentPosition, Board, Coordinate, Structure};
use std::collections::BTreeSet;

/// The maximum number of boards of one kind, unless each place is known to have a single content on each board.
const FEW_BOARDS: usize = 4;

/// Splits the coordinates of a board: first those that select one of several boards, then column and row. Ordered
/// arguments that the others determine, such as numbers in a puzzle, are left out.
pub fn choose(
    board: &Board,
    structure: &Structure,
    evidence: &Evidence,
    word: &impl Fn(Symbol) -> String,
) -> Option<(Vec<Coordinate>, [Coordinate; 2])> {
    let all = &board.coordinates;
    let fluent = (&*word(board.fluent), board.arity);
    let is_place = |c: &Coordinate| {
        evidence.is_key(fluent, &[c.index]) && is_constant(evidence, fluent, &[c.index])
    };
    let stacked = board.arity == 2
        && all
            .iter()
            .all(|c| c.order.is_none() && c.class == all[0].class)
        && is_stack(evidence, fluent);
    let unordered = all.iter().all(|c| c.order.is_none());
    let sizes: Vec<usize> = all.iter().map(|c| c.values.len()).collect();
    if let ([one, other], true, 2) = (&sizes[..], unordered, board.arity)
        && several_boards(*one, *other).is_some()
    {
        return None;
    }
    let alike = all.len() > 3 && all.iter().all(|c| c.class == all[0].class);
    if alike && all.len() == board.arity && is_single(evidence, fluent) {
        return None;
    }
    if stacked || board.arity == 2 && all.iter().any(is_place) {
        return None;
    }
    let key = smallest_key(all, fluent, evidence);
    let is_key = key.is_some();
    let chosen = key.unwrap_or_else(|| all.clone());
    match &chosen[..] {
        [] | [_] => None,
        [x, y] => {
            let boards = match is_key {
                true => Vec::new(),
                false => board_argument(board, structure, evidence, fluent),
            };
            Some((boards, [x.clone(), y.clone()]))
        }
        _ => {
            let split = split(&chosen);
            let boards = split.0.iter().map(|c| c.values.len());
            let boards = boards.fold(1, usize::saturating_mul);
            let full = chosen.len() < board.arity && (is_key || evidence.steps.is_empty());
            if full || boards <= FEW_BOARDS {
                return Some(split);
            }
            // A set of numbers at each place: the numbers are contents.
            Some((Vec::new(), [all[0].clone(), all[1].clone()]))
        }
    }
}

/// Returns true if each observed state has one fact of a fluent: a row of values, not places.
fn is_single(evidence: &Evidence, (name, arity): (&str, usize)) -> bool {
    let own = |state: &Vec<Fact>| {
        let facts = state.iter();
        facts
            .filter(|f| f.name == name && f.args.len() == arity)
            .count()
    };
    !evidence.steps.is_empty() && evidence.states().all(|state| own(state) == 1)
}

/// Finds the argument that selects one of several boards: together with the coordinates it determines the content.
fn board_argument(
    board: &Board,
    structure: &Structure,
    evidence: &Evidence,
    fluent: (&str, usize),
) -> Vec<Coordinate> {
    let place: Vec<usize> = board.coordinates.iter().map(|c| c.index).collect();
    let roles = structure
        .positions
        .class(ArgumentPosition::new(Symbol::ROLE, 1, 0));
    let others = (0..board.arity).filter(|index| !place.contains(index));
    let found = others.filter_map(|index| {
        let at = ArgumentPosition::new(board.fluent, board.arity, index);
        let class = structure.positions.class(at)?;
        let values: Vec<Symbol> = structure.values.at(at).collect();
        let few = (2..=MOST_BOARDS).contains(&values.len()) && Some(class) != roles;
        let with = [&place[..], &[index]].concat();
        let decides = with.len() < board.arity && evidence.is_key(fluent, &with);
        (few && decides).then_some(Coordinate {
            index,
            class,
            values,
            order: None,
        })
    });
    found.take(1).collect()
}

/// The largest number of boards that an argument without an order selects.
const MOST_BOARDS: usize = 9;

/// Returns the fewest coordinates that determine all other arguments in every observed state. Among several, those
/// that show the same places in every state come first.
fn smallest_key(
    all: &[Coordinate],
    fluent: (&str, usize),
    evidence: &Evidence,
) -> Option<Vec<Coordinate>> {
    let sets = |size: usize| subsets(all.len(), size);
    (2..=all.len()).find_map(|size| {
        let fitting = sets(size).into_iter().filter_map(|set| {
            let args: Vec<usize> = set.iter().map(|&at| all[at].index).collect();
            let key = args.len() == fluent.1 || evidence.is_key(fluent, &args);
            key.then(|| (!is_constant(evidence, fluent, &args), set))
        });
        let (_, set) = fitting.min()?;
        Some(set.into_iter().map(|at| all[at].clone()).collect())
    })
}

/// Returns true if the words at these arguments are the same in all observed states.
pub fn is_constant(evidence: &Evidence, (name, arity): (&str, usize), args: &[usize]) -> bool {
    let shown = evidence.states().map(|state| {
        let own = state
            .iter()
            .filter(|fact| fact.name == name && fact.args.len() == arity);
        own.map(|fact| args.iter().map(|&at| &fact.args[at]).collect::<Vec<_>>())
            .collect::<BTreeSet<_>>()
    });
    let mut shown = shown;
    let first = shown.next();
    shown.all(|other| Some(other) == first)
}

/// The last two coordinates name the place, unless the smallest one selects a board.
fn split(chosen: &[Coordinate]) -> (Vec<Coordinate>, [Coordinate; 2]) {
    let mut rest = chosen.to_vec();
    let mut boards = Vec::new();
    while rest.len() > 2 {
        let smallest = (0..rest.len()).min_by_key(|&at| rest[at].values.len());
        boards.push(rest.remove(smallest.unwrap_or(0)));
    }
    let last = rest.split_off(1);
    (boards, [rest[0].clone(), last[0].clone()])
}

/// Returns all sets of `size` numbers below `count`, in order.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = found.iter().flat_map(|set| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..count).map(move |next| [&set[..], &[next]].concat())
        });
        found = longer.take(MOST_SETS).collect();
    }
    found
}

/// The largest number of sets of arguments that are compared.
const MOST_SETS: usize = 200;
