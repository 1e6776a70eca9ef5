//! The axes of boards: a chain of coordinates and their argument positions.

use super::NotApplicable;
use crate::{ArgumentPosition, Chain, End, Structure, Successor};
use rustc_hash::FxHashSet;
use senet_gdl::{Description, Symbol};

/// The coordinates of a board in one direction.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The successor relation that orders the coordinates.
    pub relation: Symbol,
    /// The chain that contains the coordinates.
    pub chain: Chain,
    /// The coordinates in order; they are consecutive in the chain.
    pub elements: Vec<Symbol>,
    /// The argument positions of the coordinates.
    pub positions: FxHashSet<ArgumentPosition>,
    /// All argument positions of the same class, including those of other values.
    pub class_mates: FxHashSet<ArgumentPosition>,
    /// The relations with the same chain, and their directions.
    pub relations: Vec<(Symbol, AxisDirection)>,
}

/// The direction of a relation along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AxisDirection {
    /// From the first to the last coordinate.
    Up,
    /// From the last to the first coordinate.
    Down,
    /// In both directions.
    Both,
}

impl Axis {
    /// Returns true if the chain contains only coordinates.
    pub fn is_whole(&self) -> bool {
        self.elements.len() == self.chain.len()
    }

    /// Returns the number of coordinates.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if there are no coordinates. Axes from [`axes`] always have some.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns the index of a coordinate, if the position is one of the axis.
    pub fn place(&self, position: ArgumentPosition, constant: Symbol) -> Option<usize> {
        let stands = self.positions.contains(&position);
        let place = || self.elements.iter().position(|&e| e == constant);
        stands.then(place).flatten()
    }
}

/// Returns the axes of a board without repetition, in the order of its coordinates. Unordered coordinates have no
/// axis.
pub fn axes(
    description: &Description,
    structure: &Structure,
    board: Symbol,
) -> Vec<Result<Axis, NotApplicable>> {
    let boards = structure.boards.iter().filter(|b| b.fluent == board);
    let mut found: Vec<(Symbol, Symbol)> = Vec::new();
    for coordinate in boards.flat_map(|b| &b.coordinates) {
        if let Some(relation) = coordinate.order
            && let Some(successor) = successor(structure, relation)
            && let Some(chain) = successor.chain_of(coordinate.values[0])
            && !found.contains(&(relation, chain.elements[0]))
        {
            found.push((relation, chain.elements[0]));
        }
    }
    let axis = |(relation, first)| axis(description, structure, relation, first);
    found.into_iter().map(axis).collect()
}

pub(super) fn successor(structure: &Structure, relation: Symbol) -> Option<&Successor> {
    structure.successors.iter().find(|s| s.relation == relation)
}

/// Returns the axis along the chain of a relation that starts with a constant.
pub fn axis(
    description: &Description,
    structure: &Structure,
    relation: Symbol,
    first: Symbol,
) -> Result<Axis, NotApplicable> {
    let symbols = &description.symbols;
    let unknown = || NotApplicable::unknown("successor relation", symbols.spelling(relation));
    let successor = successor(structure, relation).ok_or_else(unknown)?;
    let chain = successor.chain_of(first).ok_or_else(unknown)?;
    let shared = |other: &str| NotApplicable::Shared {
        relation: symbols.spelling(relation).into(),
        other: other.into(),
    };
    let positions = &structure.positions;
    for (keyword, index, what) in [(Symbol::GOAL, 1, "goal values"), (Symbol::ROLE, 0, "roles")] {
        let position = ArgumentPosition::new(keyword, index + 1, index);
        if positions.class(position) == Some(successor.class) {
            return Err(shared(what));
        }
    }
    let elements = coordinates(structure, successor, chain);
    let start = elements.first().and_then(|&e| chain.place(e));
    let runs = start.is_some_and(|s| chain.elements[s..].starts_with(&elements));
    if elements.len() < 2 || !runs {
        return Err(shared("values that are not coordinates"));
    }
    let is_whole = elements.len() == chain.len();
    let class_mates = positions.members(successor.class);
    let mut places = class_mates.clone();
    if !is_whole {
        places.retain(|&p| {
            let mut values = structure.values.at(p).peekable();
            values.peek().is_some() && values.all(|v| elements.contains(&v))
        });
    }
    let relations = relations_along(description, structure, successor, chain)?;
    Ok(Axis {
        relation,
        chain: chain.clone(),
        elements,
        positions: places.into_iter().collect(),
        class_mates: class_mates.into_iter().collect(),
        relations,
    })
}

/// Returns all coordinate values of boards in a chain, in order.
fn coordinates(structure: &Structure, successor: &Successor, chain: &Chain) -> Vec<Symbol> {
    let all = structure.boards.iter().flat_map(|b| &b.coordinates);
    let here = all.filter(|c| c.class == successor.class && c.order.is_some());
    let values: FxHashSet<Symbol> = here.flat_map(|c| c.values.iter().copied()).collect();
    let in_order = chain.elements.iter().copied();
    in_order.filter(|e| values.contains(e)).collect()
}

/// Returns the relations with the same chain and their directions. Fails if another relation orders some of the
/// constants differently.
fn relations_along(
    description: &Description,
    structure: &Structure,
    successor: &Successor,
    chain: &Chain,
) -> Result<Vec<(Symbol, AxisDirection)>, NotApplicable> {
    let mut found = Vec::new();
    let alike = structure
        .successors
        .iter()
        .filter(|s| s.class == successor.class);
    for other in alike {
        let mut touched = other
            .chains
            .iter()
            .filter(|c| c.elements.iter().any(|&e| chain.place(e).is_some()));
        let Some(row) = touched.next() else { continue };
        let reversed = row.elements.iter().rev().eq(&chain.elements);
        let way = match (row.elements == chain.elements, reversed) {
            (true, _) | (_, true) if other.both_ways => AxisDirection::Both,
            (true, _) => AxisDirection::Up,
            (_, true) => AxisDirection::Down,
            _ => {
                return Err(NotApplicable::Shared {
                    relation: description.symbols.spelling(successor.relation).into(),
                    other: format!(
                        "values that `{}` orders differently",
                        description.symbols.spelling(other.relation)
                    ),
                });
            }
        };
        found.push((other.relation, way));
    }
    Ok(found)
}

/// Returns the pairs of a relation along a chain.
pub(super) fn pairs(row: &[Symbol], end: End, way: AxisDirection) -> Vec<(Symbol, Symbol)> {
    let mut up: Vec<_> = row.windows(2).map(|w| (w[0], w[1])).collect();
    match (end, row) {
        (End::Cyclic, [first, .., last]) => up.push((*last, *first)),
        (End::Stays, [.., last]) => up.push((*last, *last)),
        _ => {}
    }
    let down = up.iter().map(|&(a, b)| (b, a));
    match way {
        AxisDirection::Up => up,
        AxisDirection::Down => down.collect(),
        AxisDirection::Both => down.chain(up.clone()).collect(),
    }
}
