//! States in which several roles move at once: a matrix game, solved by regret matching.

/// The number of rounds for a small matrix. Larger ones get fewer, and continue from their last strategies.
const ROUNDS: usize = 64;
/// The target for the product of rounds and joint moves. It limits the time of a solution.
const PRODUCTS: usize = 1 << 13;
/// The share of uniform exploration when a search chooses a joint move.
const EXPLORATION: f32 = 0.1;

/// The moves of every role in one state, and how often each role should play them.
///
/// Joint moves are numbered with the moves of the last role changing fastest.
#[derive(Clone, Debug)]
pub struct MatrixGame {
    /// The number of moves of each role.
    widths: Vec<usize>,
    /// The mean strategy of each role, one after another.
    strategies: Vec<f32>,
}

impl MatrixGame {
    /// A game in which nothing is known: every role plays all its moves equally often.
    pub fn new(widths: Vec<usize>) -> MatrixGame {
        let even = |&width: &usize| vec![1.0 / width as f32; width];
        MatrixGame {
            strategies: widths.iter().flat_map(even).collect(),
            widths,
        }
    }

    /// The number of joint moves.
    pub fn len(&self) -> usize {
        self.widths.iter().product()
    }

    /// The number of bytes on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.widths[..]) + size_of_val(&self.strategies[..])
    }

    /// The strategy of a role: the probability of each of its moves.
    pub fn strategy(&self, role: usize) -> &[f32] {
        let first = self.first(role);
        &self.strategies[first..first + self.widths[role]]
    }

    /// The number of the move that a role makes in a joint move.
    pub fn move_in(&self, joint: usize, role: usize) -> usize {
        let later: usize = self.widths[role + 1..].iter().product();
        joint / later % self.widths[role]
    }

    /// The probability of a joint move.
    pub fn probability(&self, joint: usize) -> f32 {
        self.joint_probability(&self.strategies, joint)
    }

    /// The priority of a joint move in a search: its probability with some exploration, divided by its visits.
    pub fn interest(&self, joint: usize, visits: u32) -> f32 {
        let even = 1.0 / self.len() as f32;
        let wanted = (1.0 - EXPLORATION) * self.probability(joint) + EXPLORATION * even;
        wanted / (1.0 + visits as f32)
    }

    /// Computes the strategies for these values, and returns the value of each role. `value(joint, role)` is the value
    /// of a joint move.
    pub fn solve(&mut self, value: impl Fn(usize, usize) -> f32) -> Vec<f32> {
        let rounds = (PRODUCTS / self.len().max(1)).clamp(4, ROUNDS);
        self.solve_for(rounds, value, || false)
    }

    /// The same with this number of rounds, or fewer if the work is over: the strategies come closer to an equilibrium with each.
    pub fn solve_for(
        &mut self,
        rounds: usize,
        value: impl Fn(usize, usize) -> f32,
        is_over: impl Fn() -> bool,
    ) -> Vec<f32> {
        let mut current = self.strategies.clone();
        let mut regrets: Vec<f32> = self.strategies.iter().map(|share| share * 0.01).collect();
        let mut sums = vec![0.0; current.len()];
        for round in 1..=rounds {
            self.add_regrets(&current, &value, &mut regrets);
            self.follow_regrets(&regrets, &mut current);
            // Later rounds count more.
            let sums = sums.iter_mut().zip(&current);
            sums.for_each(|(sum, share)| *sum += share * round as f32);
            if is_over() {
                break;
            }
        }
        self.follow_regrets(&sums, &mut current);
        self.strategies = current;
        let roles = 0..self.widths.len();
        let expected = |role| {
            let joints = 0..self.len();
            joints
                .map(|joint| self.probability(joint) * value(joint, role))
                .sum()
        };
        roles.map(expected).collect()
    }

    /// Adds to each move's regret the gain that the move would have brought. Negative regrets become 0.
    fn add_regrets(
        &self,
        current: &[f32],
        value: &impl Fn(usize, usize) -> f32,
        regrets: &mut [f32],
    ) {
        for (role, &width) in self.widths.iter().enumerate() {
            let first = self.first(role);
            let mut gains = vec![0.0; width];
            for joint in 0..self.len() {
                let own = self.move_in(joint, role);
                gains[own] += self.others_probability(current, joint, role) * value(joint, role);
            }
            let mine = &current[first..first + width];
            let mean: f32 = mine
                .iter()
                .zip(&gains)
                .map(|(share, gain)| share * gain)
                .sum();
            for (regret, gain) in regrets[first..first + width].iter_mut().zip(gains) {
                *regret = (*regret + gain - mean).max(0.0);
            }
        }
    }

    /// Makes strategies in proportion to these numbers.
    fn follow_regrets(&self, numbers: &[f32], strategies: &mut [f32]) {
        for (role, &width) in self.widths.iter().enumerate() {
            let first = self.first(role);
            let sum: f32 = numbers[first..first + width].iter().sum();
            for at in first..first + width {
                strategies[at] = match sum > 0.0 {
                    true => numbers[at] / sum,
                    false => 1.0 / width as f32,
                };
            }
        }
    }

    fn joint_probability(&self, strategies: &[f32], joint: usize) -> f32 {
        self.others_probability(strategies, joint, usize::MAX)
    }

    /// The probability that all roles but one play their part of a joint move.
    fn others_probability(&self, strategies: &[f32], joint: usize, except: usize) -> f32 {
        let (mut rest, mut end, mut product) = (joint, strategies.len(), 1.0);
        for (role, &width) in self.widths.iter().enumerate().rev() {
            end -= width;
            if role != except {
                product *= strategies[end + rest % width];
            }
            rest /= width;
        }
        product
    }

    fn first(&self, role: usize) -> usize {
        self.widths[..role].iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves a game of two roles with a constant sum of 1.
    fn solve(rows: &[&[f32]]) -> (MatrixGame, Vec<f32>) {
        let columns = rows[0].len();
        let mut game = MatrixGame::new(vec![rows.len(), columns]);
        let value = |joint: usize, role: usize| {
            let value = rows[joint / columns][joint % columns];
            if role == 0 { value } else { 1.0 - value }
        };
        let mut values = Vec::new();
        for _ in 0..20 {
            values = game.solve(value);
        }
        (game, values)
    }

    #[test]
    fn rock_paper_scissors_is_played_evenly() {
        let (game, values) = solve(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]]);
        assert!((values[0] - 0.5).abs() < 0.02, "{values:?}");
        assert!(
            game.strategy(1)
                .iter()
                .all(|share| (share - 0.33).abs() < 0.1)
        );
    }

    #[test]
    fn dominant_move_is_played_always() {
        let (game, values) = solve(&[&[0.9, 0.8], &[0.1, 0.2]]);
        assert!(game.strategy(0)[0] > 0.95);
        assert!((values[0] - 0.8).abs() < 0.05, "{values:?}");
    }

    #[test]
    fn mixed_value_agrees_with_theory() {
        // Matching pennies with unequal prizes: the first role plays its first move with probability 1/3.
        let (game, values) = solve(&[&[1.0, 0.0], &[0.25, 0.75]]);
        assert!((values[0] - 0.5).abs() < 0.03, "{values:?}");
        assert!((game.strategy(0)[0] - 1.0 / 3.0).abs() < 0.08);
    }

    #[test]
    fn moves_of_joint_moves_are_numbered_from_the_last_role() {
        let game = MatrixGame::new(vec![2, 1, 3]);
        assert_eq!([0, 1, 2].map(|role| game.move_in(5, role)), [1, 0, 2]);
        assert_eq!([0, 1, 2].map(|role| game.move_in(2, role)), [0, 0, 2]);
    }
}
