//! Which moves to look at first.

use super::expand::{Joints, Node};
use super::score::{BEST, Score};
use senet_engine::{MoveId, RoleId};

/// Marks of all moves are halved beyond this.
const MOST: u32 = 1 << 28;

/// How often moves turned out to be the best, wherever they were made.
pub struct History {
    marks: Vec<Vec<u32>>,
}

impl History {
    /// Nothing is known yet.
    pub fn new(roles: usize) -> History {
        History {
            marks: vec![Vec::new(); roles],
        }
    }

    fn of(&self, role: RoleId, id: MoveId) -> i64 {
        let marks = self.marks[role].get(id.0 as usize);
        marks.map_or(0, |&marks| i64::from(marks))
    }

    fn praise(&mut self, role: RoleId, id: MoveId, depth: u16) {
        let marks = &mut self.marks[role];
        let at = id.0 as usize;
        if marks.len() <= at {
            marks.resize(at + 1, 0);
        }
        marks[at] += u32::from(depth).pow(2);
        if marks[at] > MOST {
            marks.iter_mut().for_each(|mark| *mark /= 2);
        }
    }

    /// Our move ended the search of a state.
    pub fn praise_own(&mut self, joints: &Joints, own: usize, depth: u16) {
        let role = joints.seats().own;
        self.praise(role, joints.legal[role][own], depth);
    }

    /// A reply ended the search of our move.
    pub fn praise_reply(&mut self, joints: &Joints, reply: usize, depth: u16) {
        let joint = joints.joint(joints.number(0, reply, 0));
        for role in joints.seats().others() {
            if joints.legal[role].len() > 1 {
                self.praise(role, joint[role], depth);
            }
        }
    }

    /// Our moves: the best known one, wins, those with the most marks, losses.
    pub fn order_own(&self, node: &Node, role: RoleId, best: Option<(usize, usize)>) -> Vec<usize> {
        let joints = &node.joints;
        let mut moves: Vec<usize> = (0..joints.own).collect();
        if moves.len() < 2 {
            return moves;
        }
        let alone = joints.replies == 1 && joints.chances == 1;
        moves.sort_by_cached_key(|&own| {
            if best.is_some_and(|(best, _)| best == own) {
                return i64::MIN;
            }
            match alone && node.ended[own] {
                true => -of_end(node.goals_of(own)[role]),
                false => -self.of(role, joints.legal[role][own]),
            }
        });
        moves
    }

    /// The others' replies, in the same way.
    pub fn order_replies(
        &self,
        node: &Node,
        own: RoleId,
        best: Option<(usize, usize)>,
        replies: &mut [usize],
    ) {
        let joints = &node.joints;
        if replies.len() < 2 {
            return;
        }
        let alone = joints.own == 1 && joints.chances == 1;
        replies.sort_by_cached_key(|&reply| {
            if best.is_some_and(|(_, best)| best == reply) {
                return i64::MIN;
            }
            if alone && node.ended[reply] {
                return of_end(node.goals_of(reply)[own]);
            }
            let joint = joints.joint(joints.number(0, reply, 0));
            let others = joints.seats().others();
            -others.map(|role| self.of(role, joint[role])).sum::<i64>()
        });
    }
}

/// Ends that are better than even come before all other moves, those that are worse come last.
fn of_end(goal: Score) -> i64 {
    i64::from(goal - BEST / 2) << 20
}
