//! Finds the places that the arguments of moves refer to.

use crate::hints::{self, ArgumentHint, ArgumentHints};
use crate::space::BoardSpace;
use senet_gdl::{Deadline, Description, Symbol, Term};
use senet_structure::{ArgumentPosition, Structure};
use std::collections::{BTreeMap, BTreeSet};

/// The clicks for each kind of move.
#[derive(Clone, Debug, Default)]
pub struct Clicks(BTreeMap<(String, usize), Vec<Click>>);

/// One click for a move: a part of the move that refers to a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Click {
    /// The place of the piece that the argument names.
    Piece {
        /// The space of the piece.
        space: usize,
        /// The argument.
        arg: usize,
    },
    /// The place with these coordinates.
    Place {
        /// The space of the place.
        space: usize,
        /// The arguments, in the order of the coordinates.
        args: Vec<usize>,
    },
    /// The place where a piece comes to lie in a row or column.
    Line {
        /// The space of the line.
        space: usize,
        /// The number of the coordinate.
        axis: usize,
        /// The argument.
        arg: usize,
    },
}

/// The search compares at most this number of candidates.
const MOST_CANDIDATES: usize = 12;

impl Clicks {
    /// Finds the clicks for all moves. It uses variables that moves share with fluents on boards. Otherwise it uses
    /// arguments of the same class as the coordinates.
    pub fn of(
        description: &Description,
        structure: &Structure,
        spaces: &[BoardSpace],
        deadline: &Deadline,
    ) -> Clicks {
        let hints = hints::of_moves(description, spaces, deadline);
        let mut found = BTreeMap::new();
        for (name, arity) in moves(description) {
            let key = (description.symbols.key(name).to_string(), arity);
            let by_hints = hints.get(&key).map_or(Vec::new(), clicks);
            let clicks = match by_hints.is_empty() {
                true => of_class(structure, (name, arity), spaces),
                false => by_hints,
            };
            found.insert(key, clicks);
        }
        Clicks(found)
    }

    /// Returns true if some move names two places of a space.
    pub fn move_between_places(&self, space: usize) -> bool {
        let here =
            |click: &&Click| matches!(click, Click::Place { space: own, .. } if *own == space);
        let mut kinds = self.0.values();
        kinds.any(|clicks| clicks.iter().filter(here).count() > 1)
    }

    /// Returns the clicks for a move.
    pub fn of_move(&self, name: &str, arity: usize) -> &[Click] {
        let key = (name.to_string(), arity);
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }
}

/// Returns the moves with arguments that occur in the rules.
fn moves(description: &Description) -> BTreeSet<(Symbol, usize)> {
    let mut found = BTreeSet::new();
    for rule in &description.rules {
        let body = rule.body_sentences().into_iter().map(|(s, _)| s);
        for sentence in std::iter::once(&rule.head).chain(body) {
            let of_move = matches!(sentence.relation, Symbol::DOES | Symbol::LEGAL);
            if let (true, Some(Term::Function(name, args, _))) = (of_move, sentence.args.get(1)) {
                found.insert((*name, args.len()));
            }
        }
    }
    found
}

/// Returns consecutive arguments whose classes match the coordinates of a single board.
fn of_class(
    structure: &Structure,
    (name, arity): (Symbol, usize),
    spaces: &[BoardSpace],
) -> Vec<Click> {
    let class = |index| {
        structure
            .positions
            .class(ArgumentPosition::new(name, arity, index))
    };
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

/// Returns the places that the arguments name, or a line otherwise. If that gives at most one click, the piece that
/// moves is added in front.
fn clicks(hints: &ArgumentHints) -> Vec<Click> {
    let mut found = places(hints);
    if found.is_empty() {
        found.extend(line(hints));
    }
    if found.len() <= 1 {
        let used: Vec<usize> = found.iter().flat_map(Click::args).collect();
        found.splice(0..0, piece(hints, &used));
    }
    found
}

impl Click {
    /// Returns the arguments that the click uses.
    pub fn args(&self) -> Vec<usize> {
        match self {
            Click::Piece { arg, .. } | Click::Line { arg, .. } => vec![*arg],
            Click::Place { args, .. } => args.clone(),
        }
    }
}

/// Selects places that share no argument and use most arguments. Prefers adjacent arguments, and hints with a short
/// distance.
fn places(hints: &ArgumentHints) -> Vec<Click> {
    let all = hints
        .iter()
        .filter_map(|((hint, args), &distance)| match hint {
            ArgumentHint::Place(space) => Some((cost(args), distance, args, *space)),
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

/// Measures how far the arguments are from being consecutive.
fn cost(args: &[usize]) -> usize {
    let steps = args.windows(2).map(|pair| match pair[1] > pair[0] {
        true => pair[1] - pair[0] - 1,
        false => pair[0] - pair[1] + 1,
    });
    steps.sum()
}

/// Returns the line hint with the shortest distance.
fn line(hints: &ArgumentHints) -> Option<Click> {
    let all = hints
        .iter()
        .filter_map(|((hint, args), &distance)| match hint {
            ArgumentHint::Line(space, axis) => Some((distance, args[0], *space, *axis)),
            _ => None,
        });
    let (_, arg, space, axis) = all.min()?;
    Some(Click::Line { space, axis, arg })
}

/// Returns the piece hint with the shortest distance, at an unused argument.
fn piece(hints: &ArgumentHints, used: &[usize]) -> Option<Click> {
    let all = hints
        .iter()
        .filter_map(|((hint, args), &distance)| match hint {
            ArgumentHint::Piece(space, _) if !used.contains(&args[0]) => {
                Some((distance, args[0], *space))
            }
            _ => None,
        });
    let (_, arg, space) = all.min()?;
    Some(Click::Piece { space, arg })
}
