//! What the arguments of relations, facts and moves say about boards: which of them are a place, a line of places, or a thing.

use crate::space::Space;
use senet_gdl::{Dependencies, Description, Rule, Sentence, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What some arguments say together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hint {
    /// All coordinates of a place on the boards of a space.
    Place(usize),
    /// One coordinate, by its number among the coordinates of a space.
    Line(usize, usize),
    /// What lies on a place, by the number of the layer.
    Thing(usize, usize),
}

/// Arguments that say something, in the order of the coordinates, and over how many rules that was found.
pub type Hints = BTreeMap<(Hint, Vec<usize>), usize>;

/// A name with its number of arguments; facts of the state, moves and relations never mix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Subject {
    State(Symbol, usize),
    Move(Symbol, usize),
    Relation(Symbol, usize),
}

/// Something said in a rule: of what, and its arguments.
type Atom<'a> = (Subject, &'a [Term]);

/// So many helpers may stand between a move and the board.
const FARTHEST: usize = 4;

/// What the arguments of each move say, as far as variables that moves share with facts on boards tell.
pub fn of_moves(description: &Description, spaces: &[Space]) -> BTreeMap<(String, usize), Hints> {
    let word = |symbol| description.symbols.key(symbol).to_string();
    let changing = changing(description);
    let rules = description.rules.iter();
    let rules: Vec<Vec<Atom>> = rules.map(|rule| atoms(rule, &changing)).collect();
    let mut known: BTreeMap<Subject, Hints> = BTreeMap::new();
    for atom in rules.iter().flatten() {
        if let Subject::State(name, arity) = atom.0 {
            let told = told_by_boards(spaces, &word(name), arity);
            known.entry(atom.0).or_insert(told);
        }
    }
    for distance in 1..=FARTHEST {
        let before = known.clone();
        for rule in &rules {
            pass_on(rule, &before, distance, &mut known);
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

/// What a fact on a board says by itself.
fn told_by_boards(spaces: &[Space], name: &str, arity: usize) -> Hints {
    let mut told = Hints::new();
    for (at, space) in spaces.iter().enumerate() {
        for (number, layer) in space.layers.iter().enumerate() {
            if layer.name != name || layer.arity != arity {
                continue;
            }
            let coordinates = layer.coordinates();
            for (axis, &index) in coordinates.iter().enumerate() {
                told.insert((Hint::Line(at, axis), vec![index]), 0);
            }
            for &index in &layer.contents {
                told.insert((Hint::Thing(at, number), vec![index]), 0);
            }
            told.insert((Hint::Place(at), coordinates), 0);
        }
    }
    told
}

/// Relations that depend on what happens; those that do not are the same for all places and tell nothing about moves.
fn changing(description: &Description) -> BTreeSet<(Symbol, usize)> {
    let asks = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    let users = Dependencies::of(description).users(|(name, _)| asks(name));
    users.into_iter().collect()
}

/// All that is said in a rule, of what changes.
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

/// What is said of one atom of a rule is said of all others that the same variables stand in.
fn pass_on(
    rule: &[Atom],
    before: &BTreeMap<Subject, Hints>,
    distance: usize,
    known: &mut BTreeMap<Subject, Hints>,
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

/// The variables at these arguments, if all are.
fn variables(args: &[Term], indexes: &[usize]) -> Option<Vec<Symbol>> {
    let at = indexes.iter().map(|&index| match args.get(index) {
        Some(Term::Variable(variable, _)) => Some(*variable),
        _ => None,
    });
    at.collect()
}

/// All ways in which the variables stand among the arguments, no argument twice.
fn places_of(variables: &[Symbol], args: &[Term]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for variable in variables {
        let here = |index: &usize| matches!(args[*index], Term::Variable(v, _) if v == *variable);
        let extended = found.iter().flat_map(|old| {
            let free = (0..args.len()).filter(here);
            let free = free.filter(|index| !old.contains(index));
            free.map(|index| [&old[..], &[index]].concat())
        });
        found = extended.collect();
    }
    found
}
