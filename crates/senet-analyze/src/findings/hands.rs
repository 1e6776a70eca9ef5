//! Hands: the things that each role holds apart from the boards.

use super::Context;
use super::finding::{Basis, Finding, FindingKind, RelationArguments};
use super::numbers::is_role;
use senet_structure::ArgumentPosition;

/// Finds relations that give several things to roles, none of them a cell of a board or a number.
pub fn find(context: &Context) -> Vec<Finding> {
    let relations = 0..context.space.relations.len();
    relations
        .filter_map(|relation| hand(context, relation))
        .collect()
}

fn hand(context: &Context, relation: usize) -> Option<Finding> {
    let own = &context.space.relations[relation];
    let roles = context.roles();
    let is_role = |p: &usize| is_role(context, own.name, own.arity, *p, &roles);
    let position = (0..own.arity).find(is_role)?;
    let mut others = (0..own.arity).filter(|p| *p != position).peekable();
    others.peek()?;
    let at = |position| ArgumentPosition::new(own.name, own.arity, position);
    let is_thing = |p: usize| !is_role(&p) && !is_place_or_number(context, at(p));
    // A fact that is never lost is rather a mark than something held.
    let is_lost = |fluent: &u32| context.seen.fell[*fluent as usize];
    let several = context.tells_all(relation, &[position]).is_none();
    if !others.all(is_thing) || !several || !own.fluents.iter().any(is_lost) {
        return None;
    }
    let name = context.word(own.name);
    let text = format!(
        "{name} lists the things that each role holds; argument {} is the role.",
        position + 1
    );
    let hand = RelationArguments {
        relation: name,
        arity: own.arity,
        positions: vec![position + 1],
    };
    Some(Finding {
        what: FindingKind::Hand { hand },
        basis: Basis::Rules,
        text,
    })
}

/// True if a position has values of a board's coordinate or of an ordered row.
fn is_place_or_number(context: &Context, position: ArgumentPosition) -> bool {
    let structure = &context.structure;
    let class = structure.positions.class(position);
    let mut places = structure.boards.iter().flat_map(|board| &board.coordinates);
    structure.ordered_coordinate(position).is_some()
        || places.any(|place| Some(place.class) == class)
}
