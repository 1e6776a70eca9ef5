//! Selection of children and back-up of values.

use super::matrix_game::MatrixGame;
use super::tree::{EdgeId, NodeId, Tree};
use senet_engine::RoleId;

/// The value of the best goal.
const BEST: f32 = 1.0;

impl Tree {
    /// The edge that a search follows: to the best child that is open. Among equal children it prefers the less visited.
    pub fn best_open(&self, id: NodeId) -> Option<EdgeId> {
        match self.matrix_games.get(&id) {
            Some(game) => self.most_interesting(id, game),
            None => self.best_for_mover(id),
        }
    }

    /// True if a child waits for its expansion.
    pub fn has_pending_child(&self, id: NodeId) -> bool {
        let mut edges = self.edges(id).iter();
        edges.any(|edge| self.marks(edge.child).pending)
    }

    fn best_for_mover(&self, id: NodeId) -> Option<EdgeId> {
        let node = &self.nodes[id as usize];
        let (mut best, mut most, mut fewest) = (None, f32::NEG_INFINITY, 0);
        for (at, edge) in self.edges(id).iter().enumerate() {
            if !self.marks(edge.child).is_open() || edge.child == id {
                continue;
            }
            let value = self.value(edge.child, usize::from(node.mover));
            if value > most || value == most && edge.visits < fewest {
                (best, most, fewest) = (Some(node.first + at as u32), value, edge.visits);
            }
        }
        best
    }

    fn most_interesting(&self, id: NodeId, game: &MatrixGame) -> Option<EdgeId> {
        let edges = self.edges(id).iter().enumerate();
        let open = edges.filter(|(_, edge)| self.marks(edge.child).is_open() && edge.child != id);
        let interest = open.map(|(joint, edge)| (joint, game.interest(joint, edge.visits)));
        let best = interest.max_by(|a, b| a.1.total_cmp(&b.1))?.0;
        Some(self.nodes[id as usize].first + best as u32)
    }

    /// Takes the values of a node from its children.
    pub fn back_up(&mut self, id: NodeId) {
        let marks = self.marks(id);
        if !marks.expanded || marks.terminal {
            return;
        }
        match self.matrix_games.remove(&id) {
            Some(game) => self.back_up_matrix(id, game),
            None => self.back_up_mover(id),
        }
    }

    fn back_up_mover(&mut self, id: NodeId) {
        let mover = usize::from(self.nodes[id as usize].mover);
        let Some((best, solved)) = self.best_child(id, mover) else {
            return;
        };
        self.copy_values(best, id);
        self.close(id, solved);
    }

    /// The child that the mover prefers, and whether the node is solved: all children are solved, or this one wins.
    fn best_child(&self, id: NodeId, mover: RoleId) -> Option<(NodeId, bool)> {
        let (mut best, mut most, mut all) = (None, f32::NEG_INFINITY, true);
        for edge in self.edges(id) {
            let value = self.value(edge.child, mover);
            let solved = self.marks(edge.child).solved;
            all &= solved;
            if solved && value >= BEST {
                return Some((edge.child, true));
            }
            if value > most {
                (best, most) = (Some(edge.child), value);
            }
        }
        best.map(|best| (best, all))
    }

    fn back_up_matrix(&mut self, id: NodeId, mut game: MatrixGame) {
        let edges = self.edges(id);
        let values = game.solve(|joint, role| self.value(edges[joint].child, role));
        let solved = edges.iter().all(|edge| self.marks(edge.child).solved);
        self.values_mut(id).copy_from_slice(&values);
        self.close(id, solved);
        self.matrix_games.insert(id, game);
    }

    fn close(&mut self, id: NodeId, solved: bool) {
        let marks = self.marks_mut(id);
        (marks.solved, marks.closed) = (solved, solved);
    }
}
