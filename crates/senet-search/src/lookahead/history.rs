//! Move ordering by the history heuristic.

use super::expansion::{ExpandedState, JointMoves};
use super::score::{BEST, Score};
use senet_engine::{MoveId, RoleId};

/// When a history score exceeds this, all scores of the role are halved.
const MAX_HISTORY: u32 = 1 << 28;

/// Counts how often each move caused a cutoff, in any state.
pub struct MoveHistory {
    scores: Vec<Vec<u32>>,
}

impl MoveHistory {
    /// An empty history.
    pub fn new(roles: usize) -> MoveHistory {
        MoveHistory {
            scores: vec![Vec::new(); roles],
        }
    }

    fn of(&self, role: RoleId, id: MoveId) -> i64 {
        let scores = self.scores[role].get(id.0 as usize);
        scores.map_or(0, |&scores| i64::from(scores))
    }

    fn reward(&mut self, role: RoleId, id: MoveId, depth: u16) {
        let scores = &mut self.scores[role];
        let at = id.0 as usize;
        if scores.len() <= at {
            scores.resize(at + 1, 0);
        }
        scores[at] += u32::from(depth).pow(2);
        if scores[at] > MAX_HISTORY {
            scores.iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// Our move caused a cutoff in a state.
    pub fn reward_own_move(&mut self, joints: &JointMoves, own: usize, depth: u16) {
        let role = joints.sides().own;
        self.reward(role, joints.legal[role][own], depth);
    }

    /// A reply refuted our move.
    pub fn reward_reply(&mut self, joints: &JointMoves, reply: usize, depth: u16) {
        let joint = joints.joint(joints.number(0, reply, 0));
        for role in joints.sides().others() {
            if joints.legal[role].len() > 1 {
                self.reward(role, joint[role], depth);
            }
        }
    }

    /// Our moves: the table move first, then wins, then moves by history score, then losses.
    pub fn order_own(
        &self,
        node: &ExpandedState,
        role: RoleId,
        best: Option<(usize, usize)>,
    ) -> Vec<usize> {
        let joints = &node.joints;
        let mut moves: Vec<usize> = (0..joints.own).collect();
        if moves.len() < 2 {
            return moves;
        }
        let alone = joints.replies == 1 && joints.chance_moves == 1;
        moves.sort_by_cached_key(|&own| {
            if best.is_some_and(|(best, _)| best == own) {
                return i64::MIN;
            }
            match alone && node.terminal[own] {
                true => -terminal_weight(node.goals_of(own)[role]),
                false => -self.of(role, joints.legal[role][own]),
            }
        });
        moves
    }

    /// Sorts the opponents' replies in the same way.
    pub fn order_replies(
        &self,
        node: &ExpandedState,
        own: RoleId,
        best: Option<(usize, usize)>,
        replies: &mut [usize],
    ) {
        let joints = &node.joints;
        if replies.len() < 2 {
            return;
        }
        let alone = joints.own == 1 && joints.chance_moves == 1;
        replies.sort_by_cached_key(|&reply| {
            if best.is_some_and(|(_, best)| best == reply) {
                return i64::MIN;
            }
            if alone && node.terminal[reply] {
                return terminal_weight(node.goals_of(reply)[own]);
            }
            let joint = joints.joint(joints.number(0, reply, 0));
            let others = joints.sides().others();
            -others.map(|role| self.of(role, joint[role])).sum::<i64>()
        });
    }
}

/// The sort weight of a terminal successor: wins come before, and losses after, all other moves.
fn terminal_weight(goal: Score) -> i64 {
    i64::from(goal - BEST / 2) << 20
}
