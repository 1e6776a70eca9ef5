//! Matches between players under clocks.

use crate::{Agent, Error, Game, agent};
use senet_arena::{Clocks, MatchEvent, MatchOutcome, MatchSetup, PlayerSpec, play, seat_players};
use senet_engine::Deadline;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A match that is being set up: add one player for each role, or one for all roles, then call [`MatchBuilder::play`].
///
/// ```
/// use std::time::Duration;
/// let game = senet::Game::library("tic-tac-toe")?;
/// let result = game.new_match()
///     .player("uct")?
///     .player("random")?
///     .clocks(Duration::from_millis(100), Duration::from_millis(20))
///     .play()?;
/// assert_eq!(result.goals().len(), 2);
/// # Ok::<(), senet::Error>(())
/// ```
#[must_use = "call play() to play the match"]
pub struct MatchBuilder {
    game: Game,
    players: Vec<PlayerSpec>,
    start: Duration,
    play: Duration,
    seed: u64,
    stop: Arc<AtomicBool>,
}

impl MatchBuilder {
    pub(crate) fn new(game: Game) -> MatchBuilder {
        MatchBuilder {
            game,
            players: Vec::new(),
            start: Duration::from_secs(5),
            play: Duration::from_secs(1),
            seed: 0,
            stop: Arc::default(),
        }
    }

    /// Seats a player on the next role: `kind`, `kind:key=value,…`, or `host:port` for a player behind the GGP protocol.
    pub fn player(mut self, name: &str) -> Result<MatchBuilder, Error> {
        self.players.push(name.parse()?);
        Ok(self)
    }

    /// Seats a player of your own on the next role. `make` creates the agent, and a new one if it panics.
    pub fn agent<A: Agent + 'static>(
        mut self,
        name: &str,
        make: impl Fn() -> A + Send + Sync + 'static,
    ) -> MatchBuilder {
        let guest = agent::guest(name, self.game.clone(), make);
        self.players.push(guest);
        self
    }

    /// Sets the start clock and the play clock [default: 5 s and 1 s].
    pub fn clocks(mut self, start: Duration, play: Duration) -> MatchBuilder {
        (self.start, self.play) = (start, play);
        self
    }

    /// Sets the seed of all random choices [default: 0].
    pub fn seed(mut self, seed: u64) -> MatchBuilder {
        self.seed = seed;
        self
    }

    /// Aborts the match when this becomes true.
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> MatchBuilder {
        self.stop = stop;
        self
    }

    /// Plays the match.
    pub fn play(self) -> Result<MatchResult, Error> {
        self.play_observed(|_, _| {})
    }

    /// Plays the match and reports every joint move as soon as it is made: its number and the moves as text.
    pub fn play_observed(
        self,
        mut observer: impl FnMut(usize, &[String]),
    ) -> Result<MatchResult, Error> {
        let (rules, stop) = (self.game.rules(), self.stop.clone());
        let setup = MatchSetup {
            players: seat_players(rules, &self.players)?,
            deadline: Deadline::when(move || stop.load(Ordering::Relaxed)),
            ..MatchSetup::of(
                rules.clone(),
                Vec::new(),
                Clocks::seconds(self.start.as_secs_f64(), self.play.as_secs_f64()),
                self.seed,
            )
        };
        let played = play(&setup, &mut |moment| {
            if let MatchEvent::Moved(_, turn) = moment {
                observer(turn.step, &turn.moves);
            }
        })?;
        match played.outcome {
            MatchOutcome::Aborted(reason) => Err(Error::Aborted(reason)),
            MatchOutcome::Completed(goals) => Ok(MatchResult {
                goals,
                moves: played.turns.into_iter().map(|turn| turn.moves).collect(),
                record: serde_json::to_string(&played.record)
                    .map_err(|error| Error::Record(error.to_string()))?,
            }),
        }
    }
}

/// A match that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    goals: Vec<i32>,
    moves: Vec<Vec<String>>,
    record: String,
}

impl MatchResult {
    /// The goal of each role.
    pub fn goals(&self) -> &[i32] {
        &self.goals
    }

    /// The joint moves as text.
    pub fn moves(&self) -> &[Vec<String>] {
        &self.moves
    }

    /// The record of the match as JSON; `senet replay` verifies it.
    pub fn record(&self) -> &str {
        &self.record
    }
}
