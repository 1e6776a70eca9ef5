//! One measurement: what scripts read, and what a baseline keeps.

use super::baseline::BaselineComparison;
use super::group::Group;
use senet_console::Source;
use senet_engine::Loaded;
use senet_trace::ByRole;
use serde::{Deserialize, Serialize};

/// What was measured of a game; what does not belong to the group is absent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchRow {
    pub game: String,
    /// The folder or library that the game comes from.
    pub collection: String,
    pub group: Group,
    /// The reasoner, or `native` for a hand-written program, or the mapper; none if the sheet cannot be played.
    pub back_end: Option<String>,
    /// How lanes are run: `portable`, `avx2` or `avx512`.
    #[serde(default)]
    pub width: Option<String>,
    /// Whether the reasoner was chosen by itself.
    pub chosen: bool,
    /// Random matches, by processor time of the one thread that plays.
    pub playouts_per_s: Option<f64>,
    /// Joint moves: of random matches in `playouts`, asked for one at a time in `step`.
    pub steps_per_s: Option<f64>,
    /// The same questions about states that have nothing to do with each other.
    pub jumps_per_s: Option<f64>,
    /// How much the rate (or the set-up time) spreads over the repetitions: standard deviation over mean.
    pub spread: Option<f64>,
    pub repetitions: usize,
    /// From the text of the rules to a reasoner that is ready.
    pub setup_ms: Option<f64>,
    /// From the text of the rules to the end of the first random match.
    pub first_playout_ms: Option<f64>,
    /// Random matches played while measuring.
    pub playouts: Option<u64>,
    pub mean_length: Option<f64>,
    pub mean_goals: Option<ByRole<f64>>,
    /// Processor time of the measurement.
    pub cpu_s: f64,
    /// The rate as a multiple of that of the reasoner `reference`.
    pub to_reference: Option<f64>,
    /// The rate as a multiple of that of the hand-written program.
    pub to_native: Option<f64>,
    /// What several threads make of it.
    pub scaling: Option<Scaling>,
    /// A mapping of the symbols of the game to themselves.
    #[serde(default)]
    pub map_ms: Option<f64>,
    /// How much of the set-up was grounding, whether or not it came to an end.
    pub ground_ms: Option<f64>,
    /// Rules and facts of the sheet.
    pub rules: usize,
    pub ground_rules: Option<usize>,
    pub gates: Option<usize>,
    /// Bytes of vector code.
    #[serde(default)]
    pub code_bytes: Option<usize>,
    /// Bytes of working memory of a thread that plays in lanes.
    #[serde(default)]
    pub memory_bytes: Option<usize>,
    /// Why this reasoner.
    pub reason: String,
    /// Why something could not be measured.
    pub problem: Option<String>,
    /// What changed since the baseline.
    #[serde(default)]
    pub baseline: Option<BaselineComparison>,
}

/// Random matches per second of the clock on the wall, which alone shows what threads are worth.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Scaling {
    pub threads: usize,
    pub wall_playouts_per_s_one_thread: f64,
    pub wall_playouts_per_s: f64,
    /// The second over the first.
    pub ratio: f64,
}

impl BenchRow {
    /// A row in which nothing is measured yet.
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

    /// Tells which reasoner it is, and how large the game.
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

    /// The reasoner in full, for people.
    pub fn back_end_name(&self) -> String {
        let parts = [self.back_end.as_deref(), self.width.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return "none".to_string();
        }
        parts.join(" ")
    }

    /// What the group is about: a rate for which more is better.
    pub fn rate(&self) -> Option<f64> {
        match self.group {
            Group::Playouts => self.playouts_per_s,
            Group::Step => self.steps_per_s,
            Group::Setup => self.setup_ms.map(|ms| 1e3 / ms),
            Group::Map => self.map_ms.map(|ms| 1e3 / ms),
        }
    }
}

/// Fills in the ratio of the last row to the rows of the same game and group that it is held against.
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
