//! What random matches come to on average.

use crate::playouts::{Outcome, Playout};
use senet_engine::PlayoutTally;

/// Averages over random matches.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    /// Matches played.
    pub matches: usize,
    /// Matches that reached a terminal state.
    pub ended: usize,
    /// Mean number of joint moves, over all matches.
    pub mean_length: f64,
    /// Its standard deviation.
    pub sd_length: f64,
    /// For each role, its goals in the matches that ended.
    pub goals: Vec<GoalStatistics>,
}

/// The goals of one role.
#[derive(Clone, PartialEq, Debug)]
pub struct GoalStatistics {
    /// The role.
    pub role: String,
    /// Matches in which it had exactly one goal value.
    pub count: usize,
    /// Mean goal in those.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

impl Statistics {
    /// Averages matches of a game with these roles.
    pub fn of(roles: &[String], playouts: &[Playout]) -> Statistics {
        let mut tally = PlayoutTally::new(roles.len());
        playouts.iter().for_each(|playout| add(&mut tally, playout));
        Statistics::of_tally(roles, &tally)
    }

    /// Averages from sums over the matches of a game with these roles.
    pub fn of_tally(roles: &[String], tally: &PlayoutTally) -> Statistics {
        let (steps, squares) = (tally.steps.into(), tally.squared_lengths);
        let (mean_length, sd_length) = mean_and_sd(steps, squares, tally.matches());
        let goals = roles.iter().zip(&tally.goals).map(|(role, sums)| {
            let (mean, sd) = mean_and_sd(sums.sum.into(), sums.squares, sums.valid);
            GoalStatistics {
                role: role.clone(),
                count: sums.valid as usize,
                mean,
                sd,
            }
        });
        Statistics {
            matches: tally.matches() as usize,
            ended: tally.ended as usize,
            mean_length,
            sd_length,
            goals: goals.collect(),
        }
    }
}

fn add(tally: &mut PlayoutTally, playout: &Playout) {
    match &playout.outcome {
        Outcome::Ended(goals) => {
            tally.ended += 1;
            for (sums, goal) in tally.goals.iter_mut().zip(goals) {
                if let Some(value) = goal.value() {
                    sums.add(value, 1);
                }
            }
        }
        Outcome::CutShort => tally.cut += 1,
        Outcome::NoMove => tally.stuck += 1,
    }
    let length = playout.length as u64;
    tally.steps += length;
    tally.squared_lengths += length.pow(2);
}

/// Mean and sample standard deviation from the sum and the sum of squares; zero where there is too little to tell. The
/// difference of large sums is taken exactly.
fn mean_and_sd(sum: i128, squares: u64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 0.0);
    }
    let mean = sum as f64 / count as f64;
    let spread = i128::from(squares) * i128::from(count) - sum * sum;
    let pairs = count as f64 * (count as f64 - 1.0).max(1.0);
    (mean, (spread as f64 / pairs).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations() {
        assert_eq!(mean_and_sd(0, 0, 0), (0.0, 0.0));
        assert_eq!(mean_and_sd(4, 16, 1), (4.0, 0.0));
        assert_eq!(mean_and_sd(4, 1 + 9, 2), (2.0, 2f64.sqrt()));
    }
}
