//! Results of matches, and their sums.

use super::series::SeriesOutcome;
use crate::score::MatchScore;
use crate::stats::Z;
use serde::{Deserialize, Serialize};

/// The goal that the player's goal is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Yardstick {
    /// The goal of the other player.
    Opponent,
    /// The goal that `uct` reaches in the same seat, after the same opening.
    SameSeat,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// The number of the opening.
    pub opening: usize,
    /// The role of the player.
    pub role: usize,
    /// The player's goal.
    pub goal: i32,
    /// The goal that the player's goal is compared with.
    pub compared: i32,
    /// The goals of all roles.
    pub goals: Vec<i32>,
}

impl PlayedMatch {
    /// A match of the player in a role.
    pub fn new(opening: usize, role: usize, goal: i32, compared: i32, goals: &[i32]) -> Self {
        PlayedMatch {
            opening,
            role,
            goal,
            compared,
            goals: goals.to_vec(),
        }
    }
}

/// The matches of a game with one start clock.
#[derive(Clone, Debug, Serialize)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// CPU seconds of the start clock.
    pub learn: f64,
    /// The score over all seeds.
    #[serde(flatten)]
    pub score: MatchScore,
    /// The score of each seed.
    pub seeds: Vec<MatchScore>,
    /// The mean goal of the player, and the mean of the goals that it is compared with.
    pub goals: [f64; 2],
    /// The player's notes about its start clock, seed by seed.
    pub notes: Vec<String>,
}

impl GameResult {
    /// The sum of all series of a game with a start clock.
    pub fn of(game: &str, learn: f64, outcomes: &[SeriesOutcome]) -> GameResult {
        let own = |one: &&SeriesOutcome| one.game == game && one.learn == learn;
        let (mut seeds, mut notes) = (Vec::new(), Vec::new());
        let (mut score, mut goals) = (MatchScore::default(), [0.0; 2]);
        for series in outcomes.iter().filter(own) {
            let mut of_seed = MatchScore::default();
            for played in &series.matches {
                of_seed.add(played.goal, played.compared);
                goals[0] += f64::from(played.goal);
                goals[1] += f64::from(played.compared);
            }
            score.merge(of_seed);
            seeds.push(of_seed);
            notes.extend(series.notes.iter().cloned());
        }
        let matches = f64::from(score.matches().max(1));
        GameResult {
            game: game.to_string(),
            learn,
            goals: goals.map(|sum| sum / matches),
            score,
            seeds,
            notes,
        }
    }
}

/// The mean share over all games with matches, with half the width of its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeanShare {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95 % interval. It covers the chance of matches, not the choice of games.
    pub half: f64,
    /// The number of games.
    pub games: usize,
}

/// The mean share over all games with matches, each with the same weight.
pub fn mean_share(results: &[GameResult]) -> MeanShare {
    let played = results.iter().filter(|one| one.score.matches() > 0);
    let (mut sum, mut variance, mut games) = (0.0, 0.0, 0);
    for one in played {
        let share = one.score.share();
        sum += share;
        variance += share * (1.0 - share) / f64::from(one.score.matches());
        games += 1;
    }
    let count = games.max(1) as f64;
    MeanShare {
        mean: sum / count,
        half: Z * f64::sqrt(variance) / count,
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(game: &str, results: &[(i32, i32)]) -> SeriesOutcome {
        let played = |&(own, other)| PlayedMatch::new(0, 0, own, other, &[own, other]);
        SeriesOutcome {
            game: game.to_string(),
            learn: 60.0,
            seed: 1,
            notes: vec!["plays".to_string()],
            start_overrun: 0.0,
            matches: results.iter().map(played).collect(),
        }
    }

    #[test]
    fn series_of_the_same_game_are_summed() {
        let all = [
            series("a", &[(100, 0), (50, 50)]),
            series("b", &[(0, 100)]),
            series("a", &[(100, 0), (0, 100)]),
        ];
        let result = GameResult::of("a", 60.0, &all);
        assert_eq!(result.score.matches(), 4);
        assert_eq!(result.score.share(), 0.625);
        assert_eq!(result.goals, [62.5, 37.5]);
        assert_eq!(result.seeds.len(), 2);
        let mean = mean_share(&[result, GameResult::of("b", 60.0, &all)]);
        assert_eq!((mean.mean, mean.games), (0.3125, 2));
    }
}
