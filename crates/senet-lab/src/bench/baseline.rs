//! Saves measurements in a file and compares new ones with them.

use super::machine::Machine;
use super::row::BenchRow;
use senet_console::{Failure, files, input};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;

/// Measurements and the machine that made them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// The version of Senet.
    pub senet: String,
    pub machine: Machine,
    pub seed: u64,
    /// The value of `--seconds`.
    pub seconds: f64,
    pub rows: Vec<BenchRow>,
}

/// The comparison of a measurement with the baseline.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct BaselineComparison {
    /// The rate in the baseline. For set-up, this is set-ups per second.
    pub rate: f64,
    /// The relative change of the rate; negative if the rate fell.
    pub change: f64,
    /// The noise level. Rates within a factor of 1 + `noise` count as equal.
    pub noise: f64,
    pub verdict: BaselineVerdict,
}

/// The verdict of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineVerdict {
    /// Faster than noise explains.
    Faster,
    /// Equal within noise.
    Same,
    /// Slower than noise explains: a regression.
    Slower,
}

/// Standard deviations of the difference above which a change is significant.
const DEVIATIONS: f64 = 3.0;

/// The spread to assume if there is only one measurement.
const UNKNOWN_SPREAD: f64 = 0.1;

impl Baseline {
    /// Reads a file written by [`Baseline::write`].
    pub fn read(path: &Path) -> Result<Baseline, Failure> {
        let text = input::read_text(path)?;
        serde_json::from_str(&text).map_err(|error| {
            let message = format!("{} is not a baseline: {error}", path.display());
            Failure::new(message).help("make one with `senet bench … --save FILE`")
        })
    }

    /// Writes the measurements to a file.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::from)?;
        files::replace(path, (text + "\n").as_bytes()).map_err(|error| {
            let message = format!("cannot write {}: {error}", path.display());
            Failure::new(message).help("choose another file for --save")
        })
    }

    /// Rejects a baseline from a different machine.
    pub fn must_be_of(&self, machine: &Machine) -> Result<(), Failure> {
        match machine.differs_from(&self.machine) {
            None => Ok(()),
            Some(why) => {
                let message = format!("the baseline was made on another machine: {why}");
                let help = "make one here with --save, or compare anyway with --any-machine";
                Err(Failure::new(message).help(help))
            }
        }
    }

    /// Fills in the comparisons. Relative changes below `tolerance` do not count.
    pub fn compare(&self, rows: &mut [BenchRow], tolerance: f64) {
        let known: HashMap<_, _> = self.rows.iter().map(|row| (key(row), row)).collect();
        let comparisons: Vec<_> = rows
            .iter()
            .map(|row| compare(known.get(&key(row))?, row, tolerance))
            .collect();
        for (row, comparison) in rows.iter_mut().zip(comparisons) {
            row.baseline = comparison;
        }
    }
}

/// The key that identifies measurements of the same thing.
fn key(row: &BenchRow) -> (&str, &str, &str, Option<String>) {
    // A back end chosen automatically is compared with the one chosen before, even if they differ.
    let setting = (!row.chosen).then(|| row.back_end_name());
    (&row.game, &row.collection, row.group.name(), setting)
}

fn compare(old: &BenchRow, new: &BenchRow, tolerance: f64) -> Option<BaselineComparison> {
    let (rate, now) = (old.rate()?, new.rate()?);
    let spread = |row: &BenchRow| row.spread.unwrap_or(UNKNOWN_SPREAD);
    let noise = (DEVIATIONS * spread(old).hypot(spread(new))).max(tolerance);
    let change = now / rate - 1.0;
    // Noise multiplies or divides a rate. Subtracting it could give a negative limit that no rate is below.
    let verdict = if now * (1.0 + noise) < rate {
        BaselineVerdict::Slower
    } else if now > rate * (1.0 + noise) {
        BaselineVerdict::Faster
    } else {
        BaselineVerdict::Same
    };
    Some(BaselineComparison {
        rate,
        change,
        noise,
        verdict,
    })
}

/// Counts the rows with this verdict.
pub fn count(rows: &[BenchRow], verdict: BaselineVerdict) -> usize {
    let verdicts = rows.iter().filter_map(|row| row.baseline);
    verdicts.filter(|c| c.verdict == verdict).count()
}

/// Summarises the comparison in one sentence.
pub fn summary(rows: &[BenchRow]) -> String {
    let compared = rows.iter().filter(|row| row.baseline.is_some()).count();
    format!(
        "{compared} of {} measurements are in the baseline: {} slower, {} faster, {} the same within noise",
        rows.len(),
        count(rows, BaselineVerdict::Slower),
        count(rows, BaselineVerdict::Faster),
        count(rows, BaselineVerdict::Same),
    )
}

#[cfg(test)]
mod tests {
    use super::super::group::Group;
    use super::*;
    use senet_console::Source;

    fn row(playouts_per_s: f64, spread: f64) -> BenchRow {
        let source = Source {
            name: "game".to_string(),
            group: "library".to_string(),
            path: String::new(),
            text: String::new(),
            force: false,
        };
        BenchRow {
            playouts_per_s: Some(playouts_per_s),
            spread: Some(spread),
            back_end: Some("circuit".to_string()),
            ..BenchRow::new(&source, Group::Playouts)
        }
    }

    #[track_caller]
    fn check(old: BenchRow, new: BenchRow, expected: BaselineVerdict) {
        let baseline = Baseline {
            senet: String::new(),
            machine: Machine::here(),
            seed: 1,
            seconds: 1.0,
            rows: vec![old],
        };
        let mut rows = [new];
        baseline.compare(&mut rows, 0.05);
        assert_eq!(rows[0].baseline.unwrap().verdict, expected);
    }

    #[test]
    fn reports_changes_beyond_noise() {
        check(row(100.0, 0.01), row(80.0, 0.01), BaselineVerdict::Slower);
        check(row(100.0, 0.01), row(130.0, 0.01), BaselineVerdict::Faster);
    }

    #[test]
    fn reports_large_change_despite_large_noise() {
        check(row(100.0, 0.01), row(1.0, 0.35), BaselineVerdict::Slower);
        check(row(1.0, 0.35), row(100.0, 0.01), BaselineVerdict::Faster);
    }

    #[test]
    fn ignores_changes_within_noise() {
        check(row(100.0, 0.10), row(80.0, 0.01), BaselineVerdict::Same);
        check(row(100.0, 0.0), row(96.0, 0.0), BaselineVerdict::Same);
    }

    #[test]
    fn skips_rows_with_different_keys() {
        let mut other = row(1.0, 0.0);
        other.back_end = Some("reference".to_string());
        let baseline = Baseline {
            senet: String::new(),
            machine: Machine::here(),
            seed: 1,
            seconds: 1.0,
            rows: vec![row(100.0, 0.0)],
        };
        let mut rows = [other];
        baseline.compare(&mut rows, 0.05);
        assert_eq!(rows[0].baseline, None);
    }
}
