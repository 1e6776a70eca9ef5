//! What the arguments of moves mean on the boards.

use crate::hints::{self, Hint, Hints};
use crate::space::Space;
use senet_gdl::{Description, Symbol, Term};
use senet_structure::{Position, Structure};
use std::collections::BTreeMap;

/// How the arguments of each move say places.
#[derive(Clone, Debug, Default)]
pub struct Clicks(BTreeMap<(String, usize), Vec<Click>>);

/// Something in a move that says a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Click {
    /// Where a thing is that the argument names.
    Thing {
        /// The space of the thing.
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
    /// The place in a row or column at which a thing that is put there comes to lie.
    Line {
        /// The space of the line.
        space: usize,
        /// The number of the coordinate.
        axis: usize,
        /// The argument.
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

    /// What the arguments of a move say.
    pub fn of_move(&self, name: &str, arity: usize) -> &[Click] {
        let key = (name.to_string(), arity);
        self.0.get(&key).map_or(&[], Vec::as_slice)
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
    /// The arguments that it speaks of.
    pub fn args(&self) -> Vec<usize> {
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
