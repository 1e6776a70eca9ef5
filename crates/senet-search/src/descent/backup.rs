//! Selection of children and back-up of values.

use super::matrix_game::MatrixGame;
use super::tree::{EdgeId, NodeId, Tree};
use senet_engine::RoleId;

/// The value of the best goal.
const BEST: f32 = 1.0;
/// The number of rounds for the matrix game of a root below which nothing is left to search.
const THOROUGH_ROUNDS: usize = 2_000;

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
        let Some(best) = self.best_child(id, mover) else {
            return;
        };
        self.copy_values(best.node, id);
        self.close(id, best.solved, best.closed);
    }

    /// The child that the mover prefers. The node is closed if all children are, or if this one wins for certain.
    fn best_child(&self, id: NodeId, mover: RoleId) -> Option<BestChild> {
        let mut best = BestChild {
            node: self.edges(id).first()?.child,
            solved: true,
            closed: true,
        };
        let (mut most, mut decided) = (f32::NEG_INFINITY, true);
        for edge in self.edges(id) {
            let value = self.value(edge.child, mover);
            let marks = self.marks(edge.child);
            if marks.solved && value >= BEST {
                return Some(self.win(id, mover, edge.child));
            }
            best.solved &= marks.solved;
            best.closed &= marks.closed;
            if value > most {
                (best.node, most, decided) = (edge.child, value, true);
            } else if value == most {
                decided &= self.values(edge.child) == self.values(best.node);
            }
        }
        best.solved &= decided;
        Some(best)
    }

    /// A child that wins for certain. The values of the other roles are exact only if all such children agree on them.
    fn win(&self, id: NodeId, mover: RoleId, child: NodeId) -> BestChild {
        let wins = |other: NodeId| self.marks(other).solved && self.value(other, mover) >= BEST;
        let differs = |other: NodeId| self.values(other) != self.values(child);
        let mut others = self.edges(id).iter().map(|edge| edge.child);
        BestChild {
            node: child,
            solved: !others.any(|other| wins(other) && differs(other)),
            closed: true,
        }
    }

    /// Solves a matrix game again, and never calls it solved: its value is an approximation.
    fn back_up_matrix(&mut self, id: NodeId, mut game: MatrixGame) {
        let edges = self.edges(id);
        let values = game.solve(|joint, role| self.value(edges[joint].child, role));
        let closed = edges.iter().all(|edge| self.marks(edge.child).closed);
        self.values_mut(id).copy_from_slice(&values);
        self.close(id, false, closed);
        self.matrix_games.insert(id, game);
    }

    /// Solves the matrix game of a closed node thoroughly, until the work is over.
    pub fn settle(&mut self, id: NodeId, is_over: impl Fn() -> bool) {
        let Some(mut game) = self.matrix_games.remove(&id) else {
            return;
        };
        let edges = self.edges(id);
        let value = |joint: usize, role: usize| self.value(edges[joint].child, role);
        let values = game.solve_for(THOROUGH_ROUNDS, value, is_over);
        self.values_mut(id).copy_from_slice(&values);
        self.matrix_games.insert(id, game);
    }

    fn close(&mut self, id: NodeId, solved: bool, closed: bool) {
        let marks = self.marks_mut(id);
        (marks.solved, marks.closed) = (solved, closed);
    }
}

/// The child that a mover prefers, and what follows for the node.
struct BestChild {
    node: NodeId,
    solved: bool,
    closed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_engine::MoveId;

    /// Checks whether a state is solved and closed. Its first role moves to one of some states with these values, which are solved.
    #[track_caller]
    fn check(children: &[&[f32]], is_solved: bool) {
        let mut tree = Tree::new(children[0].len(), 1);
        let root = tree.find_or_add(&[u64::MAX]).0;
        for (at, values) in children.iter().enumerate() {
            let child = tree.find_or_add(&[at as u64]).0;
            tree.values_mut(child).copy_from_slice(values);
            let marks = tree.marks_mut(child);
            (marks.solved, marks.closed) = (true, true);
            tree.push_edge(child, &vec![MoveId(0); values.len()]);
        }
        let node = &mut tree.nodes[root as usize];
        (node.count, node.marks.expanded) = (children.len() as u32, true);
        tree.back_up(root);
        assert!(tree.marks(root).closed);
        assert_eq!(tree.marks(root).solved, is_solved);
    }

    #[test]
    fn ties_that_matter_to_others_prove_nothing() {
        check(&[&[0.5, 0.5], &[0.5, 0.5], &[0.0, 1.0]], true);
        check(&[&[0.5, 0.5, 0.0], &[0.5, 0.0, 0.5]], false);
        check(
            &[&[0.5, 0.5, 0.0], &[0.5, 0.0, 0.5], &[0.6, 0.0, 0.0]],
            true,
        );
        check(&[&[1.0, 0.5], &[1.0, 0.0]], false);
        check(&[&[1.0, 0.0], &[0.5, 0.5], &[1.0, 0.0]], true);
    }
}
