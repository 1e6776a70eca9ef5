//! One measurement, as printed in JSON and saved in a baseline.

use super::baseline::BaselineComparison;
use super::group::Group;
use senet_console::Source;
use senet_engine::Loaded;
use senet_trace::ByRole;
use serde::{Deserialize, Serialize};

/// A measurement of a game. Fields of other groups are absent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchRow {
    pub game: String,
    /// The folder or library that contains the game.
    pub collection: String,
    pub group: Group,
    /// The back end, `native` for a hand-written program, or the mapper. It is `None` if the sheet cannot be played.
    pub back_end: Option<String>,
    /// The vector width of lanes: `portable`, `avx2` or `avx512`.
    #[serde(default)]
    pub width: Option<String>,
    /// True if the loader chose the back end.
    pub chosen: bool,
    /// Playouts per second of CPU time of the playing thread.
    pub playouts_per_s: Option<f64>,
    /// Joint moves per second: within playouts in `playouts`, one query at a time in `step`.
    pub steps_per_s: Option<f64>,
    /// The same queries per second on unrelated states.
    pub jumps_per_s: Option<f64>,
    /// Relative spread of the rate (or set-up time) over the repetitions: standard deviation over mean.
    pub spread: Option<f64>,
    pub repetitions: usize,
    /// Time from the text of the rules to a ready back end.
    pub setup_ms: Option<f64>,
    /// Time from the text of the rules to the end of the first playout.
    pub first_playout_ms: Option<f64>,
    /// Playouts run during the measurement.
    pub playouts: Option<u64>,
    pub mean_length: Option<f64>,
    pub mean_goals: Option<ByRole<f64>>,
    /// CPU time of the measurement.
    pub cpu_s: f64,
    /// The rate divided by the rate of the `reference` back end.
    pub to_reference: Option<f64>,
    /// The rate divided by the rate of the hand-written program.
    pub to_native: Option<f64>,
    /// The speed-up with several threads.
    pub scaling: Option<Scaling>,
    /// Time to map the game's symbols to themselves.
    #[serde(default)]
    pub map_ms: Option<f64>,
    /// Grounding time within the set-up, even if grounding failed.
    pub ground_ms: Option<f64>,
    /// The number of rules and facts in the sheet.
    pub rules: usize,
    pub ground_rules: Option<usize>,
    pub gates: Option<usize>,
    /// Bytes of vector code.
    #[serde(default)]
    pub code_bytes: Option<usize>,
    /// Bytes of working memory per thread that plays in lanes.
    #[serde(default)]
    pub memory_bytes: Option<usize>,
    /// Why this back end was chosen.
    pub reason: String,
    /// Why a measurement failed.
    pub problem: Option<String>,
    /// The comparison with the baseline.
    #[serde(default)]
    pub baseline: Option<BaselineComparison>,
}

/// Playouts per second of wall-clock time. CPU time would hide the speed-up of threads.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Scaling {
    pub threads: usize,
    pub wall_playouts_per_s_one_thread: f64,
    pub wall_playouts_per_s: f64,
    /// The rate of all threads divided by the rate of one.
    pub ratio: f64,
}

impl BenchRow {
    /// Creates a row without measurements.
    pub fn new(source: &Source, group: Group) -> BenchRow {
        BenchRow {
            game: source.name.clone(),
            collection: source.group.clone(),
            group,
            back_end: None,
            width: None,
            chosen: false,
            playouts_per_s: None,
            steps_per_s: None,
            jumps_per_s: None,
            spread: None,
            repetitions: 0,
            setup_ms: None,
            first_playout_ms: None,
            playouts: None,
            mean_length: None,
            mean_goals: None,
            cpu_s: 0.0,
            to_reference: None,
            to_native: None,
            scaling: None,
            map_ms: None,
            ground_ms: None,
            rules: 0,
            ground_rules: None,
            gates: None,
            code_bytes: None,
            memory_bytes: None,
            reason: String::new(),
            problem: None,
            baseline: None,
        }
    }

    /// Fills in the back end and the size of the game.
    pub fn of(mut self, loaded: &Loaded) -> BenchRow {
        let counts = loaded.counts.as_ref();
        self.back_end = Some(loaded.back_end.to_string());
        self.rules = loaded.description.rules.len();
        self.ground_rules = counts.map(|counts| counts.ground_rules);
        self.gates = counts.map(|counts| counts.gates);
        self.reason = loaded.reason.clone();
        if let Some(code) = counts.and_then(|counts| counts.code.as_ref()) {
            self.width = Some(code.width.name().to_string());
            self.code_bytes = Some(code.code_bytes);
            self.memory_bytes = Some(code.memory_bytes);
        }
        self
    }

    /// The full name of the back end, for people.
    pub fn back_end_name(&self) -> String {
        let parts = [self.back_end.as_deref(), self.width.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return "none".to_string();
        }
        parts.join(" ")
    }

    /// The main figure of the group, as a rate: higher is better.
    pub fn rate(&self) -> Option<f64> {
        match self.group {
            Group::Playouts => self.playouts_per_s,
            Group::Step => self.steps_per_s,
            Group::Setup => self.setup_ms.map(|ms| 1e3 / ms),
            Group::Map => self.map_ms.map(|ms| 1e3 / ms),
        }
    }
}

/// Fills in the ratios of the last row to the reference and native rows of the same game and group.
pub fn compare_last(rows: &mut [BenchRow]) {
    let Some((last, before)) = rows.split_last_mut() else {
        return;
    };
    let ratio = |back_end: &str| {
        let base = before.iter().rev().find(|row| {
            row.game == last.game
                && row.collection == last.collection
                && row.group == last.group
                && row.back_end.as_deref() == Some(back_end)
        });
        Some(last.rate()? / base?.rate()?)
    };
    if !matches!(last.group, Group::Setup | Group::Map) {
        (last.to_reference, last.to_native) = (ratio("reference"), ratio("native"));
    }
}
