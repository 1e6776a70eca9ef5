//! Searches by any player, with the report.

use crate::errors::of_error;
use crate::game::GameData;
use crate::interrupt::interruptible;
use pyo3::prelude::*;
use senet_engine::{Deadline, MoveId, State};
use senet_search::{Budget, Clock, PlayerName, SearchReport, Setting, player};
use std::sync::Arc;
use std::time::Duration;

/// The result of a search.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Analysis {
    /// The number of the role that the search is for.
    role: usize,
    /// The move that the player would make.
    best: String,
    /// The goal that each role can expect, 0 to 100; empty if unknown.
    values: Vec<f64>,
    /// True if the values follow from the rules.
    proven: bool,
    /// The evaluation of each legal move.
    moves: Vec<Py<MoveAnalysis>>,
    /// The joint moves that the player expects.
    line: Vec<Vec<String>>,
    /// The number of playouts.
    simulations: u64,
    /// The number of states examined.
    nodes: u64,
    /// The depth in joint moves.
    depth: u32,
    /// Why the search stopped.
    stop: String,
    /// Further notes.
    notes: Vec<String>,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let values: Vec<String> = self
            .values
            .iter()
            .map(|value| format!("{value:.1}"))
            .collect();
        let proven = if self.proven { ", proven" } else { "" };
        let (best, playouts) = (&self.best, self.simulations);
        format!(
            "<Analysis: {best}, values {}{proven}, {playouts} playouts>",
            values.join(" ")
        )
    }
}

/// The evaluation of one move.
#[pyclass(frozen, get_all, module = "senet")]
pub struct MoveAnalysis {
    /// The move.
    text: String,
    /// The number of visits.
    visits: u64,
    /// The goal that each role can expect, 0 to 100; empty if unknown.
    values: Vec<f64>,
    /// True if the values follow from the rules.
    proven: bool,
}

#[pymethods]
impl MoveAnalysis {
    fn __repr__(&self) -> String {
        format!(
            "<MoveAnalysis {}: {} visits, values {:?}>",
            self.text, self.visits, self.values
        )
    }
}

/// The kinds of players, each with a sentence about it.
///
/// >>> import senet
/// >>> "uct" in senet.players()
/// True
#[pyfunction]
pub fn players() -> std::collections::BTreeMap<&'static str, &'static str> {
    senet::Player::kinds().collect()
}

/// The limits of a search.
pub struct Limits {
    /// The time for the move.
    pub time: Duration,
    /// The time for learning before the search.
    pub start: Duration,
    /// The maximum number of playouts.
    pub simulations: u64,
    /// The maximum number of states.
    pub nodes: u64,
}

impl Limits {
    fn search(&self, work: &Deadline) -> Budget {
        Budget::time(Clock::Wall, self.time)
            .with_simulations(self.simulations)
            .with_nodes(self.nodes)
            .part_of(work)
    }
}

/// Searches a state for a role. The report has the notes of the preparation, too.
pub fn analyse(
    py: Python,
    data: &GameData,
    state: &State,
    role: usize,
    name: &str,
    limits: &Limits,
    seed: u64,
) -> PyResult<Analysis> {
    let name: PlayerName = name
        .parse()
        .map_err(|error| of_error(&senet::Error::from(error)))?;
    let rules = data.rules();
    let setting = Setting {
        game: rules.game.clone(),
        role,
        seed,
        learn: rules.learn.clone(),
    };
    let deadline = Deadline::never();
    let work = || -> Result<_, senet::Error> {
        let mut player = player(&name, setting)?;
        let mut notes = Vec::new();
        if !limits.start.is_zero() {
            let clock = Budget::time(Clock::Wall, limits.start).part_of(&deadline);
            notes = player.prepare(&clock)?.notes;
        }
        let mut choice = player.choose(state, &limits.search(&deadline))?;
        choice.report.notes.splice(0..0, notes);
        Ok(choice)
    };
    let chosen = interruptible(py, || deadline.cancel(), work)?;
    let chosen = chosen.map_err(|error| of_error(&error))?;
    report(py, data, role, chosen.chosen, &chosen.report)
}

fn report(
    py: Python,
    data: &GameData,
    role: usize,
    best: MoveId,
    report: &SearchReport,
) -> PyResult<Analysis> {
    let game: &Arc<dyn senet_engine::Game> = data.engine();
    let joint = |joint: &[MoveId]| -> Vec<String> {
        joint
            .iter()
            .enumerate()
            .map(|(role, &id)| game.move_name(role, id))
            .collect()
    };
    let moves = report.moves.iter().map(|one| {
        let text = game.move_name(role, one.id);
        Py::new(
            py,
            MoveAnalysis {
                text,
                visits: one.visits,
                values: one.values.clone(),
                proven: one.proven,
            },
        )
    });
    Ok(Analysis {
        role,
        best: game.move_name(role, best),
        values: report.values.clone(),
        proven: report.proven,
        moves: moves.collect::<PyResult<_>>()?,
        line: report.line.iter().map(|one| joint(one)).collect(),
        simulations: report.simulations,
        nodes: report.nodes,
        depth: report.depth,
        stop: report.stop.to_string(),
        notes: report.notes.clone(),
    })
}
