//! Repeats work often enough to be measured: finds how much of it takes a while, then measures that several times.

use crate::stats::relative_spread;
use std::ops::ControlFlow;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// For all repetitions together.
    pub seconds: f64,
    /// How often to repeat, to see how much the results spread.
    pub repetitions: usize,
    /// Less work than this at once says nothing: an engine that does hundreds of units in lock-step takes as long for one.
    pub least: u32,
}

/// A piece of work that was measured.
#[derive(Clone, Copy, Debug)]
struct Batch {
    units: u64,
    seconds: f64,
}

/// All that was measured of one kind of work.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    batches: Vec<Batch>,
}

/// Quotas grow by at most this factor: little work says little about how long much work takes.
const GROWTH: f64 = 16.0;

/// Measures work. `work` gets a quota and does that much, or less if it has to; it gives the units that it did, or `Break` if it
/// was stopped, which ends the measurement with what there is by then.
///
/// Quotas are met in full, whatever the clock says: stopping random matches by the clock would favour short ones.
pub fn measure(
    schedule: Schedule,
    clock: impl Fn() -> f64,
    mut work: impl FnMut(u32) -> ControlFlow<(), u64>,
) -> Measured {
    let mut measured = Measured::default();
    let mut timed = |quota| {
        let start = clock();
        let units = work(quota)?;
        let seconds = (clock() - start).max(1e-9);
        ControlFlow::Continue(Batch { units, seconds })
    };
    let target = schedule.seconds / schedule.repetitions as f64;
    let mut quota = schedule.least;
    let first = loop {
        let ControlFlow::Continue(batch) = timed(quota) else {
            // A short measurement is better than none.
            return measured;
        };
        measured.batches = vec![batch];
        if batch.seconds >= 0.8 * target || quota >= u32::MAX / 2 {
            break batch;
        }
        quota = larger(quota, target / batch.seconds);
    };
    let fit = (schedule.seconds / first.seconds).round() as usize;
    for _ in 1..fit.min(schedule.repetitions) {
        let ControlFlow::Continue(batch) = timed(quota) else {
            break;
        };
        measured.batches.push(batch);
    }
    measured
}

fn larger(quota: u32, factor: f64) -> u32 {
    let grown = f64::from(quota) * factor.clamp(1.1, GROWTH);
    // Conversion saturates, and the next quota is larger by at least one.
    (grown as u32).clamp(quota + 1, u32::MAX / 2)
}

impl Measured {
    /// How often the work was repeated.
    pub fn repetitions(&self) -> usize {
        self.batches.len()
    }

    /// All units that were measured.
    pub fn units(&self) -> u64 {
        self.batches.iter().map(|batch| batch.units).sum()
    }

    /// The time they took.
    pub fn seconds(&self) -> f64 {
        self.batches.iter().map(|batch| batch.seconds).sum()
    }

    /// Units per second, if anything was measured.
    pub fn rate(&self) -> Option<f64> {
        (!self.batches.is_empty()).then(|| self.units() as f64 / self.seconds())
    }

    /// How much the rates of the repetitions spread; see [`relative_spread`].
    pub fn spread(&self) -> Option<f64> {
        let rates = self.batches.iter().map(|b| b.units as f64 / b.seconds);
        relative_spread(&rates.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Measures work of which a unit takes so many seconds on a clock that only the work moves.
    fn check(unit: f64, seconds: f64, stop_after: f64) -> Measured {
        let now = Cell::new(0.0);
        let schedule = Schedule {
            seconds,
            repetitions: 5,
            least: 1,
        };
        measure(
            schedule,
            || now.get(),
            |quota| {
                now.set(now.get() + unit * f64::from(quota));
                if now.get() > stop_after {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(u64::from(quota))
            },
        )
    }

    #[test]
    fn fast_work_is_repeated_in_large_pieces() {
        let measured = check(1e-6, 1.0, 100.0);
        assert_eq!(measured.repetitions(), 5);
        assert!((measured.rate().unwrap() - 1e6).abs() < 1.0);
        assert!((measured.seconds() - 1.0).abs() < 0.3, "{measured:?}");
        assert!(measured.spread().unwrap() < 1e-6);
    }

    #[test]
    fn slow_work_is_measured_once() {
        let measured = check(7.0, 1.0, 100.0);
        assert_eq!((measured.repetitions(), measured.units()), (1, 1));
        assert_eq!(measured.spread(), None);
    }

    #[test]
    fn stopped_work_keeps_what_there_is() {
        assert_eq!(check(7.0, 1.0, 1.0).rate(), None);
        let measured = check(0.3, 1.0, 0.8);
        assert_eq!(measured.repetitions(), 2);
    }
}
