//! Quick matches of the players with a network against `uct`.

use super::quick_match::{opening, play};
use super::verdict::{Score, Verdict};
use crate::descent::{LearningCounts, NetPlayer, TrainedNet};
use crate::{Budget, Player, PlayerName, Setting, player};
use fastrand::Rng;
use senet_engine::{RoleId, Stopped, spread_seed};
use std::sync::Arc;

/// The number of matches that each player should get.
const MATCHES: f64 = 10.0;
/// The weight of the network in the leaves of `guct`.
const GUIDED: &str = "guct:mix=0.5";
/// The largest number of random moves at the beginning of a match, beside one for each role.
const OPENING_MOVES: usize = 4;

/// The players to compare, and the game.
pub struct Trial<'a> {
    setting: &'a Setting,
    trained: TrainedNet,
    counts: LearningCounts,
}

impl Trial<'_> {
    /// A trial of players with this network.
    pub fn new(setting: &Setting, trained: TrainedNet, counts: LearningCounts) -> Trial<'_> {
        Trial {
            setting,
            trained,
            counts,
        }
    }

    /// `uct`, guided by the network.
    pub fn guided(&self, setting: &Setting) -> Result<Box<dyn Player>, Stopped> {
        let setting = Setting {
            learn: Some(Arc::new(self.trained.clone())),
            ..setting.clone()
        };
        seat(GUIDED, setting)
    }

    /// Plays matches until the budget is over.
    pub fn run(&self, budget: &Budget) -> Verdict {
        let _watch = budget.watch();
        let mut scores = vec![Score::new("descent"), Score::new("guct")];
        let mut number = 0;
        // A stopped query means that the time is up: the finished matches count.
        while self.play_round(&mut scores, number, budget).is_ok() && !budget.is_over() {
            number += 1;
            if scores.iter().all(Score::is_hopeless) {
                break;
            }
        }
        Verdict {
            scores,
            learned: format!(
                "after learning from {} matches and {} states",
                self.counts.matches, self.counts.samples
            ),
        }
    }

    /// One match for each player that has a chance, with the same opening for all seats.
    fn play_round(
        &self,
        scores: &mut [Score],
        number: u64,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let roles = self.setting.game.roles().len();
        let own = number as usize % roles;
        for score in scores.iter_mut().filter(|score| !score.is_hopeless()) {
            let seed = spread_seed(self.setting.seed, number / roles as u64);
            if let Some(goals) = self.play_match(score.name, own, seed, budget)? {
                score.add(result(&goals, own));
            }
        }
        Ok(())
    }

    fn play_match(
        &self,
        name: &str,
        own: RoleId,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<f64>>, Stopped> {
        let game = &*self.setting.game;
        let mut rng = Rng::with_seed(seed);
        let moves = game.roles().len() + rng.usize(0..=OPENING_MOVES);
        let start = opening(game, moves, &mut rng)?;
        let seat = |role: RoleId| -> Result<Box<dyn Player>, Stopped> {
            let setting = Setting {
                role,
                seed: spread_seed(seed, role as u64),
                ..self.setting.clone()
            };
            match (role == own, name) {
                (false, _) => seat("uct", setting),
                (true, "descent") => Ok(Box::new(NetPlayer::new(setting, self.trained.clone()))),
                (true, _) => self.guided(&setting),
            }
        };
        let mut players = (0..game.roles().len())
            .map(seat)
            .collect::<Result<Vec<_>, _>>()?;
        play(game, start, &mut players, budget, self.move_share())
    }

    /// The share of the trial for one move, so that each player gets its matches.
    fn move_share(&self) -> f64 {
        let (matches, moves) = (self.counts.matches.max(1), self.counts.moves);
        // Learning ends a match when it is solved; play goes on for a while.
        let moves = 1.3 * moves as f64 / matches as f64 + 4.0;
        let players = self.setting.game.roles().len() as f64;
        1.0 / (2.0 * MATCHES * moves * players.min(2.0) / 2.0)
    }
}

fn seat(name: &str, setting: Setting) -> Result<Box<dyn Player>, Stopped> {
    let read: Result<PlayerName, _> = name.parse();
    let seated = read.and_then(|name| player(&name, setting));
    seated.map_err(|error| Stopped::Misuse(error.to_string()))
}

/// The result of a role: 1 if it beats the mean of the others, 0 if it is below.
fn result(goals: &[f64], own: RoleId) -> f64 {
    let others = goals.len().saturating_sub(1).max(1) as f64;
    let mean = (goals.iter().sum::<f64>() - goals[own]) / others;
    match goals[own].total_cmp(&mean) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_compares_a_role_with_the_mean_of_the_others() {
        assert_eq!(result(&[100.0, 0.0], 0), 1.0);
        assert_eq!(result(&[50.0, 50.0], 1), 0.5);
        assert_eq!(result(&[40.0, 100.0, 0.0], 0), 0.0);
    }
}
