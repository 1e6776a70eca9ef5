//! Finds the mover of a state from the legal moves.

use crate::{MoveId, RoleId};

/// Returns the role that is to move: the first role with more than one legal move, where chance comes last. If no role has a choice, it is the first
/// role whose only move is not idle. If all moves are idle, it is the first role.
///
/// ```
/// use senet_engine::{MoveId, find_mover};
///
/// let moves = |count| (0..count).map(MoveId).collect::<Vec<_>>();
/// let legal = [moves(1), moves(3)];
/// assert_eq!(find_mover(&legal, None, |_, _| false), 1);
/// let forced = [moves(1), moves(1)];
/// assert_eq!(find_mover(&forced, None, |role, _| role == 0), 1);
/// ```
pub fn find_mover(
    legal: &[Vec<MoveId>],
    chance: Option<RoleId>,
    is_idle: impl Fn(RoleId, MoveId) -> bool,
) -> RoleId {
    let chooses = |&role: &RoleId| legal[role].len() > 1;
    let mut others = (0..legal.len()).filter(|&role| Some(role) != chance);
    let chooser = others.find(chooses).or(chance.filter(chooses));
    let acts = |&role: &RoleId| !legal[role].iter().any(|&id| is_idle(role, id));
    chooser.or_else(|| (0..legal.len()).find(acts)).unwrap_or(0)
}
