//! Random matches.

use crate::errors::{of_stopped, plain};
use crate::game::GameData;
use crate::interrupt::{check_stop, interruptible};
use crate::progress::Progress;
use pyo3::prelude::*;
use senet_engine::{
    BackEnd, Deadline, PlayoutRequest, PlayoutResults, PlayoutTally, State, Stopped, spread_seed,
};
use senet_search::Budget;
use std::time::Duration;

/// The matches of one request. Between requests, progress is shown. The number does not depend on
/// threads, so that the seed decides the result.
const FAST_MATCHES: u32 = 1 << 16;
/// The matches of one request for back ends that play one match after another.
const SLOW_MATCHES: u32 = 1 << 8;
/// The first request is tried for this time before a thread is started for it.
const SHORT: Duration = Duration::from_millis(1);
/// More threads than any machine has cores for.
const MAX_THREADS: usize = 1024;

/// The result of random matches.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Playouts {
    /// The number of matches.
    matches: u64,
    /// The number of joint moves in all matches together.
    steps: u64,
    /// Matches that could not go on because a role had no legal move.
    stuck: u64,
    /// Per role, the mean goal; `None` if no match gave the role a goal.
    mean_goals: Vec<Option<f64>>,
    /// The mean number of joint moves.
    mean_length: f64,
}

impl Playouts {
    fn of(tally: &PlayoutTally) -> Playouts {
        let matches = tally.ended + tally.cut + tally.stuck;
        Playouts {
            matches,
            steps: tally.steps,
            stuck: tally.stuck,
            mean_goals: tally.goals.iter().map(|sums| sums.mean()).collect(),
            mean_length: tally.steps as f64 / matches.max(1) as f64,
        }
    }
}

#[pymethods]
impl Playouts {
    fn __repr__(&self) -> String {
        let goal =
            |mean: &Option<f64>| mean.map_or("none".to_string(), |mean| format!("{mean:.2}"));
        let goals: Vec<String> = self.mean_goals.iter().map(goal).collect();
        format!(
            "<Playouts: {} matches, goals {}>",
            self.matches,
            goals.join(" ")
        )
    }
}

/// Plays random matches from a state. Ctrl-C ends it even if a match never ends.
pub fn play_randomly(
    py: Python,
    data: &GameData,
    start: State,
    n: u32,
    seed: u64,
    threads: usize,
    progress: &Progress,
) -> PyResult<Playouts> {
    if threads > MAX_THREADS {
        let message = format!("cannot start {threads} threads: the limit is {MAX_THREADS}");
        return Err(plain("LimitError", message, "ask for fewer threads"));
    }
    let starts = [start];
    let part = match data.rules().back_end {
        BackEnd::Lanes => FAST_MATCHES,
        _ => SLOW_MATCHES,
    };
    let mut all = PlayoutTally::new(data.roles().len());
    let (mut done, mut number) = (0, 0);
    while done < n {
        let request = PlayoutRequest {
            squared_lengths: true,
            threads: threads.max(1),
            ..PlayoutRequest::new(&starts, part.min(n - done), spread_seed(seed, number))
        };
        let short = (number == 0).then(|| play_shortly(py, data, &request));
        let played = match short.transpose()?.flatten() {
            Some(played) => played,
            None => play_long(py, data, &request)?,
        };
        played.tallies.iter().for_each(|tally| all.merge(tally));
        done += request.each;
        number += 1;
        py.check_signals()?;
        progress.report(u64::from(done), u64::from(n))?;
    }
    Ok(Playouts::of(&all))
}

/// Plays on the calling thread, if that takes less time than starting another.
fn play_shortly(
    py: Python,
    data: &GameData,
    request: &PlayoutRequest,
) -> PyResult<Option<PlayoutResults>> {
    check_stop()?;
    match py.detach(|| play_until(data, request, &Deadline::after(SHORT))) {
        Ok(played) => Ok(Some(played)),
        Err(Stopped::Signalled) => Ok(None),
        Err(other) => Err(of_stopped(other)),
    }
}

/// Plays on another thread while the calling thread waits for Ctrl-C.
fn play_long(py: Python, data: &GameData, request: &PlayoutRequest) -> PyResult<PlayoutResults> {
    let deadline = Deadline::never();
    let work = || play_until(data, request, &deadline);
    interruptible(py, || deadline.cancel(), work)?.map_err(of_stopped)
}

/// Plays until the deadline. The back end polls it between steps, and its queries watch it.
fn play_until(
    data: &GameData,
    request: &PlayoutRequest,
    deadline: &Deadline,
) -> Result<PlayoutResults, Stopped> {
    let budget = Budget::unlimited().part_of(deadline);
    let _watch = budget.watch();
    data.engine().playouts(&PlayoutRequest {
        deadline: Some(deadline),
        ..*request
    })
}
