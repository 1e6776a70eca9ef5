//! Many matches between players, and their ratings.

use crate::{Error, Game};
use senet_arena::report::review;
use senet_arena::store::{Ended, Store};
use senet_arena::tournament::{
    Playing, TournamentPlan, match_count, planned_game, play_all, play_match, try_seats,
};
use senet_arena::{PlayerSpec, Rules, now_ms};
use senet_engine::Deadline;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A tournament that is being set up. Every player meets every other on every seat of every game.
///
/// Results go into a database in a folder, match by match. A tournament that was interrupted continues when it is played
/// again with the same name and folder.
///
/// ```
/// let folder = std::env::temp_dir().join(format!("senet-doc-{}", std::process::id()));
/// let result = senet::TournamentBuilder::new("club", &folder)
///     .game(senet::Game::library("tic-tac-toe")?)
///     .players(["random", "greedy"])
///     .rounds(2)
///     .play()?;
/// assert_eq!(result.matches(), 4);
/// # std::fs::remove_dir_all(&folder).ok();
/// # Ok::<(), senet::Error>(())
/// ```
#[must_use = "call play() to play the tournament"]
pub struct TournamentBuilder {
    folder: PathBuf,
    games: Vec<Game>,
    plan: TournamentPlan,
    stop: Arc<AtomicBool>,
    observer: Option<Box<FixtureObserver>>,
}

/// Receives every match when it has been played.
type FixtureObserver = dyn Fn(&PlayedFixture) + Send + Sync;

impl TournamentBuilder {
    /// A tournament with a name, kept in a folder.
    pub fn new(name: &str, folder: impl Into<PathBuf>) -> TournamentBuilder {
        TournamentBuilder {
            folder: folder.into(),
            games: Vec::new(),
            plan: TournamentPlan {
                name: name.to_string(),
                rounds: 1,
                start_clock: 1.0,
                play_clock: 0.1,
                ..TournamentPlan::default()
            },
            stop: Arc::default(),
            observer: None,
        }
    }

    /// Adds a game.
    pub fn game(mut self, game: Game) -> TournamentBuilder {
        self.games.push(game);
        self
    }

    /// Adds players by name: `kind`, or `kind:key=value,…`.
    pub fn players<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> TournamentBuilder {
        self.plan
            .players
            .extend(names.into_iter().map(str::to_string));
        self
    }

    /// Sets the number of rounds [default: 1].
    pub fn rounds(mut self, rounds: usize) -> TournamentBuilder {
        self.plan.rounds = rounds;
        self
    }

    /// Sets the start clock and the play clock in seconds [default: 1 and 0.1].
    pub fn clocks(mut self, start: f64, play: f64) -> TournamentBuilder {
        (self.plan.start_clock, self.plan.play_clock) = (start, play);
        self
    }

    /// Sets the seed of all random choices [default: 0].
    pub fn seed(mut self, seed: u64) -> TournamentBuilder {
        self.plan.seed = seed;
        self
    }

    /// Limits every move to this number of playouts, so that results do not depend on the speed of the machine.
    pub fn simulations(mut self, simulations: u64) -> TournamentBuilder {
        self.plan.simulations = Some(simulations);
        self
    }

    /// Starts no more matches when this becomes true. The tournament can be continued.
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> TournamentBuilder {
        self.stop = stop;
        self
    }

    /// Reports every match as soon as it is played, from any thread.
    pub fn observer(
        mut self,
        observer: impl Fn(&PlayedFixture) + Send + Sync + 'static,
    ) -> TournamentBuilder {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Plays all matches that are left, on all cores, and rates the players.
    pub fn play(mut self) -> Result<TournamentResult, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Tournament(error.to_string());
        let names = self
            .plan
            .players
            .iter()
            .map(|name| name.parse::<PlayerSpec>());
        let players = names.collect::<Result<Vec<PlayerSpec>, _>>()?;
        let all: Vec<Rules> = self.games.iter().map(|game| game.rules().clone()).collect();
        for (game, rules) in self.games.iter().zip(&all) {
            try_seats(rules, &players).map_err(|error| failed(&error))?;
            let planned = planned_game(game.name(), game.text(), rules, self.plan.seed)?;
            self.plan.games.push(planned);
        }
        self.plan.check().map_err(|error| failed(&error))?;
        let mut store = Store::open(&self.folder).map_err(|error| failed(&error))?;
        let tournament = match store.find(&self.plan.name) {
            Ok(found) if found.plan == self.plan => found,
            Ok(_) => {
                let message = "the folder has another tournament of this name";
                return Err(Error::Tournament(message.to_string()));
            }
            Err(_) => store
                .create(&self.plan, now_ms())
                .map_err(|error| failed(&error))?,
        };
        let lock = store
            .lock(&tournament, now_ms())
            .map_err(|error| failed(&error))?;
        let stop = self.stop.clone();
        let deadline = Deadline::when(move || stop.load(Ordering::Relaxed));
        let playing = Playing {
            tournament: &tournament,
            lock: &lock,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            play: &|claimed| {
                let rules = &all[claimed.game];
                play_match(&tournament.plan, rules, claimed, &deadline)
            },
            observer: &|played, finished| {
                if let (Some(observer), Ended::Goals(goals)) = (&self.observer, &finished.ended) {
                    observer(&PlayedFixture {
                        game: played.game,
                        players: played.seats.clone(),
                        goals: goals.clone(),
                    });
                }
            },
            deadline: &deadline,
        };
        let store = play_all(store, &playing).map_err(|error| failed(&error))?;
        let matches = store
            .matches(tournament.id)
            .map_err(|error| failed(&error))?;
        let review = review(&tournament, &matches).map_err(|error| failed(&error))?;
        let ratings = review.ratings.into_iter().map(|rated| PlayerRating {
            player: rated.player,
            elo: rated.elo,
            low: rated.low,
            high: rated.high,
        });
        Ok(TournamentResult {
            ratings: ratings.collect(),
            matches: match_count(&tournament.plan),
            warnings: review.warnings,
        })
    }
}

/// A match of a tournament that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedFixture {
    /// The number of the game.
    pub game: usize,
    /// The number of the player on each seat.
    pub players: Vec<usize>,
    /// The goal of each seat.
    pub goals: Vec<i32>,
}

/// The result of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentResult {
    ratings: Vec<PlayerRating>,
    matches: usize,
    warnings: Vec<String>,
}

/// The rating of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerRating {
    /// The player.
    pub player: String,
    /// Elo points above the mean.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

impl TournamentResult {
    /// The players by rating, the strongest first.
    pub fn ratings(&self) -> &[PlayerRating] {
        &self.ratings
    }

    /// The number of matches.
    pub fn matches(&self) -> usize {
        self.matches
    }

    /// Reasons to distrust the numbers: too few matches, repeated games, late moves.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}
