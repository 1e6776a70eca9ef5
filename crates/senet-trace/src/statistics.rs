//! Statistics of playouts: mean length and mean goals.

use crate::playouts::{Playout, PlayoutEnd};
use senet_engine::PlayoutTally;

/// Statistics of playouts.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let game = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default()).unwrap().game;
/// let statistics = senet_trace::playouts(&*game, 100, 7, 1000, &mut |_played| {}).unwrap();
/// assert_eq!((statistics.matches, statistics.ended), (100, 100));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PlayoutStatistics {
    /// The number of matches.
    pub matches: usize,
    /// The number of matches that reached a terminal state.
    pub ended: usize,
    /// The mean number of joint moves of all matches.
    pub mean_length: f64,
    /// The standard deviation of the number of joint moves.
    pub sd_length: f64,
    /// The goals of each role in the matches that ended.
    pub goals: Vec<GoalStatistics>,
}

/// The goals of one role.
#[derive(Clone, PartialEq, Debug)]
pub struct GoalStatistics {
    /// The role.
    pub role: String,
    /// The number of matches in which the role has a goal; chance may have none.
    pub count: usize,
    /// The mean goal of the role in these matches.
    pub mean: f64,
    /// The standard deviation of the goal.
    pub sd: f64,
}

impl PlayoutStatistics {
    /// Computes the statistics of playouts of a game with these roles.
    pub fn of(roles: &[String], playouts: &[Playout]) -> PlayoutStatistics {
        let mut tally = PlayoutTally::new(roles.len());
        playouts.iter().for_each(|playout| add(&mut tally, playout));
        PlayoutStatistics::of_tally(roles, &tally)
    }

    /// Computes the statistics from a tally of a game with these roles.
    pub fn of_tally(roles: &[String], tally: &PlayoutTally) -> PlayoutStatistics {
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
        PlayoutStatistics {
            matches: tally.matches() as usize,
            ended: tally.ended as usize,
            mean_length,
            sd_length,
            goals: goals.collect(),
        }
    }
}

fn add(tally: &mut PlayoutTally, playout: &Playout) {
    match &playout.end {
        PlayoutEnd::Ended(goals) => {
            tally.ended += 1;
            for (sums, goal) in tally.goals.iter_mut().zip(goals) {
                sums.add(*goal, 1);
            }
        }
        PlayoutEnd::CutShort => tally.cut += 1,
    }
    let length = playout.length as u64;
    tally.steps += length;
    tally.squared_lengths += length.pow(2);
}

/// Computes mean and sample standard deviation from the sum and the sum of squares. Both are zero without matches. Integer
/// arithmetic keeps the difference of large sums exact.
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
    fn computes_means_and_standard_deviations() {
        assert_eq!(mean_and_sd(0, 0, 0), (0.0, 0.0));
        assert_eq!(mean_and_sd(4, 16, 1), (4.0, 0.0));
        assert_eq!(mean_and_sd(4, 1 + 9, 2), (2.0, 2f64.sqrt()));
    }
}
