//! Finds boards: fluents with coordinates, and the markers on their cells.

use super::ground_facts::GroundFact;
use super::positions::{ArgumentClass, ArgumentPosition, ArgumentPositions, visit_positions};
use super::successors::Successor;
use super::values::ArgumentValues;
use rustc_hash::FxHashSet;
use senet_gdl::{Deadline, Description, OutOfTime, Symbol, Term};
use std::collections::BTreeSet;

/// A board: a fluent with two or more coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The name of the fluent.
    pub fluent: Symbol,
    /// The number of arguments of the fluent.
    pub arity: usize,
    /// The arguments that name a cell.
    pub coordinates: Vec<Coordinate>,
    /// The arguments that name the content of a cell.
    pub contents: Vec<usize>,
    /// The possible contents of a cell, one list of constants each. The list is empty if the fluent has only
    /// coordinates.
    pub markers: Vec<Marker>,
}

/// An argument that is a coordinate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coordinate {
    /// The index of the argument, from 0.
    pub index: usize,
    /// The class of the argument.
    pub class: ArgumentClass,
    /// The possible values, in the order of the successor relation if there is one.
    pub values: Vec<Symbol>,
    /// The successor relation that orders the values.
    pub order: Option<Symbol>,
}

/// A marker: one possible content of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// The constants at the content arguments.
    pub contents: Vec<Symbol>,
    /// The number of cells that hold the marker in the initial state.
    pub count: usize,
    /// True if the marker is a piece, that is, it is on one cell at a time. It is on one cell initially, and each
    /// `next` rule that names it also requires it on a cell before.
    pub is_piece: bool,
}

/// Finds all boards.
///
/// A coordinate is an argument whose values all lie in one chain of a successor relation of the same class. If a
/// fluent has no such argument, arguments that also occur in moves count instead, except roles. This covers boards
/// whose cells are listed without an order. A board needs at least two coordinates.
pub fn boards(
    description: &Description,
    (positions, values): (&ArgumentPositions, &ArgumentValues),
    successors: &[Successor],
    initial: &[GroundFact],
    deadline: &Deadline,
) -> Result<Vec<Board>, OutOfTime> {
    let moves = move_classes(description, positions);
    let roles = positions.class(ArgumentPosition::new(Symbol::ROLE, 1, 0));
    let find = |(fluent, arity): (Symbol, usize)| {
        let at = |index| ArgumentPosition::new(fluent, arity, index);
        let ordered = |index| ordered_coordinate(at(index), positions, values, successors);
        let mut coordinates = Vec::new();
        for index in 0..arity {
            deadline.check()?;
            coordinates.extend(ordered(index));
        }
        coordinates.retain(|c| Some(c.class) != roles);
        if coordinates.len() == arity {
            drop_height(&mut coordinates, fluent, initial);
        }
        if coordinates.is_empty() {
            let listed = |index| unordered_coordinate(at(index), positions, values, &moves);
            coordinates = (0..arity).filter_map(listed).collect();
        }
        if coordinates.len() < 2 {
            return Ok(None);
        }
        let named: FxHashSet<usize> = coordinates.iter().map(|c| c.index).collect();
        let is_content = |index: &usize| !named.contains(index);
        let contents: Vec<_> = (0..arity).filter(is_content).collect();
        let markers = markers(description, (fluent, arity), &contents, values, initial);
        deadline.check()?;
        Ok(Some(Board {
            fluent,
            arity,
            coordinates,
            contents,
            markers,
        }))
    };
    let found = fluents(description).into_iter().map(find);
    found.filter_map(Result::transpose).collect()
}

/// Lists the fluents with arguments, in the order of the rule sheet.
pub fn fluents(description: &Description) -> Vec<(Symbol, usize)> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for rule in &description.rules {
        visit_positions(rule, &mut |position, term| {
            if position.name == Symbol::TRUE
                && let Term::Function(name, args, _) = term
                && seen.insert((*name, args.len()))
            {
                found.push((*name, args.len()));
            }
        });
    }
    found
}

/// Drops the coordinate that is a height: a value that each place has exactly once initially, such as the fill level
/// of each column. This applies only to fluents without content arguments.
fn drop_height(coordinates: &mut Vec<Coordinate>, fluent: Symbol, initial: &[GroundFact]) {
    let facts: Vec<&GroundFact> = initial.iter().filter(|f| f.name == fluent).collect();
    let is_height = |index: usize| {
        let others = coordinates.iter().filter(|c| c.index != index);
        let indexes: Vec<usize> = others.clone().map(|c| c.index).collect();
        let sizes = others.map(|c| c.values.len());
        let places = sizes.fold(1, usize::saturating_mul);
        if indexes.is_empty() || facts.len() != places {
            return false;
        }
        let place = |fact: &&GroundFact| -> Option<Vec<Symbol>> {
            let constants = indexes.iter().map(|&at| match fact.args.get(at)? {
                Term::Constant(constant, _) => Some(*constant),
                _ => None,
            });
            constants.collect()
        };
        let distinct: BTreeSet<_> = facts.iter().filter_map(place).collect();
        distinct.len() == places
    };
    if let Some(at) = coordinates.iter().position(|c| is_height(c.index)) {
        coordinates.remove(at);
    }
}

/// Returns an argument as an ordered coordinate, if all its values lie in one chain of the same class.
pub(super) fn ordered_coordinate(
    position: ArgumentPosition,
    positions: &ArgumentPositions,
    values: &ArgumentValues,
    successors: &[Successor],
) -> Option<Coordinate> {
    let class = positions.class(position)?;
    let here: BTreeSet<Symbol> = values.at(position).collect();
    let first = *here.iter().next()?;
    let alike = successors.iter().filter(|s| s.class == class);
    let mut rows = alike.filter_map(|s| Some((s.relation, s.chain_of(first)?)));
    let (relation, chain) = rows.find(|(_, chain)| {
        let row: FxHashSet<Symbol> = chain.elements.iter().copied().collect();
        here.len() > 1 && here.iter().all(|value| row.contains(value))
    })?;
    let in_order = chain.elements.iter().copied();
    Some(Coordinate {
        index: position.index,
        class,
        values: in_order.filter(|e| here.contains(e)).collect(),
        order: Some(relation),
    })
}

fn unordered_coordinate(
    position: ArgumentPosition,
    positions: &ArgumentPositions,
    values: &ArgumentValues,
    moves: &FxHashSet<ArgumentClass>,
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

/// Returns the classes of all move arguments, except roles.
fn move_classes(
    description: &Description,
    positions: &ArgumentPositions,
) -> FxHashSet<ArgumentClass> {
    let mut names = FxHashSet::default();
    for rule in &description.rules {
        visit_positions(rule, &mut |position, term| {
            if position.name == Symbol::DOES
                && let Term::Function(name, args, _) = term
            {
                names.insert((*name, args.len()));
            }
        });
    }
    let at = |(name, arity)| (0..arity).map(move |index| ArgumentPosition::new(name, arity, index));
    let found = names.into_iter().flat_map(at);
    let mut classes: FxHashSet<_> = found.filter_map(|p| positions.class(p)).collect();
    if let Some(roles) = positions.class(ArgumentPosition::new(Symbol::ROLE, 1, 0)) {
        classes.remove(&roles);
    }
    classes
}

/// Lists the markers of a board.
fn markers(
    description: &Description,
    fluent: (Symbol, usize),
    contents: &[usize],
    values: &ArgumentValues,
    initial: &[GroundFact],
) -> Vec<Marker> {
    let mut found: Vec<Vec<Symbol>> = vec![Vec::new()];
    for &index in contents {
        let here: Vec<_> = values
            .at(ArgumentPosition::new(fluent.0, fluent.1, index))
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
        let is_piece =
            count == 1 && !is_placed_by_rule(description, fluent, contents, &contents_here);
        Marker {
            contents: contents_here,
            count,
            is_piece,
        }
    };
    found.into_iter().map(marker).collect()
}

/// A fluent with more content combinations than this gets no list of markers.
const MOST_MARKERS: usize = 1000;

/// Returns true if a rule puts the marker on a cell without requiring it on another cell before.
fn is_placed_by_rule(
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
