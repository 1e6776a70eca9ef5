//! Random matches.

use crate::{Error, State};
use senet_engine::{PlayoutRequest, PlayoutTally, defined_playouts};

/// Random matches from one state: set them up, then call [`Playouts::run`]. Every legal move is equally likely.
///
/// ```
/// let game = senet::Game::library("tic-tac-toe")?;
/// let summary = game.playouts(100_000).seed(7).run()?;
/// assert!(summary.mean_goals()[0] > summary.mean_goals()[1], "the first player has an advantage");
/// # Ok::<(), senet::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "call run() to play the matches"]
pub struct Playouts {
    state: State,
    matches: u32,
    seed: u64,
    threads: usize,
}

impl Playouts {
    pub(crate) fn new(state: State, matches: u32) -> Playouts {
        Playouts {
            state,
            matches,
            seed: 0,
            threads: 1,
        }
    }

    /// Sets the seed [default: 0].
    pub fn seed(mut self, seed: u64) -> Playouts {
        self.seed = seed;
        self
    }

    /// Sets the number of threads [default: 1]. It does not change the result.
    pub fn threads(mut self, threads: usize) -> Playouts {
        self.threads = threads;
        self
    }

    /// Plays the matches to their ends. Fails if a match has no result: see [`Error::Undefined`].
    pub fn run(&self) -> Result<PlayoutSummary, Error> {
        let starts = [self.state.raw().clone()];
        let request = PlayoutRequest {
            squared_lengths: true,
            threads: self.threads.max(1),
            ..PlayoutRequest::new(&starts, self.matches, self.seed)
        };
        let mut played = defined_playouts(&*self.state.game().rules().game, &request)?;
        let tally = played.tallies.pop().unwrap_or_default();
        Ok(PlayoutSummary { tally })
    }
}

/// The result of random matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayoutSummary {
    tally: PlayoutTally,
}

impl PlayoutSummary {
    /// The number of matches that ended.
    pub fn ended(&self) -> u64 {
        self.tally.ended
    }

    /// The mean goal of each role, in the order of [`crate::Game::roles`]. It is NaN if no match was played, and for the role of chance if the rules
    /// give it no goal.
    pub fn mean_goals(&self) -> Vec<f64> {
        let goals = self.tally.goals.iter();
        goals.map(|goal| goal.mean().unwrap_or(f64::NAN)).collect()
    }

    /// The mean number of joint moves in a match.
    pub fn mean_length(&self) -> f64 {
        self.tally.steps as f64 / self.tally.matches() as f64
    }
}
