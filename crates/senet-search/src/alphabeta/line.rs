//! The moves that a search expects.

use super::expand::Joints;
use super::outcome::Entry;
use super::root::Root;
use super::search::{MOST_DEPTH, Search};
use super::table::Key;
use senet_engine::{MoveId, State, Stopped};

/// A line of joint moves and where it leads.
pub struct Line {
    /// The joint moves.
    pub joints: Vec<Box<[MoveId]>>,
    /// The state at its end.
    pub end: State,
    /// Whether the match is over there.
    pub ended: bool,
}

/// The line from the root, as far as the table knows it. It ends where chance decides.
pub fn expected(search: &Search, root: &Root) -> Result<Line, Stopped> {
    let choice = root.choice();
    let node = &root.frame.node;
    let number = node.joints.number(choice.own, choice.reply, 0);
    let mut line = Line {
        joints: vec![node.joints.joint(number).into_boxed_slice()],
        end: node.children[number].clone(),
        ended: node.ended[number],
    };
    let mut by_chance = node.joints.chances > 1;
    while !line.ended && !by_chance && line.joints.len() < usize::from(MOST_DEPTH) {
        let Some(entry) = search.table.get(Key::of(&line.end)).map(Entry::unpack) else {
            break;
        };
        let joints = match Joints::of(&*search.game, search.seats, &line.end) {
            Ok(joints) => joints,
            Err(super::halt::Halt::Failed(stopped)) => return Err(stopped),
            Err(_) => break,
        };
        let (own, reply) = (usize::from(entry.own), usize::from(entry.reply));
        if own >= joints.own || reply >= joints.replies {
            break;
        }
        let joint = joints.joint(joints.number(own, reply, 0));
        line.end = search.game.next(&line.end, &joint)?;
        line.ended = search.game.is_terminal(&line.end)?;
        line.joints.push(joint.into_boxed_slice());
        by_chance = joints.chances > 1;
    }
    Ok(line)
}
