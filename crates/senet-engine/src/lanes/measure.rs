//! When lanes pay: measured once, when the game is loaded.
//!
//! A pass of the vector code costs the same for one match as for hundreds; the circuit's cost grows with their number. So there is a
//! number of matches, or of states in a question, from which on lanes are faster. On most games it is one or two; on large
//! networks, where the circuit evaluates only what changes, it may be dozens, or never be reached.

use super::Lanes;
use crate::batch::PlayoutRequest;
use crate::{Game, Stopped};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The time that the calling thread has worked: whoever has a clock passes it.
#[derive(Clone)]
pub struct Stopwatch(pub Arc<dyn Fn() -> Duration + Send + Sync>);

impl fmt::Debug for Stopwatch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Stopwatch")
    }
}

/// Each of the two measurements lasts at least so long, unless one repetition takes longer.
const LEAST: Duration = Duration::from_micros(500);
/// JointMove moves of the circuit's matches, which all start at the beginning.
const DEPTH: u32 = 16;

impl Lanes {
    /// From how many matches on a pass of all lanes is cheaper than one match after the other in the circuit.
    pub(crate) fn break_even(&self, stopwatch: &Stopwatch) -> Result<f64, Stopped> {
        let start = [self.initial()?];
        let period = self.fast.phases.period;
        let lanes = time_of_one(stopwatch, |repetitions| {
            let steps = repetitions as usize * period;
            self.engine.steps(&self.fast, &start, steps);
            Ok(steps as u64)
        })?;
        let circuit = time_of_one(stopwatch, |repetitions| {
            let request = PlayoutRequest {
                depth_limit: Some(DEPTH),
                ..PlayoutRequest::new(&start, repetitions, 1)
            };
            let steps: u64 = self
                .circuit
                .playouts(&request)?
                .tallies
                .iter()
                .map(|t| t.steps)
                .sum();
            Ok(steps.max(1))
        })?;
        Ok(lanes / circuit)
    }
}

/// Seconds that one of something takes. `work` repeats it as often as it is told and says how many that were.
fn time_of_one(
    stopwatch: &Stopwatch,
    mut work: impl FnMut(u32) -> Result<u64, Stopped>,
) -> Result<f64, Stopped> {
    let mut repetitions = 1;
    loop {
        let start = (stopwatch.0)();
        let done = work(repetitions)?;
        let passed = (stopwatch.0)().saturating_sub(start);
        if passed >= LEAST || repetitions >= 1 << 20 {
            return Ok(passed.as_secs_f64().max(1e-9) / done as f64);
        }
        repetitions *= 4;
    }
}
