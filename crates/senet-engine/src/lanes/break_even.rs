//! Measures or estimates at load time from which batch size on lanes are faster than the circuit.
//!
//! A pass of the vector code costs the same for one match as for hundreds. The cost of the circuit
//! grows with the number of matches. The break-even batch size is one or two for most games. On
//! large networks, where the circuit updates only what changes, it may be dozens, or lanes may
//! never be faster.

use super::playout_programs::StepProgram;
use super::{Lanes, Width};
use crate::batch::PlayoutRequest;
use crate::{BuildLimits, Game, Stopped};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Returns the CPU time of the calling thread. Supplied by the caller, since this crate reads no
/// clock.
#[derive(Clone)]
pub struct Stopwatch(pub Arc<dyn Fn() -> Duration + Send + Sync>);

impl fmt::Debug for Stopwatch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Stopwatch")
    }
}

/// Minimum duration of each of the two measurements.
const MIN_DURATION: Duration = Duration::from_micros(500);
/// Length limit of the circuit's matches, which start in the initial state.
const DEPTH: u32 = 16;

/// The instructions of a step that cost as much as a step of the circuit.
const INSTRUCTIONS_OF_ONE: usize = 1_000;
/// How many times as long an instruction takes without code for the processor.
const SLOWNESS: usize = 10;

impl Lanes {
    /// The likely break-even number of matches. It grows with the square root of the code: larger
    /// networks cost the circuit more, too, since more of them changes. In docs/benchmarks, 9 of 10
    /// sheets that were measured differ by a factor below 4.
    pub(crate) fn likely_break_even(&self) -> f64 {
        let steps = &self.programs.steps;
        let all: usize = steps.iter().map(StepProgram::instructions).sum();
        let is_slow = self.width == Width::Portable
            || self.programs.goals.program.interpreted_because.is_some();
        let slowness = if is_slow { SLOWNESS } else { 1 };
        (all / steps.len() / INSTRUCTIONS_OF_ONE).isqrt().max(1) as f64 * slowness as f64
    }

    /// The number of matches from which on one pass of all lanes is cheaper than the circuit.
    pub(crate) fn break_even(
        &self,
        stopwatch: &Stopwatch,
        build: &BuildLimits,
    ) -> Result<f64, Stopped> {
        let start = [self.initial()?];
        let period = self.programs.phases.period;
        let check = || build.check().map_err(|_| Stopped::Signalled);
        let lanes = seconds_per_unit(stopwatch, |repetitions| {
            check()?;
            let steps = repetitions as usize * period;
            self.engine.steps(&self.programs, &start, steps);
            Ok(steps as u64)
        })?;
        let circuit = seconds_per_unit(stopwatch, |repetitions| {
            check()?;
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

/// Measures the seconds per unit of work. `work` repeats the work and returns the number of units
/// done.
fn seconds_per_unit(
    stopwatch: &Stopwatch,
    mut work: impl FnMut(u32) -> Result<u64, Stopped>,
) -> Result<f64, Stopped> {
    let mut repetitions = 1;
    loop {
        let start = (stopwatch.0)();
        let done = work(repetitions)?;
        let passed = (stopwatch.0)().saturating_sub(start);
        if passed >= MIN_DURATION || repetitions >= 1 << 20 {
            return Ok(passed.as_secs_f64().max(1e-9) / done as f64);
        }
        repetitions *= 4;
    }
}
