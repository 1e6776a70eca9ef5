//! Matches and tournaments on this machine.

use crate::errors::of_error;
use crate::game::{Game, GameData};
use crate::interrupt::interruptible;
use crate::progress::Progress;
use crate::seconds::duration;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A match that was played to its end.
#[pyclass(frozen, get_all, module = "senet")]
pub struct MatchResult {
    /// The goal of each role.
    goals: Vec<i32>,
    /// The joint moves.
    moves: Vec<Vec<String>>,
    /// The record as JSON; `senet replay` verifies it.
    record: String,
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self) -> String {
        format!(
            "<MatchResult: goals {:?} after {} moves>",
            self.goals,
            self.moves.len()
        )
    }
}

/// Plays a match.
pub fn play_match(
    py: Python,
    data: &GameData,
    players: &[String],
    start_clock: f64,
    play_clock: f64,
    seed: u64,
) -> PyResult<MatchResult> {
    let stop: Arc<AtomicBool> = Arc::default();
    let start = duration("start_clock", start_clock)?;
    let play = duration("play_clock", play_clock)?;
    let played = interruptible(
        py,
        || stop.store(true, Ordering::Relaxed),
        || {
            let mut contest = data
                .game
                .new_match()
                .clocks(start, play)
                .seed(seed)
                .stop(stop.clone());
            for player in players {
                contest = contest.player(player)?;
            }
            contest.play()
        },
    )?;
    let played = played.map_err(|error| of_error(&error))?;
    Ok(MatchResult {
        goals: played.goals().to_vec(),
        moves: played.moves().to_vec(),
        record: played.record().to_string(),
    })
}

/// The rating of a player, in Elo points above the mean.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Rating {
    /// The player.
    player: String,
    /// Elo points above the mean.
    elo: f64,
    /// The lower end of the 95 % interval.
    low: f64,
    /// The upper end of the 95 % interval.
    high: f64,
}

impl Rating {
    /// A rating from its parts.
    pub fn new(player: String, elo: f64, low: f64, high: f64) -> Rating {
        Rating {
            player,
            elo,
            low,
            high,
        }
    }
}

#[pymethods]
impl Rating {
    fn __repr__(&self) -> String {
        format!(
            "<Rating {}: {:+.0} ({:+.0} to {:+.0})>",
            self.player, self.elo, self.low, self.high
        )
    }
}

/// The result of a tournament.
#[pyclass(frozen, get_all, module = "senet")]
pub struct TournamentResult {
    /// The players by rating, the strongest first.
    ratings: Vec<Py<Rating>>,
    /// The number of matches.
    matches: usize,
    /// Reasons to distrust the numbers.
    warnings: Vec<String>,
}

impl TournamentResult {
    /// A result from its parts.
    pub fn new(
        py: Python,
        ratings: Vec<Rating>,
        matches: usize,
        warnings: Vec<String>,
    ) -> PyResult<TournamentResult> {
        let ratings = ratings
            .into_iter()
            .map(|rating| Py::new(py, rating))
            .collect::<PyResult<_>>()?;
        Ok(TournamentResult {
            ratings,
            matches,
            warnings,
        })
    }
}

#[pymethods]
impl TournamentResult {
    fn __repr__(&self, py: Python) -> String {
        let ratings: Vec<String> = self
            .ratings
            .iter()
            .map(|rating| rating.borrow(py).__repr__())
            .collect();
        format!(
            "<TournamentResult: {} matches, {}>",
            self.matches,
            ratings.join(" ")
        )
    }
}

/// Plays a tournament: every player meets every other on every seat of every game, on all cores. Results go into a
/// database in the folder, match by match; an interrupted tournament continues when it is called again.
///
/// With `simulations`, every move is limited to this number of playouts. The seed then decides all results if the clocks leave
/// time for them. Players that learn before the match, such as `best` and `descent`, still depend on the start clock.
///
/// >>> import senet
/// >>> result = senet.tournament([senet.Game("tic-tac-toe")], ["random", "greedy"], rounds=2)
/// >>> result.matches
/// 4
#[pyfunction]
#[pyo3(signature = (games, players, *, rounds = 1, start_clock = 1.0, play_clock = 0.1, simulations = None, seed = 0, folder = None, name = "tournament", progress = None))]
#[allow(clippy::too_many_arguments)]
pub fn tournament(
    py: Python,
    games: Vec<PyRef<Game>>,
    players: Vec<String>,
    rounds: usize,
    start_clock: f64,
    play_clock: f64,
    simulations: Option<u64>,
    seed: u64,
    folder: Option<PathBuf>,
    name: &str,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<TournamentResult> {
    let scratch = match folder {
        Some(_) => None,
        None => Some(
            py.import("tempfile")?
                .getattr("TemporaryDirectory")?
                .call0()?,
        ),
    };
    let folder: PathBuf = match (&folder, &scratch) {
        (Some(folder), _) => folder.clone(),
        (None, Some(scratch)) => scratch.getattr("name")?.extract()?,
        (None, None) => PathBuf::from("."),
    };
    let progress = Progress::of(progress, "matches")?;
    let stop: Arc<AtomicBool> = Arc::default();
    let mut builder = senet::TournamentBuilder::new(name, folder)
        .players(players.iter().map(String::as_str))
        .rounds(rounds)
        .clocks(start_clock, play_clock)
        .seed(seed)
        .stop(stop.clone());
    if let Some(simulations) = simulations {
        builder = builder.simulations(simulations);
    }
    for game in &games {
        builder = builder.game(game.data.game.clone());
    }
    let (done, failed) = (AtomicU64::new(0), Arc::new(std::sync::Mutex::new(Ok(()))));
    let (told, stopping) = (failed.clone(), stop.clone());
    let builder = builder.observer(move |_| {
        let count = done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Err(error) = progress.report(count, 0) {
            stopping.store(true, Ordering::Relaxed);
            *told.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Err(error);
        }
    });
    let result = interruptible(
        py,
        || stop.store(true, Ordering::Relaxed),
        || builder.play(),
    )?;
    let told = std::mem::replace(
        &mut *failed
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()),
        Ok(()),
    );
    told?;
    let result = result.map_err(|error| of_error(&error))?;
    if let Some(scratch) = scratch {
        scratch.call_method0("cleanup")?;
    }
    let rating =
        |one: &senet::PlayerRating| Rating::new(one.player.clone(), one.elo, one.low, one.high);
    let ratings = result.ratings().iter().map(rating).collect();
    TournamentResult::new(py, ratings, result.matches(), result.warnings().to_vec())
}
