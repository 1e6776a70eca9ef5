//! Proven values: the values of terminal states are exact, and so are all values that follow from them.
//!
//! Each role takes the move with the best value for itself. If several moves are equally good for it, but not for the others, nothing is
//! proven. A win proves the state at once, although another win may differ for the others. States in which several roles choose are
//! never proven, because their value is that of a matrix game.

use crate::tree::{NodeId, Status, Tree};

/// The value of the best goal.
const BEST: f32 = 1.0;
/// The value of the worst goal.
const WORST: f32 = 0.0;

/// True if a proven value is that of a lost match.
pub fn is_lost(exact: Option<f32>) -> bool {
    exact.is_some_and(|value| value <= WORST)
}

impl Tree {
    /// True if the values of a node are exact.
    pub fn is_proven(&self, id: NodeId) -> bool {
        matches!(self.status(id), Status::Terminal | Status::Proven)
    }

    /// Updates a node from its proven child. Returns true if the node is then proven, too.
    pub fn prove(&mut self, parent: NodeId, choice: &[u32], chance: Option<usize>) -> bool {
        if self.is_proven(parent) {
            return true;
        }
        let Some(child) = self.child(parent, choice) else {
            return false;
        };
        let values = self.values(child).to_vec();
        let roles = 0..self.roles();
        let mut choosers = roles.filter(|&role| self.actions(parent, role).len() > 1);
        let proven = match (choosers.next(), choosers.next()) {
            (_, Some(_)) => None,
            (None, None) => Some(values),
            (Some(role), None) => {
                let action = choice[role] as usize;
                self.actions_mut(parent, role)[action].exact = Some(values[role]);
                match () {
                    () if Some(role) == chance => self.mean_values(parent, role),
                    () if values[role] >= BEST => Some(values),
                    () => self.best_values(parent, role),
                }
            }
        };
        if let Some(values) = &proven {
            self.set_proven(parent, values);
        }
        proven.is_some()
    }

    /// The position of the best proven action of a role.
    pub fn best_proven(&self, id: NodeId, role: usize) -> Option<usize> {
        let actions = self.actions(id, role).iter().enumerate();
        let proven = actions.filter_map(|(at, action)| Some((at, action.exact?)));
        let best = proven.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(at, _)| at)
    }

    /// The values after the best action, if all are proven, and if equally good ones agree on the values of all roles.
    fn best_values(&self, id: NodeId, role: usize) -> Option<Vec<f32>> {
        if !self.are_proven(id, role) {
            return None;
        }
        let actions = self.actions(id, role);
        let best = self.best_proven(id, role)?;
        let values = self.proven_values(id, role, best)?;
        let mut ties = (0..actions.len()).filter(|&at| actions[at].exact == actions[best].exact);
        let agree = ties.all(|at| self.proven_values(id, role, at) == Some(values));
        agree.then(|| values.to_vec())
    }

    /// The mean of the values after all moves of chance, if all are proven.
    fn mean_values(&self, id: NodeId, role: usize) -> Option<Vec<f32>> {
        if !self.are_proven(id, role) {
            return None;
        }
        let count = self.actions(id, role).len();
        let mut mean = vec![0.0; self.roles()];
        for at in 0..count {
            let values = self.proven_values(id, role, at)?;
            for (mean, value) in mean.iter_mut().zip(values) {
                *mean += value / count as f32;
            }
        }
        Some(mean)
    }

    fn are_proven(&self, id: NodeId, role: usize) -> bool {
        let mut actions = self.actions(id, role).iter();
        actions.all(|action| action.exact.is_some())
    }

    /// The values after a proven action. All other roles have one action only.
    pub fn proven_values(&self, id: NodeId, role: usize, at: usize) -> Option<&[f32]> {
        self.actions(id, role)[at].exact?;
        let mut choice = vec![0; self.roles()];
        choice[role] = at as u32;
        Some(self.values(self.child(id, &choice)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Action;
    use senet_engine::MoveId;

    /// Checks the values of a root. Each role has a number of moves, and each joint move leads to a child. The children are proven one
    /// after another.
    #[track_caller]
    fn check(
        moves: &[usize],
        chance: Option<usize>,
        children: &[&[f32]],
        expected: Option<&[f32]>,
    ) {
        let mut tree = Tree::new(moves.len(), 1);
        let root = tree.add_pending();
        tree.fill(root, &[0], Status::Open, &vec![0.5; moves.len()]);
        for (role, &count) in moves.iter().enumerate() {
            let action = |at| Action::new(at as u32, MoveId(at as u32), 0.5);
            tree.push_actions(root, role, (0..count).map(action));
        }
        let mut proven = false;
        for (joint, values) in children.iter().enumerate() {
            let mut rest = joint;
            let choice = moves.iter().map(|&count| {
                let at = rest % count;
                rest /= count;
                at as u32
            });
            let choice: Vec<u32> = choice.collect();
            let child = tree.add_pending();
            tree.set_child(root, &choice, child);
            tree.fill(child, &[0], Status::Terminal, values);
            proven |= tree.prove(root, &choice, chance);
        }
        assert_eq!(proven.then(|| tree.values(root)), expected);
        assert_eq!(tree.is_proven(root), expected.is_some());
    }

    #[test]
    fn one_win_or_all_moves_prove_a_state() {
        check(&[3, 1], None, &[&[0.0, 1.0]], None);
        check(&[3, 1], None, &[&[1.0, 0.0]], Some(&[1.0, 0.0]));
        let all: [&[f32]; 3] = [&[0.0, 1.0], &[0.5, 0.5], &[0.25, 0.75]];
        check(&[3, 1], None, &all, Some(&[0.5, 0.5]));
        check(&[3, 1], None, &all[..2], None);
    }

    #[test]
    fn each_of_three_roles_takes_the_best_for_itself() {
        let ends: [&[f32]; 2] = [&[1.0, 0.25, 0.0], &[0.0, 0.5, 1.0]];
        check(&[1, 2, 1], None, &ends, Some(ends[1]));
        check(&[1, 1, 2], None, &ends, Some(ends[1]));
    }

    #[test]
    fn ties_that_matter_to_others_prove_nothing() {
        let ends: [&[f32]; 2] = [&[1.0, 0.25, 0.0], &[0.0, 0.25, 1.0]];
        check(&[1, 2, 1], None, &ends, None);
        let ends: [&[f32]; 3] = [ends[0], ends[1], &[0.0, 0.5, 0.0]];
        check(&[1, 3, 1], None, &ends, Some(ends[2]));
    }

    #[test]
    fn chance_is_averaged() {
        let ends: [&[f32]; 2] = [&[1.0, 0.0], &[0.5, 0.0]];
        check(&[1, 2], Some(1), &ends, Some(&[0.75, 0.0]));
        check(&[1, 2], Some(1), &ends[..1], None);
    }

    #[test]
    fn forced_moves_pass_values_on() {
        check(&[1, 1], None, &[&[0.25, 0.75]], Some(&[0.25, 0.75]));
    }

    #[test]
    fn simultaneous_choices_prove_nothing() {
        let ends: [&[f32]; 4] = [&[1.0, 0.0]; 4];
        check(&[2, 2], None, &ends, None);
    }
}
