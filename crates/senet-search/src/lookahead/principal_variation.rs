//! The principal variation of a search.

use super::alphabeta::MAX_DEPTH;
use super::context::SearchContext;
use super::expansion::{ExpandedState, JointMoves};
use senet_engine::{MoveId, State};

/// The principal variation that starts with a joint move of the root. `next` looks up the following joint moves. The
/// line ends at a move of chance, at an unknown state, or when the game returns an error.
pub fn follow_table(
    context: &SearchContext,
    node: &ExpandedState,
    first: usize,
    next: impl Fn(&State, &JointMoves) -> Option<usize>,
) -> Vec<Box<[MoveId]>> {
    let mut line = vec![node.joints.joint(first).into_boxed_slice()];
    if node.joints.chance_moves > 1 || node.terminal[first] {
        return line;
    }
    let mut state = node.children[first].clone();
    while line.len() < usize::from(MAX_DEPTH) {
        let Some((joint, after)) = step(context, &state, &next) else {
            break;
        };
        line.push(joint);
        match after {
            Some(after) => state = after,
            None => break,
        }
    }
    line
}

/// The next joint move, and the state after it if the line continues.
fn step(
    context: &SearchContext,
    state: &State,
    next: &impl Fn(&State, &JointMoves) -> Option<usize>,
) -> Option<(Box<[MoveId]>, Option<State>)> {
    let joints = JointMoves::of(&*context.game, context.sides, state).ok()?;
    let joint = joints.joint(next(state, &joints)?);
    let after = context.game.next(state, &joint).ok()?;
    let ended = context.game.is_terminal(&after).ok()?;
    let goes_on = !ended && joints.chance_moves == 1;
    Some((joint.into_boxed_slice(), goes_on.then_some(after)))
}
