//! Gumbel root selection: sequential halving over a few drawn moves (Danihelka et al., ICLR 2022).

use crate::noise::gumbel;
use crate::proof::is_lost;
use crate::tree::Action;
use fastrand::Rng;

/// The number of moves that a search considers at first.
const CONSIDERED: usize = 16;
/// The weight of a value relative to the logarithm of the policy, for each visit of the most visited move.
const VALUE_WEIGHT: f32 = 0.1;
/// Visits that are added to those of the most visited move.
const ADDED_VISITS: f32 = 50.0;

/// The state of sequential halving for one role.
#[derive(Clone, PartialEq, Debug)]
pub struct GumbelRoot {
    /// The noise of each move.
    noise: Vec<f32>,
    /// The moves that are still considered.
    left: Vec<usize>,
    /// The number of simulations.
    total: u32,
    /// The number of halvings.
    rounds: u32,
    /// The number of visits that each considered move gets before the next halving.
    target: u32,
}

impl GumbelRoot {
    /// Draws the moves that a search with `total` simulations considers.
    pub fn new(actions: &[Action], total: u32, rng: &mut Rng) -> GumbelRoot {
        let noise: Vec<f32> = actions.iter().map(|_| gumbel(rng)).collect();
        let mut left: Vec<usize> = (0..actions.len()).collect();
        let key = |at: usize| noise[at] + log_prior(&actions[at]);
        left.sort_by(|&a, &b| key(b).total_cmp(&key(a)));
        left.truncate(CONSIDERED.min(total as usize).max(1));
        let rounds = usize::BITS - (left.len() - 1).leading_zeros();
        let mut root = GumbelRoot {
            noise,
            left,
            total,
            rounds: rounds.max(1),
            target: 0,
        };
        root.target = root.share();
        root
    }

    /// The number of simulations that each move gets in a round.
    fn share(&self) -> u32 {
        (self.total / (self.rounds * self.left.len() as u32)).max(1)
    }

    /// The move of the next simulation.
    pub fn next(&mut self, actions: &[Action]) -> usize {
        let fewest = |left: &[usize]| {
            let visits = left.iter().map(|&at| (actions[at].visits, at));
            visits.min_by_key(|&(visits, _)| visits)
        };
        let (visits, at) = fewest(&self.left).unwrap_or((0, 0));
        if visits < self.target || self.left.len() == 1 {
            return at;
        }
        self.halve(actions);
        fewest(&self.left).unwrap_or((0, 0)).1
    }

    fn halve(&mut self, actions: &[Action]) {
        self.sort(actions);
        self.left.truncate(self.left.len().div_ceil(2));
        self.target += self.share();
    }

    fn sort(&mut self, actions: &[Action]) {
        let scale = value_scale(actions);
        let key = |at: usize| {
            let action = &actions[at];
            self.noise[at] + log_prior(action) + scale * action.mean(0.0)
        };
        self.left.sort_by(|&a, &b| key(b).total_cmp(&key(a)));
    }

    /// The best considered move. If all of them are lost, it is the best of the other moves.
    pub fn best(&mut self, actions: &[Action]) -> usize {
        let is_open = |at: &usize| !is_lost(actions[*at].exact);
        let open = self.left.iter().copied().filter(is_open).collect();
        let others = (0..actions.len()).filter(is_open).collect();
        let choices: [Vec<usize>; 2] = [open, others];
        if let Some(moves) = choices.into_iter().find(|moves| !moves.is_empty()) {
            self.left = moves;
        }
        let most = self.left.iter().map(|&at| actions[at].visits).max();
        self.left.retain(|&at| Some(actions[at].visits) == most);
        self.sort(actions);
        self.left[0]
    }
}

/// The policy that the search found: the network's policy, improved by values. `unknown` is the value of moves that were never taken.
pub fn improved_policy(actions: &[Action], unknown: f32) -> Vec<f32> {
    let scale = value_scale(actions);
    let logit = |action: &Action| log_prior(action) + scale * action.mean(unknown);
    let most = actions.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = actions
        .iter()
        .map(|one| (logit(one) - most).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

fn log_prior(action: &Action) -> f32 {
    action.prior.max(1e-9).ln()
}

fn value_scale(actions: &[Action]) -> f32 {
    let most = actions.iter().map(|action| action.visits).max();
    VALUE_WEIGHT * (ADDED_VISITS + most.unwrap_or(0) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_engine::MoveId;

    fn action(prior: f32) -> Action {
        Action::new(0, MoveId(0), prior)
    }

    #[test]
    fn halving_ends_at_the_move_with_the_best_value() {
        let mut rng = Rng::with_seed(1);
        let mut found = 0;
        for _ in 0..50 {
            let mut actions = vec![action(0.05); 20];
            let mut root = GumbelRoot::new(&actions, 64, &mut rng);
            assert_eq!(root.left.len(), CONSIDERED);
            let good = root.left[5];
            for _ in 0..64 {
                let at = root.next(&actions);
                actions[at].visits += 1;
                actions[at].sum += if at == good { 1.0 } else { 0.0 };
            }
            assert_eq!(actions.iter().map(|one| one.visits).sum::<u32>(), 64);
            found += usize::from(root.best(&actions) == good);
        }
        assert!(found > 45, "{found}");
    }

    #[test]
    fn lost_move_is_taken_only_if_all_moves_are_lost() {
        let mut rng = Rng::with_seed(1);
        let mut actions = vec![action(0.1); 20];
        let mut root = GumbelRoot::new(&actions, 64, &mut rng);
        for &at in &root.left {
            actions[at].exact = Some(0.0);
        }
        let best = root.best(&actions);
        assert_eq!(actions[best].exact, None);
        actions.iter_mut().for_each(|one| one.exact = Some(0.0));
        assert!(root.best(&actions) < 20);
    }

    #[test]
    fn improved_policy_prefers_better_moves() {
        let mut actions = vec![action(0.5), action(0.5)];
        actions[1].visits = 4;
        actions[1].sum = 4.0;
        let policy = improved_policy(&actions, 0.5);
        assert!(policy[1] > 0.9 && policy[0] > 0.0);
    }
}
