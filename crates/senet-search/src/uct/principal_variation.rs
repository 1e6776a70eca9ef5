//! The principal variation of a tree.

use super::node::{NodeId, NodeKind};
use super::tree::Tree;
use senet_engine::{Game, MoveId, RoleId};
use std::ops::Range;

/// The maximum length of the principal variation.
pub const MAX_LENGTH: usize = 24;

/// The most visited joint moves from the root, at most `length`. `first` fixes the first move of one role.
pub fn principal_variation(
    tree: &Tree,
    game: &dyn Game,
    first: Option<(RoleId, MoveId)>,
    length: usize,
) -> Vec<Box<[MoveId]>> {
    let mut line = Vec::new();
    let (mut at, mut first) = (Some(tree.root), first);
    while let Some(id) = at.filter(|_| line.len() < length) {
        let expected = match tree.node(id).shape() {
            NodeKind::Turn => after_turn(tree, game, id, first.take()),
            NodeKind::Joint => after_joint(tree, id, first.take()),
            NodeKind::Leaf | NodeKind::Solved => None,
        };
        at = expected.and_then(|(joint, child)| {
            line.push(joint);
            child
        });
    }
    line
}

type Expected = Option<(Box<[MoveId]>, Option<NodeId>)>;

fn after_turn(
    tree: &Tree,
    game: &dyn Game,
    id: NodeId,
    first: Option<(RoleId, MoveId)>,
) -> Expected {
    let node = tree.node(id);
    let mover = node.mover();
    let edge = most_visited(tree, mover, node.edges(), first)?;
    let state = tree.state(id);
    let of = |role| match role == mover {
        true => Some(tree.move_of(edge)),
        false => game.legal(&state, role).ok()?.first().copied(),
    };
    let joint = (0..tree.roles).map(of).collect::<Option<_>>()?;
    Some((joint, tree.edges.at(edge).child()))
}

fn after_joint(tree: &Tree, id: NodeId, first: Option<(RoleId, MoveId)>) -> Expected {
    let choices = tree.choices_of(id)?;
    let (mut number, mut stride) = (0, 1_u64);
    for choice in &choices.roles {
        let edge = most_visited(tree, choice.role, choice.edges.clone(), first)?;
        number += stride * u64::from(edge - choice.edges.start);
        stride = stride.saturating_mul(choice.edges.len() as u64);
    }
    Some((choices.joint(tree, number), choices.child(number)))
}

/// The edge of the fixed move, or else the most visited edge, if any has visits.
fn most_visited(
    tree: &Tree,
    role: RoleId,
    edges: Range<u32>,
    first: Option<(RoleId, MoveId)>,
) -> Option<u32> {
    let wanted = first.filter(|(own, _)| *own == role);
    let asked = wanted.and_then(|(_, id)| edges.clone().find(|&edge| tree.move_of(edge) == id));
    let visits = |edge: &u32| tree.edges.at(*edge).visits.get();
    let visited = edges.filter(|edge| visits(edge) > 0);
    asked.or_else(|| visited.max_by_key(visits))
}
