//! The moves that a search expects.

use super::alphabeta::MOST_DEPTH;
use super::expand::{Joints, Node};
use super::scout::Scout;
use senet_engine::{MoveId, State};

/// The line that begins with a joint move of a node, as far as the table knows it: `next` says which joint move comes next. It ends
/// where chance decides, and where the game gives no more answers.
pub fn follow(
    scout: &Scout,
    node: &Node,
    first: usize,
    next: impl Fn(&State, &Joints) -> Option<usize>,
) -> Vec<Box<[MoveId]>> {
    let mut line = vec![node.joints.joint(first).into_boxed_slice()];
    if node.joints.chances > 1 || node.ended[first] {
        return line;
    }
    let mut state = node.children[first].clone();
    while line.len() < usize::from(MOST_DEPTH) {
        let Some((joint, after)) = step(scout, &state, &next) else {
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

/// The next joint move, and the state after it if the line goes on from there.
fn step(
    scout: &Scout,
    state: &State,
    next: &impl Fn(&State, &Joints) -> Option<usize>,
) -> Option<(Box<[MoveId]>, Option<State>)> {
    let joints = Joints::of(&*scout.game, scout.seats, state).ok()?;
    let joint = joints.joint(next(state, &joints)?);
    let after = scout.game.next(state, &joint).ok()?;
    let ended = scout.game.is_terminal(&after).ok()?;
    let goes_on = !ended && joints.chances == 1;
    Some((joint.into_boxed_slice(), goes_on.then_some(after)))
}
