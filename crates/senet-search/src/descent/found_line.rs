//! The best complete line that a search of a game with one role has met. Estimates may mislead the player, but it never does worse than
//! this line.

use super::tree::{EdgeId, NodeId, Tree};
use crate::lookahead::goal_score;
use crate::puzzle::{MoveSequence, PlannedLine, ROLE};
use senet_engine::{Game, Goal, MoveId, State};

/// The moves to an end, and the value there.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundLine {
    moves: Vec<MoveId>,
    value: f32,
}

impl FoundLine {
    /// Takes the best end among the children of a leaf, if it is better than that of the line so far. `before` has the moves to the root
    /// of the tree, and `line` the edges from there to the leaf. The game must have one role.
    pub fn improve(
        best: &mut Option<FoundLine>,
        tree: &Tree,
        before: &[MoveId],
        line: &[(NodeId, EdgeId)],
        leaf: NodeId,
    ) {
        let first = tree.nodes[leaf as usize].first;
        for (at, edge) in tree.edges(leaf).iter().enumerate() {
            let value = tree.value(edge.child, ROLE);
            // A line to the worst goal is worth nothing.
            let known = best.as_ref().map_or(0.0, |best| best.value);
            if tree.marks(edge.child).terminal && value > known {
                let edges = line.iter().map(|&(_, edge)| edge);
                let moves = edges.chain([first + at as EdgeId]);
                let moves = moves.map(|edge| tree.joint(edge)[ROLE]);
                *best = Some(FoundLine {
                    moves: before.iter().copied().chain(moves).collect(),
                    value,
                });
            }
        }
    }

    /// Keeps the better of two lines from the same state.
    pub fn keep_better(best: &mut Option<FoundLine>, other: Option<FoundLine>) {
        let known = best.as_ref().map_or(0.0, |best| best.value);
        if let Some(better) = other.filter(|other| other.value > known) {
            *best = Some(better);
        }
    }

    /// The line as a plan from the state where it begins. `None` if a query was stopped.
    pub fn plan(&self, game: &dyn Game, state: &State) -> Option<PlannedLine> {
        let sequence = MoveSequence {
            moves: self.moves.clone(),
            goal: goal_score(&Goal::Value((100.0 * self.value).round() as i32)),
        };
        PlannedLine::new(game, state, &sequence, false).ok()
    }
}
