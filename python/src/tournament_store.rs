//! The store of a tournament whose matches are played elsewhere, for example on a cluster.

use crate::arena::{Rating, TournamentResult};
use crate::errors::{of_error, of_stopped, plain};
use crate::game::Game;
use crate::interrupt::interruptible;
use pyo3::prelude::*;
use senet_arena::report::review;
use senet_arena::store::{Ended, Finished, Lock, Store, Tournament};
use senet_arena::tournament::{
    PlannedGame, Stored, TournamentPlan, planned_game, play_match, try_seats,
};
use senet_arena::{PlayerSpec, now_ms};
use senet_engine::Deadline;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A match for a worker to play: number, game, seats, seed, seed of the opening.
type Fixture = (usize, usize, Vec<usize>, u64, u64);
/// The result of a worker: goals, reason of a failure, record, substitute moves, start and end in milliseconds.
type Played = (
    Option<Vec<i32>>,
    Option<String>,
    Option<String>,
    Vec<usize>,
    u64,
    u64,
);

/// The database of a tournament. Only one process may have it open.
#[pyclass(frozen, module = "senet._senet")]
pub struct TournamentStore {
    inner: Mutex<Inner>,
}

struct Inner {
    store: Store,
    tournament: Tournament,
    lock: Lock,
}

fn failed(error: impl Display) -> PyErr {
    plain(
        "SenetError",
        error,
        "change the plan, or choose another folder or name",
    )
}

impl TournamentStore {
    /// Works with the database. Other threads of Python go on meanwhile.
    fn with<T: Send>(
        &self,
        py: Python,
        work: impl FnOnce(&mut Inner) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let inner = self.inner.lock();
            work(&mut inner.unwrap_or_else(|poisoned| poisoned.into_inner()))
        })
    }
}

#[pymethods]
impl TournamentStore {
    #[new]
    #[pyo3(signature = (folder, name, games, players, rounds, start_clock, play_clock, simulations, seed))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python,
        folder: PathBuf,
        name: &str,
        games: Vec<PyRef<Game>>,
        players: Vec<String>,
        rounds: usize,
        start_clock: f64,
        play_clock: f64,
        simulations: Option<u64>,
        seed: u64,
    ) -> PyResult<TournamentStore> {
        let specs = players
            .iter()
            .map(|name| name.parse::<PlayerSpec>())
            .collect::<Result<Vec<_>, _>>();
        let specs = specs.map_err(|error| of_error(&senet::Error::from(error)))?;
        let plan = plan(
            name,
            players,
            rounds,
            [start_clock, play_clock],
            simulations,
            seed,
        );
        let games: Vec<senet::Game> = games.iter().map(|game| game.data.game.clone()).collect();
        let inner = py.detach(|| {
            let games = planned_games(&games, &specs, seed)?;
            open(&folder, TournamentPlan { games, ..plan })
        })?;
        Ok(TournamentStore {
            inner: Mutex::new(inner),
        })
    }

    /// Claims all matches that are left.
    fn claim(&self, py: Python) -> PyResult<Vec<Fixture>> {
        let claimed = self.with(py, |Inner { store, lock, .. }| {
            store.claim_all(lock, now_ms()).map_err(failed)
        })?;
        let fixture = |one: Stored| (one.number, one.game, one.seats, one.seed, one.opening_seed);
        Ok(claimed.into_iter().map(fixture).collect())
    }

    /// Stores the result of a claimed match.
    fn finish(&self, py: Python, number: usize, played: Played) -> PyResult<()> {
        let (goals, reason, record, substituted, started, finished) = played;
        let ended = match goals {
            Some(goals) => Ended::Goals(goals),
            None => Ended::Failed(reason.unwrap_or_default()),
        };
        let finished = Finished {
            ended,
            record,
            substituted,
            started,
            finished,
        };
        self.with(py, |Inner { store, lock, .. }| {
            store.finish(lock, number, &finished).map_err(failed)
        })
    }

    /// Per match: its number, seats, goals and a digest of its moves.
    #[allow(clippy::type_complexity)]
    fn results(
        &self,
        py: Python,
    ) -> PyResult<Vec<(usize, Vec<usize>, Option<Vec<i32>>, Option<String>)>> {
        let matches = self.with(py, |inner| {
            inner.store.matches(inner.tournament.id).map_err(failed)
        })?;
        Ok(matches
            .into_iter()
            .map(|one| (one.number, one.seats, one.goals, one.digest))
            .collect())
    }

    /// Rates the players.
    fn rate(&self, py: Python) -> PyResult<TournamentResult> {
        let (count, review) = self.with(py, |inner| {
            let matches = inner.store.matches(inner.tournament.id).map_err(failed)?;
            let review = review(&inner.tournament, &matches).map_err(failed)?;
            Ok((matches.len(), review))
        })?;
        let rating = |one: senet_arena::report::RatedPlayer| {
            Rating::new(one.player, one.elo, one.low, one.high)
        };
        TournamentResult::new(
            py,
            review.ratings.into_iter().map(rating).collect(),
            count,
            review.warnings,
        )
    }
}

/// The games of a plan. Their matches are sampled, which takes a while.
fn planned_games(
    games: &[senet::Game],
    specs: &[PlayerSpec],
    seed: u64,
) -> PyResult<Vec<PlannedGame>> {
    let planned = |game: &senet::Game| {
        try_seats(game.rules(), specs).map_err(failed)?;
        planned_game(game.name(), game.text(), game.rules(), seed).map_err(failed)
    };
    games.iter().map(planned).collect()
}

/// Opens the tournament of this plan, or creates it.
fn open(folder: &Path, plan: TournamentPlan) -> PyResult<Inner> {
    plan.check().map_err(failed)?;
    let mut store = Store::open(folder).map_err(failed)?;
    let tournament = match store.find(&plan.name) {
        Ok(found) if found.plan == plan => found,
        Ok(_) => return Err(failed("the folder has another tournament of this name")),
        Err(_) => store.create(&plan, now_ms()).map_err(failed)?,
    };
    let lock = store.lock(&tournament, now_ms()).map_err(failed)?;
    Ok(Inner {
        store,
        tournament,
        lock,
    })
}

fn plan(
    name: &str,
    players: Vec<String>,
    rounds: usize,
    [start_clock, play_clock]: [f64; 2],
    simulations: Option<u64>,
    seed: u64,
) -> TournamentPlan {
    TournamentPlan {
        name: name.to_string(),
        players,
        rounds,
        start_clock,
        play_clock,
        simulations,
        seed,
        ..TournamentPlan::default()
    }
}

/// Plays one match of a tournament. The fixture and the seed decide it if moves are limited by simulations.
#[pyfunction]
#[pyo3(signature = (game, fixture, *, name, players, start_clock, play_clock, simulations, seed))]
#[allow(clippy::too_many_arguments)]
pub fn play_fixture(
    py: Python,
    game: &Game,
    fixture: Fixture,
    name: &str,
    players: Vec<String>,
    start_clock: f64,
    play_clock: f64,
    simulations: Option<u64>,
    seed: u64,
) -> PyResult<Played> {
    let rules = game.data.rules();
    let (number, _, seats, match_seed, opening_seed) = fixture;
    let deadline = Deadline::never();
    let work = || {
        let planned = planned_game(game.data.game.name(), game.data.game.text(), rules, seed)?;
        let plan = TournamentPlan {
            games: vec![planned],
            ..plan(
                name,
                players,
                1,
                [start_clock, play_clock],
                simulations,
                seed,
            )
        };
        let claimed = Stored {
            number,
            game: 0,
            seats,
            seed: match_seed,
            opening_seed,
            ..Stored::default()
        };
        Ok::<_, senet_engine::Stopped>(play_match(&plan, rules, &claimed, &deadline))
    };
    let finished = interruptible(py, || deadline.cancel(), work)?.map_err(of_stopped)?;
    let (goals, reason) = match finished.ended {
        Ended::Goals(goals) => (Some(goals), None),
        Ended::Failed(reason) => (None, Some(reason)),
    };
    Ok((
        goals,
        reason,
        finished.record,
        finished.substituted,
        finished.started,
        finished.finished,
    ))
}
