//! Numbers in facts: scores, counters, piles.
//!
//! A number is an argument whose values form a row and that the other arguments determine. Board coordinates and step
//! counters are excluded.

use super::Context;
use super::cone::seen_by_goals;
use super::finding::{Amount, Basis, Finding, FindingKind, RelationArguments};
use senet_gdl::Symbol;
use senet_structure::{ArgumentPosition, Coordinate};

/// Finds all numbers.
pub fn find(context: &Context) -> Vec<Finding> {
    let in_goals = seen_by_goals(context.index);
    let mut found = Vec::new();
    for relation in 0..context.space.relations.len() {
        for position in 0..context.space.relations[relation].arity {
            found.extend(number(context, relation, position, &in_goals));
        }
    }
    found
}

fn number(
    context: &Context,
    relation: usize,
    position: usize,
    in_goals: &[bool],
) -> Option<Finding> {
    let own = &context.space.relations[relation];
    let row = context
        .structure
        .ordered_coordinate(ArgumentPosition::new(own.name, own.arity, position))?;
    let others: Vec<usize> = (0..own.arity).filter(|p| *p != position).collect();
    let roles = context.roles();
    if is_role(context, own.name, own.arity, position, &roles)
        || is_place(context, own.name, own.arity, position)
        || is_step_counter(context, own.name, own.arity)
        || !context.ever_changes(&own.fluents)
    {
        return None;
    }
    let basis = context.tells_all(relation, &others)?;
    let counts_for_goals = own.fluents.iter().any(|&fluent| in_goals[fluent as usize]);
    let number = RelationArguments {
        relation: context.word(own.name),
        arity: own.arity,
        positions: vec![position + 1],
    };
    let is_of_roles = others
        .iter()
        .all(|&p| is_role(context, own.name, own.arity, p, &roles));
    Some(finding(
        context,
        number,
        others,
        &row,
        basis,
        (is_of_roles, counts_for_goals),
    ))
}

fn finding(
    context: &Context,
    number: RelationArguments,
    of: Vec<usize>,
    row: &Coordinate,
    basis: Basis,
    (is_of_roles, counts): (bool, bool),
) -> Finding {
    let word = |symbol: Option<&Symbol>| symbol.map_or(String::new(), |&s| context.word(s));
    let (from, to) = (word(row.values.first()), word(row.values.last()));
    let (relation, position) = (&number.relation, number.positions[0]);
    let of: Vec<usize> = of.into_iter().map(|p| p + 1).collect();
    let whose = match (of.is_empty(), is_of_roles) {
        (true, _) => String::new(),
        (false, true) => " for each role".to_string(),
        (false, false) => {
            let of: Vec<String> = of.iter().map(usize::to_string).collect();
            format!(" for each value of argument {}", of.join(" and "))
        }
    };
    let goals = if counts { "; goals depend on it" } else { "" };
    let text = match number.arity {
        1 => format!("{relation} is a number from {from} to {to}{goals}."),
        _ => format!(
            "Argument {position} of {relation} is a number from {from} to {to}{whose}{goals}."
        ),
    };
    let amount = Amount {
        number,
        of,
        from,
        to,
    };
    let what = match (is_of_roles, counts) {
        (true, true) => FindingKind::Score(amount),
        (true, false) => FindingKind::Counter(amount),
        (false, _) => FindingKind::Pool(amount),
    };
    Finding { what, basis, text }
}

fn is_place(context: &Context, name: Symbol, arity: usize, position: usize) -> bool {
    let mut boards = context.structure.boards.iter();
    boards.any(|board| {
        let mut places = board.coordinates.iter();
        (board.fluent, board.arity) == (name, arity) && places.any(|place| place.index == position)
    })
}

fn is_step_counter(context: &Context, name: Symbol, arity: usize) -> bool {
    let mut counters = context.structure.counters.iter();
    arity == 1 && counters.any(|counter| counter.fluent == name)
}

/// True if all values at a position are roles.
pub fn is_role(
    context: &Context,
    name: Symbol,
    arity: usize,
    position: usize,
    roles: &[Symbol],
) -> bool {
    let mut values = context
        .structure
        .values
        .at(ArgumentPosition::new(name, arity, position))
        .peekable();
    values.peek().is_some() && values.all(|value| roles.contains(&value))
}
