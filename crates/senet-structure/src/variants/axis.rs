//! The axes of boards: a row of coordinates, and the places where they stand.

use super::NotApplicable;
use crate::{Chain, End, Position, Structure, Successor};
use rustc_hash::FxHashSet;
use senet_gdl::{Description, Symbol};

/// The coordinates of a board in one direction.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The successor relation that orders them.
    pub relation: Symbol,
    /// The row that they are part of.
    pub chain: Chain,
    /// The coordinates in order: a run of the row.
    pub elements: Vec<Symbol>,
    /// Where coordinates stand.
    pub positions: FxHashSet<Position>,
    /// Where anything stands that the row orders, coordinates included.
    pub class_mates: FxHashSet<Position>,
    /// The relations with the same row, and whether each goes the same way, the opposite way, or both ways.
    pub relations: Vec<(Symbol, Way)>,
}

/// How a relation goes along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From the first to the last.
    Up,
    /// From the last to the first.
    Down,
    /// In both directions.
    Both,
}

impl Axis {
    /// Whether the row orders nothing but coordinates.
    pub fn is_whole(&self) -> bool {
        self.elements.len() == self.chain.len()
    }

    /// How many coordinates there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none, which does not happen for axes that were found.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The place of a constant among the coordinates if it stands where coordinates do.
    pub fn place(&self, position: Position, constant: Symbol) -> Option<usize> {
        let stands = self.positions.contains(&position);
        let place = || self.elements.iter().position(|&e| e == constant);
        stands.then(place).flatten()
    }
}

/// The axes of a board, each once, in the order of the coordinates. Coordinates that are not ordered have no axis.
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

/// The axis along the row of a relation that starts with this constant.
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
        let position = Position::new(keyword, index + 1, index);
        if positions.class(position) == Some(successor.class) {
            return Err(shared(what));
        }
    }
    let elements = coordinates(structure, successor, chain);
    let start = elements.first().and_then(|&e| chain.place(e));
    let runs = start.is_some_and(|s| chain.elements[s..].starts_with(&elements));
    if elements.len() < 2 || !runs {
        return Err(shared("things that are no coordinates"));
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

/// All values that coordinates of boards have in this row, in order.
fn coordinates(structure: &Structure, successor: &Successor, chain: &Chain) -> Vec<Symbol> {
    let all = structure.boards.iter().flat_map(|b| &b.coordinates);
    let here = all.filter(|c| c.class == successor.class && c.order.is_some());
    let values: FxHashSet<Symbol> = here.flat_map(|c| c.values.iter().copied()).collect();
    let in_order = chain.elements.iter().copied();
    in_order.filter(|e| values.contains(e)).collect()
}

/// The relations that have the same row, each with its direction; an error if another relation has part of it in another order.
fn relations_along(
    description: &Description,
    structure: &Structure,
    successor: &Successor,
    chain: &Chain,
) -> Result<Vec<(Symbol, Way)>, NotApplicable> {
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
            (true, _) | (_, true) if other.both_ways => Way::Both,
            (true, _) => Way::Up,
            (_, true) => Way::Down,
            _ => {
                return Err(NotApplicable::Shared {
                    relation: description.symbols.spelling(successor.relation).into(),
                    other: format!(
                        "what `{}` orders",
                        description.symbols.spelling(other.relation)
                    ),
                });
            }
        };
        found.push((other.relation, way));
    }
    Ok(found)
}

/// The pairs of a relation that goes along a row.
pub(super) fn pairs(row: &[Symbol], end: End, way: Way) -> Vec<(Symbol, Symbol)> {
    let mut up: Vec<_> = row.windows(2).map(|w| (w[0], w[1])).collect();
    match (end, row) {
        (End::Cyclic, [first, .., last]) => up.push((*last, *first)),
        (End::Stays, [.., last]) => up.push((*last, *last)),
        _ => {}
    }
    let down = up.iter().map(|&(a, b)| (b, a));
    match way {
        Way::Up => up,
        Way::Down => down.collect(),
        Way::Both => down.chain(up.clone()).collect(),
    }
}
