//! One measurement, for people and for scripts.

use super::Group;
use senet_engine::Counts;
use serde::Serialize;

/// What was measured of a game; what does not belong to the group is absent.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub game: String,
    /// The folder or library that the game comes from.
    pub collection: String,
    /// `playouts` or `setup`.
    pub group: &'static str,
    /// The reasoner; none if the sheet cannot be played.
    pub back_end: Option<&'static str>,
    pub playouts_per_s: Option<f64>,
    pub steps_per_s: Option<f64>,
    /// From the text of the rules to a reasoner that is ready.
    pub setup_ms: f64,
    pub mean_length: Option<f64>,
    /// Processor time of the measurement.
    pub cpu_s: f64,
    /// How much of the set-up was grounding, whether or not it came to an end.
    pub ground_ms: Option<f64>,
    /// Rules and facts of the sheet.
    pub rules: usize,
    pub ground_rules: Option<usize>,
    pub gates: Option<usize>,
    /// Why this reasoner, or why none.
    pub reason: String,
}

impl Row {
    /// Fills in what grounding came to.
    pub fn counted(mut self, counts: Option<&Counts>) -> Row {
        self.ground_rules = counts.map(|counts| counts.ground_rules);
        self.gates = counts.map(|counts| counts.gates);
        self
    }

    /// The measurement on one line.
    pub fn line(&self) -> String {
        let number =
            |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.1}"));
        let count = |value: Option<usize>| value.map_or("-".to_string(), |value| value.to_string());
        let back_end = self.back_end.unwrap_or("none");
        match self.group {
            "setup" => format!(
                "{:<34} {back_end:<12} {:>6} {:>12} {:>9} {:>10.1} {:>10}",
                self.game,
                self.rules,
                count(self.ground_rules),
                count(self.gates),
                self.setup_ms,
                number(self.ground_ms),
            ),
            _ => format!(
                "{:<34} {back_end:<12} {:>12} {:>12} {:>10.1} {:>8}",
                self.game,
                number(self.playouts_per_s),
                number(self.steps_per_s),
                self.setup_ms,
                number(self.mean_length),
            ),
        }
    }
}

/// The line above the measurements.
pub fn title(group: Group) -> String {
    match group {
        Group::Setup => format!(
            "{:<34} {:<12} {:>6} {:>12} {:>9} {:>10} {:>10}",
            "game", "back end", "rules", "ground rules", "gates", "set-up ms", "ground ms"
        ),
        Group::Playouts => format!(
            "{:<34} {:<12} {:>12} {:>12} {:>10} {:>8}",
            "game", "back end", "playouts/s", "steps/s", "set-up ms", "length"
        ),
    }
}
