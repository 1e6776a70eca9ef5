//! Boards: the places where things stand.

use super::Context;
use super::finding::{Basis, Finding, FindingKind, RelationArguments};
use super::numbers::is_role;
use crate::report::NamedProjection;
use rustc_hash::FxHashSet;
use senet_structure::{ArgumentPosition, Board, Coordinate};

/// Finds all boards: those in the structure of the rules, then other invariant projections.
pub fn find(context: &Context) -> Vec<Finding> {
    let structured = context
        .structure
        .boards
        .iter()
        .map(|board| grid(context, board));
    let mut found: Vec<Finding> = structured.collect();
    let known: Vec<String> = context
        .structure
        .boards
        .iter()
        .map(|b| context.word(b.fluent))
        .collect();
    for named in &context.boards.maximal {
        if named.positions.len() < named.arity && !known.contains(&named.relation) {
            found.extend(row(context, named));
        }
    }
    found
}

fn grid(context: &Context, board: &Board) -> Finding {
    let positions: Vec<usize> = board.coordinates.iter().map(|c| c.index + 1).collect();
    let places = RelationArguments {
        relation: context.word(board.fluent),
        arity: board.arity,
        positions,
    };
    let order = board
        .coordinates
        .iter()
        .map(|coordinate| order(context, coordinate));
    let size = board.coordinates.iter().map(|c| c.values.len()).collect();
    finding(context, places, size, order.collect(), Basis::Rules)
}

/// Minimal number of cells.
const FEWEST: usize = 3;

/// A board from an invariant projection. Facts about roles are not a board.
fn row(context: &Context, named: &NamedProjection) -> Option<Finding> {
    let symbol = context.description.symbols.get(&named.relation)?;
    let at = |position: usize| ArgumentPosition::new(symbol, named.arity, position - 1);
    let roles = context.roles();
    let is_role = |p: &usize| is_role(context, symbol, named.arity, p - 1, &roles);
    let size: Vec<usize> = named
        .positions
        .iter()
        .map(|&position| values(context, named, position - 1))
        .collect();
    if named.positions.iter().any(is_role) || size.iter().product::<usize>() < FEWEST {
        return None;
    }
    let order = named.positions.iter().map(|&position| {
        let found = context.structure.ordered_coordinate(at(position))?;
        order(context, &found)
    });
    let places = RelationArguments {
        relation: named.relation.clone(),
        arity: named.arity,
        positions: named.positions.clone(),
    };
    Some(finding(
        context,
        places,
        size,
        order.collect(),
        Basis::Proved,
    ))
}

/// The number of values of an argument.
fn values(context: &Context, named: &NamedProjection, position: usize) -> usize {
    let grounded = context.index.grounded;
    let terms = grounded.fluents.iter().map(|&fluent| {
        let args = grounded.terms.args(fluent);
        let name = grounded.symbols.key(grounded.terms.name(fluent));
        let is_it = name == named.relation && args.len() == named.arity;
        is_it.then(|| args[position])
    });
    terms.flatten().collect::<FxHashSet<_>>().len()
}

fn order(context: &Context, coordinate: &Coordinate) -> Option<Vec<String>> {
    coordinate.order?;
    let values = coordinate.values.iter();
    Some(values.map(|&value| context.word(value)).collect())
}

fn finding(
    context: &Context,
    places: RelationArguments,
    size: Vec<usize>,
    order: Vec<Option<Vec<String>>>,
    basis: Basis,
) -> Finding {
    let complete = is_invariant(context, &places);
    let by: Vec<String> = size.iter().map(usize::to_string).collect();
    let at: Vec<String> = places.positions.iter().map(usize::to_string).collect();
    let lists = match complete {
        true => "every state lists every cell",
        false => "states list only some cells",
    };
    let cells = if size.len() == 1 { " cells" } else { "" };
    let in_order = match order.iter().all(Option::is_some) {
        true => "",
        false => ", without an order",
    };
    let text = format!(
        "{} is a board of {}{cells}{in_order}, where in argument{} {}; {lists}.",
        places.relation,
        by.join(" × "),
        if at.len() == 1 { "" } else { "s" },
        at.join(" and "),
    );
    let what = FindingKind::Board {
        places,
        size,
        order,
        complete,
    };
    Finding { what, basis, text }
}

/// True if a projection is proved invariant.
fn is_invariant(context: &Context, places: &RelationArguments) -> bool {
    context.boards.maximal.iter().any(|named| {
        let covers = places.positions.iter().all(|p| named.positions.contains(p));
        (&named.relation, named.arity) == (&places.relation, places.arity) && covers
    })
}
