//! Times repeated work: first finds a quota that takes long enough, then measures it several times.

use crate::stats::relative_spread;
use std::ops::ControlFlow;

/// Limits of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The total time of all repetitions.
    pub seconds: f64,
    /// Number of repetitions, to estimate the spread.
    pub repetitions: usize,
    /// The smallest useful quota. Lanes play hundreds of matches at once, so one match takes as long as all.
    pub least: u32,
}

/// One timed repetition.
#[derive(Clone, Copy, Debug)]
struct Batch {
    units: u64,
    seconds: f64,
}

/// All repetitions of a measurement.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    batches: Vec<Batch>,
}

/// Growth limit of the quota, because small quotas predict the time of large ones poorly.
const GROWTH: f64 = 16.0;

/// Measures work. `work` gets a quota and returns the number of units that it did.
/// It returns `Break` if it was stopped; the measurement then ends with the repetitions made until then.
///
/// Work always completes its quota. Stopping playouts by the clock would favour short ones.
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
    // The conversion saturates. The next quota is always larger.
    (grown as u32).clamp(quota + 1, u32::MAX / 2)
}

impl Measured {
    /// The number of repetitions.
    pub fn repetitions(&self) -> usize {
        self.batches.len()
    }

    /// The number of units measured.
    pub fn units(&self) -> u64 {
        self.batches.iter().map(|batch| batch.units).sum()
    }

    /// The time of all units.
    pub fn seconds(&self) -> f64 {
        self.batches.iter().map(|batch| batch.seconds).sum()
    }

    /// Units per second; `None` without measurements.
    pub fn rate(&self) -> Option<f64> {
        (!self.batches.is_empty()).then(|| self.units() as f64 / self.seconds())
    }

    /// The spread of the rates over the repetitions; see [`relative_spread`].
    pub fn spread(&self) -> Option<f64> {
        let rates = self.batches.iter().map(|b| b.units as f64 / b.seconds);
        relative_spread(&rates.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Measures work that takes `unit` seconds per unit, on a clock that only the work advances.
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
    fn repeats_fast_work_in_large_quotas() {
        let measured = check(1e-6, 1.0, 100.0);
        assert_eq!(measured.repetitions(), 5);
        assert!((measured.rate().unwrap() - 1e6).abs() < 1.0);
        assert!((measured.seconds() - 1.0).abs() < 0.3, "{measured:?}");
        assert!(measured.spread().unwrap() < 1e-6);
    }

    #[test]
    fn measures_slow_work_once() {
        let measured = check(7.0, 1.0, 100.0);
        assert_eq!((measured.repetitions(), measured.units()), (1, 1));
        assert_eq!(measured.spread(), None);
    }

    #[test]
    fn keeps_repetitions_made_before_stop() {
        assert_eq!(check(7.0, 1.0, 1.0).rate(), None);
        let measured = check(0.3, 1.0, 0.8);
        assert_eq!(measured.repetitions(), 2);
    }
}
