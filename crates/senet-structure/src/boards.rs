//! Boards: facts of the state with coordinates, and what stands on them.

use super::initial::GroundFact;
use super::positions::{Class, Position, Positions, visit_places};
use super::successors::Successor;
use super::values::Values;
use rustc_hash::FxHashSet;
use senet_gdl::{Description, Symbol, Term};
use std::collections::BTreeSet;

/// Facts of the state with two or more coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The name of the facts.
    pub fluent: Symbol,
    /// How many arguments they have.
    pub arity: usize,
    /// The arguments that say where.
    pub coordinates: Vec<Coordinate>,
    /// The arguments that say what.
    pub contents: Vec<usize>,
    /// What can stand on a cell, one list of constants for each; empty lists on boards that only know occupied and free.
    pub markers: Vec<Marker>,
}

/// An argument that says where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coordinate {
    /// Which argument, from 0.
    pub index: usize,
    /// The class of the argument.
    pub class: Class,
    /// What can stand there, in order if there is one.
    pub values: Vec<Symbol>,
    /// The successor relation that orders the values.
    pub order: Option<Symbol>,
}

/// Something that can stand on the cells of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// The constants at the arguments that say what.
    pub contents: Vec<Symbol>,
    /// On how many cells it stands in the beginning.
    pub count: usize,
    /// Whether it is a piece, that is, stands on one cell at a time: it does so in the beginning, and no rule puts it on a cell without
    /// having found it on one.
    pub is_piece: bool,
}

/// Finds all boards.
///
/// What counts as a coordinate: an argument all of whose values are in one row of a successor relation of the same class. If a fact
/// has no such arguments, those do that moves speak of, too (and that are no roles): boards whose cells are listed without an order. Two
/// coordinates or more make a board.
pub fn boards(
    description: &Description,
    positions: &Positions,
    values: &Values,
    successors: &[Successor],
    initial: &[GroundFact],
) -> Vec<Board> {
    let moves = move_classes(description, positions);
    let roles = positions.class(Position::new(Symbol::ROLE, 1, 0));
    let find = |(fluent, arity): (Symbol, usize)| {
        let at = |index| Position::new(fluent, arity, index);
        let ordered = |index| ordered(at(index), positions, values, successors);
        let mut coordinates: Vec<_> = (0..arity).filter_map(ordered).collect();
        coordinates.retain(|c| Some(c.class) != roles);
        if coordinates.len() == arity {
            without_heights(&mut coordinates, fluent, initial);
        }
        if coordinates.is_empty() {
            let listed = |index| listed(at(index), positions, values, &moves);
            coordinates = (0..arity).filter_map(listed).collect();
        }
        (coordinates.len() >= 2).then(|| {
            let is_content = |index: &usize| coordinates.iter().all(|c| c.index != *index);
            let contents: Vec<_> = (0..arity).filter(is_content).collect();
            let markers = markers(description, (fluent, arity), &contents, values, initial);
            Board {
                fluent,
                arity,
                coordinates,
                contents,
                markers,
            }
        })
    };
    fluents(description).into_iter().filter_map(find).collect()
}

/// The facts of the state with arguments, in the order of the sheet.
pub fn fluents(description: &Description) -> Vec<(Symbol, usize)> {
    let mut found = Vec::new();
    for rule in &description.rules {
        visit_places(rule, &mut |position, term| {
            if position.name == Symbol::TRUE
                && let Term::Function(name, args, _) = term
                && !found.contains(&(*name, args.len()))
            {
                found.push((*name, args.len()));
            }
        });
    }
    found
}

/// Leaves out what is rather told than where, in facts that tell nothing else: a number that every place has one of in the beginning, such
/// as the height of each column.
fn without_heights(coordinates: &mut Vec<Coordinate>, fluent: Symbol, initial: &[GroundFact]) {
    let facts: Vec<&GroundFact> = initial.iter().filter(|f| f.name == fluent).collect();
    let is_height = |index: usize| {
        let others = coordinates.iter().filter(|c| c.index != index);
        let indexes: Vec<usize> = others.clone().map(|c| c.index).collect();
        let places: usize = others.map(|c| c.values.len()).product();
        let place = |fact: &&GroundFact| -> Option<Vec<Symbol>> {
            let constants = indexes.iter().map(|&at| match fact.args.get(at)? {
                Term::Constant(constant, _) => Some(*constant),
                _ => None,
            });
            constants.collect()
        };
        let told: BTreeSet<_> = facts.iter().filter_map(place).collect();
        !indexes.is_empty() && facts.len() == places && told.len() == places
    };
    if let Some(at) = coordinates.iter().position(|c| is_height(c.index)) {
        coordinates.remove(at);
    }
}

/// The values of an argument in order, if they stand in one row of a successor relation of the same class.
pub(super) fn ordered(
    position: Position,
    positions: &Positions,
    values: &Values,
    successors: &[Successor],
) -> Option<Coordinate> {
    let class = positions.class(position)?;
    let here: BTreeSet<Symbol> = values.at(position).collect();
    let first = *here.iter().next()?;
    let alike = successors.iter().filter(|s| s.class == class);
    let mut rows = alike.filter_map(|s| Some((s.relation, s.chain_of(first)?)));
    let (relation, chain) = rows.find(|(_, chain)| {
        here.len() > 1 && here.iter().all(|&value| chain.place(value).is_some())
    })?;
    let in_order = chain.elements.iter().copied();
    Some(Coordinate {
        index: position.index,
        class,
        values: in_order.filter(|e| here.contains(e)).collect(),
        order: Some(relation),
    })
}

fn listed(
    position: Position,
    positions: &Positions,
    values: &Values,
    moves: &FxHashSet<Class>,
) -> Option<Coordinate> {
    let class = positions.class(position)?;
    let here: Vec<Symbol> = values.at(position).collect();
    let fits = here.len() > 1 && moves.contains(&class);
    fits.then_some(Coordinate {
        index: position.index,
        class,
        values: here,
        order: None,
    })
}

/// The classes of what moves speak of, roles excepted.
fn move_classes(description: &Description, positions: &Positions) -> FxHashSet<Class> {
    let mut names = FxHashSet::default();
    for rule in &description.rules {
        visit_places(rule, &mut |position, term| {
            if position.name == Symbol::DOES
                && let Term::Function(name, args, _) = term
            {
                names.insert((*name, args.len()));
            }
        });
    }
    let at = |(name, arity)| (0..arity).map(move |index| Position::new(name, arity, index));
    let found = names.into_iter().flat_map(at);
    let mut classes: FxHashSet<_> = found.filter_map(|p| positions.class(p)).collect();
    if let Some(roles) = positions.class(Position::new(Symbol::ROLE, 1, 0)) {
        classes.remove(&roles);
    }
    classes
}

/// What can stand on the cells of a board.
fn markers(
    description: &Description,
    fluent: (Symbol, usize),
    contents: &[usize],
    values: &Values,
    initial: &[GroundFact],
) -> Vec<Marker> {
    let mut found: Vec<Vec<Symbol>> = vec![Vec::new()];
    for &index in contents {
        let here: Vec<_> = values
            .at(Position::new(fluent.0, fluent.1, index))
            .collect();
        if found.len() * here.len() > MOST_MARKERS {
            return Vec::new();
        }
        let with = |old: Vec<Symbol>| here.iter().map(move |&v| [old.clone(), vec![v]].concat());
        found = found.into_iter().flat_map(with).collect();
    }
    let marker = |contents_here: Vec<Symbol>| {
        let is_here = |fact: &&GroundFact| {
            (fact.name, fact.args.len()) == fluent
                && contents.iter().zip(&contents_here).all(
                    |(&at, &c)| matches!(fact.args[at], Term::Constant(found, _) if found == c),
                )
        };
        let count = initial.iter().filter(is_here).count();
        let is_piece = count == 1 && !is_put(description, fluent, contents, &contents_here);
        Marker {
            contents: contents_here,
            count,
            is_piece,
        }
    };
    found.into_iter().map(marker).collect()
}

/// Facts with more combinations of contents than this have none listed.
const MOST_MARKERS: usize = 1000;

/// Whether a rule puts the marker, by its name, on a cell without having found it on one.
fn is_put(
    description: &Description,
    fluent: (Symbol, usize),
    contents: &[usize],
    marker: &[Symbol],
) -> bool {
    let shows = |term: &Term| match term {
        Term::Function(name, args, _) if (*name, args.len()) == fluent => {
            !contents.is_empty()
                && contents
                    .iter()
                    .zip(marker)
                    .all(|(&at, &c)| matches!(args[at], Term::Constant(found, _) if found == c))
        }
        _ => false,
    };
    description.rules.iter().any(|rule| {
        rule.head.relation == Symbol::NEXT
            && rule.head.args.iter().any(shows)
            && !rule.body_sentences().iter().any(|(s, negated)| {
                !negated && s.relation == Symbol::TRUE && s.args.iter().any(shows)
            })
    })
}
