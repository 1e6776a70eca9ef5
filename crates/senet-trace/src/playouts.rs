//! Random matches and what they come to on average.

use crate::random::{legal_moves, match_rng, random_joint};
use fastrand::Rng;
use senet_engine::{Game, Goal, Stopped};

/// One random match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How many joint moves were made.
    pub length: usize,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a random match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// At a terminal state with these goals, in role order.
    Ended(Vec<Goal>),
    /// The step limit came first.
    CutShort,
    /// A role had no legal move in a state that is not terminal.
    NoMove,
}

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

/// Plays one random match of at most `max_steps` joint moves.
pub fn playout(game: &dyn Game, rng: &mut Rng, max_steps: usize) -> Result<Playout, Stopped> {
    let mut state = game.initial()?;
    for length in 0..=max_steps {
        let end = |outcome| Ok(Playout { length, outcome });
        if game.is_terminal(&state)? {
            let goals = (0..game.roles().len()).map(|role| game.goal(&state, role));
            return end(Outcome::Ended(goals.collect::<Result<_, _>>()?));
        }
        match random_joint(&legal_moves(game, &state)?, rng) {
            None => return end(Outcome::NoMove),
            Some(_) if length == max_steps => break,
            Some(joint) => state = game.next(&state, &joint)?,
        }
    }
    Ok(Playout {
        length: max_steps,
        outcome: Outcome::CutShort,
    })
}

/// Plays matches `0..matches` of a seed and averages them.
pub fn playouts(
    game: &dyn Game,
    matches: usize,
    seed: u64,
    max_steps: usize,
) -> Result<Statistics, Stopped> {
    let mut all = Vec::with_capacity(matches.min(1 << 20));
    for number in 0..matches {
        all.push(playout(
            game,
            &mut match_rng(seed, number as u64),
            max_steps,
        )?);
    }
    Ok(Statistics::of(game.roles(), &all))
}

impl Statistics {
    /// Averages matches of a game with these roles.
    pub fn of(roles: &[String], playouts: &[Playout]) -> Statistics {
        let lengths: Vec<_> = playouts.iter().map(|p| p.length as f64).collect();
        let ended: Vec<_> = playouts.iter().filter_map(ended_goals).collect();
        let (mean_length, sd_length) = mean_and_sd(&lengths);
        let goals = roles.iter().enumerate();
        Statistics {
            matches: playouts.len(),
            ended: ended.len(),
            mean_length,
            sd_length,
            goals: goals
                .map(|(role, name)| goals_of(&ended, role, name))
                .collect(),
        }
    }
}

fn ended_goals(playout: &Playout) -> Option<&Vec<Goal>> {
    match &playout.outcome {
        Outcome::Ended(goals) => Some(goals),
        Outcome::CutShort | Outcome::NoMove => None,
    }
}

fn goals_of(ended: &[&Vec<Goal>], role: usize, name: &str) -> GoalStatistics {
    let values = ended.iter().filter_map(|goals| goals[role].value());
    let values: Vec<_> = values.map(f64::from).collect();
    let (mean, sd) = mean_and_sd(&values);
    GoalStatistics {
        role: name.into(),
        count: values.len(),
        mean,
        sd,
    }
}

/// Mean and sample standard deviation; zero where there is too little to tell.
fn mean_and_sd(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let sd = (squares / (count - 1.0).max(1.0)).sqrt();
    (mean, sd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations() {
        assert_eq!(mean_and_sd(&[]), (0.0, 0.0));
        assert_eq!(mean_and_sd(&[4.0]), (4.0, 0.0));
        assert_eq!(mean_and_sd(&[1.0, 3.0]), (2.0, 2f64.sqrt()));
    }
}
