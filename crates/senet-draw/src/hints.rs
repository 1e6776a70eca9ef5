//! Finds the meaning of the arguments of relations, fluents and moves: a place, a line of places, or a piece.

use crate::space::BoardSpace;
use senet_gdl::{Deadline, Dependencies, Description, Rule, Sentence, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The meaning of some arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ArgumentHint {
    /// All coordinates of a place in a space.
    Place(usize),
    /// One coordinate: the space and the number of the coordinate.
    Line(usize, usize),
    /// A piece on a place: the space and the number of the layer.
    Piece(usize, usize),
}

/// Arguments with a meaning, in the order of the coordinates, and the distance in rules from the board.
pub type ArgumentHints = BTreeMap<(ArgumentHint, Vec<usize>), usize>;

/// A name with its arity. Fluents, moves and relations are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Subject {
    State(Symbol, usize),
    Move(Symbol, usize),
    Relation(Symbol, usize),
}

/// An atom of a rule: its subject and its arguments.
type Atom<'a> = (Subject, &'a [Term]);

/// The largest distance in rules between a move and the board.
const MAX_DISTANCE: usize = 4;

/// The largest number of ways to find a place among the arguments of an atom.
const MOST_WAYS: usize = 100;

/// Finds the meaning of move arguments through the variables that moves share with fluents on boards.
pub fn of_moves(
    description: &Description,
    spaces: &[BoardSpace],
    deadline: &Deadline,
) -> BTreeMap<(String, usize), ArgumentHints> {
    let word = |symbol| description.symbols.key(symbol).to_string();
    let changing = changing(description);
    let rules = description.rules.iter();
    let rules: Vec<Vec<Atom>> = rules.map(|rule| atoms(rule, &changing)).collect();
    let mut known: BTreeMap<Subject, ArgumentHints> = BTreeMap::new();
    for atom in rules.iter().flatten() {
        if let Subject::State(name, arity) = atom.0 {
            let hints = board_hints(spaces, &word(name), arity);
            known.entry(atom.0).or_insert(hints);
        }
    }
    for distance in 1..=MAX_DISTANCE {
        let before = known.clone();
        for rule in rules.iter().take_while(|_| !deadline.is_over()) {
            propagate(rule, &before, distance, &mut known);
        }
    }
    let moves = known.into_iter().filter_map(|(subject, hints)| {
        let Subject::Move(name, arity) = subject else {
            return None;
        };
        Some(((word(name), arity), hints))
    });
    moves.collect()
}

/// Returns the meaning of the arguments of a fluent on a board.
fn board_hints(spaces: &[BoardSpace], name: &str, arity: usize) -> ArgumentHints {
    let mut hints = ArgumentHints::new();
    for (at, space) in spaces.iter().enumerate() {
        for (number, layer) in space.layers.iter().enumerate() {
            if layer.name != name || layer.arity != arity {
                continue;
            }
            let coordinates = layer.coordinates();
            for (axis, &index) in coordinates.iter().enumerate() {
                hints.insert((ArgumentHint::Line(at, axis), vec![index]), 0);
            }
            for &index in &layer.contents {
                hints.insert((ArgumentHint::Piece(at, number), vec![index]), 0);
            }
            hints.insert((ArgumentHint::Place(at), coordinates), 0);
            if !layer.far.is_empty() {
                hints.insert((ArgumentHint::Place(at), layer.far.clone()), 0);
            }
        }
    }
    hints
}

/// Returns the relations that depend on the state or on moves. Static relations give no hints about moves.
fn changing(description: &Description) -> BTreeSet<(Symbol, usize)> {
    let asks = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    let users = Dependencies::of(description).users(|(name, _)| asks(name));
    users.into_iter().collect()
}

/// Returns the atoms of a rule, except static relations.
fn atoms<'a>(rule: &'a Rule, changing: &BTreeSet<(Symbol, usize)>) -> Vec<Atom<'a>> {
    let body = rule.body_sentences();
    let sentences = std::iter::once(&rule.head).chain(body.into_iter().map(|(s, _)| s));
    sentences.filter_map(|s| atom(s, changing)).collect()
}

fn atom<'a>(sentence: &'a Sentence, changing: &BTreeSet<(Symbol, usize)>) -> Option<Atom<'a>> {
    match (sentence.relation, &sentence.args[..]) {
        (Symbol::TRUE | Symbol::NEXT | Symbol::INIT, [Term::Function(name, args, _)]) => {
            Some((Subject::State(*name, args.len()), args))
        }
        (Symbol::DOES | Symbol::LEGAL, [_, Term::Function(name, args, _)]) => {
            Some((Subject::Move(*name, args.len()), args))
        }
        (relation, args) if changing.contains(&sentence.signature()) => {
            (!relation.is_keyword()).then_some((Subject::Relation(relation, args.len()), args))
        }
        _ => None,
    }
}

/// Copies hints from one atom of a rule to the other atoms with the same variables.
fn propagate(
    rule: &[Atom],
    before: &BTreeMap<Subject, ArgumentHints>,
    distance: usize,
    known: &mut BTreeMap<Subject, ArgumentHints>,
) {
    for (at, (subject, args)) in rule.iter().enumerate() {
        let fresh = before.get(subject).into_iter().flatten();
        for ((hint, indexes), _) in fresh.filter(|(_, found)| **found + 1 == distance) {
            let Some(variables) = variables(args, indexes) else {
                continue;
            };
            for (other, (receiver, received)) in rule.iter().enumerate() {
                if other == at || matches!(receiver, Subject::State(..)) {
                    continue;
                }
                let hints = known.entry(*receiver).or_default();
                for indexes in places_of(&variables, received) {
                    hints.entry((*hint, indexes)).or_insert(distance);
                }
            }
        }
    }
}

/// Returns the variables at these arguments; `None` if one of them is not a variable.
fn variables(args: &[Term], indexes: &[usize]) -> Option<Vec<Symbol>> {
    let at = indexes.iter().map(|&index| match args.get(index) {
        Some(Term::Variable(variable, _)) => Some(*variable),
        _ => None,
    });
    at.collect()
}

/// Returns all ways to find the variables among the arguments, with different arguments for each.
fn places_of(variables: &[Symbol], args: &[Term]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for variable in variables {
        let here = |index: &usize| matches!(args[*index], Term::Variable(v, _) if v == *variable);
        let extended = found.iter().flat_map(|old| {
            let free = (0..args.len()).filter(here);
            let free = free.filter(|index| !old.contains(index));
            free.map(|index| [&old[..], &[index]].concat())
        });
        found = extended.take(MOST_WAYS).collect();
    }
    found
}
