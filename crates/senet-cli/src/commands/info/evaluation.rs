//! `senet info --evaluation`: learns an evaluation function by simulation and shows its features.

use clap::Args;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, progress};
use senet_engine::Loaded;
use senet_learn::evaluation::{FeatureReport, Measure, RoleReport};
use senet_learn::{LearnedEvaluation, SimulationLearner};
use senet_search::Budget;
use serde_json::{Value, json};
use std::sync::Arc;

/// Options for learning an evaluation function.
#[derive(Args)]
pub struct EvaluationArgs {
    /// Learns an evaluation function by simulation and shows its features, with correlation C, stability S and weight
    #[arg(long)]
    pub evaluation: bool,
    /// Maximum learning time in seconds
    #[arg(long, value_name = "S", default_value_t = 5.0, requires = "evaluation")]
    seconds: f64,
    /// Maximum number of random sequences to learn from; if time suffices, the result depends only on the seed
    #[arg(long, value_name = "N", requires = "evaluation")]
    sequences: Option<usize>,
    /// Number of features to show per role; JSON has all of them
    #[arg(long, value_name = "N", default_value_t = 20, requires = "evaluation")]
    features: usize,
}

impl EvaluationArgs {
    /// Learns the evaluation function if --evaluation is given.
    pub fn learn(
        &self,
        loaded: Loaded,
        common: &Common,
    ) -> Result<Option<LearnedEvaluation>, Failure> {
        if !self.evaluation {
            return Ok(None);
        }
        let simulations = SimulationLearner {
            sequences: self.sequences.unwrap_or(usize::MAX),
            ..SimulationLearner::new(Arc::new(loaded.description), loaded.game.into())
        };
        let spinner = progress::spinner(format!("learning for up to {} s", self.seconds));
        let learned = simulations.evaluation(&self.budget(common), common.seed);
        spinner.finish_and_clear();
        let failed = |stopped| {
            Failure::new(format!("no evaluation function: {stopped}"))
                .help("raise --seconds: even the first random matches did not end in time")
        };
        learned.map(Some).map_err(failed)
    }

    /// The time for learning.
    fn budget(&self, common: &Common) -> Budget {
        let left = common.deadline().remaining();
        let left = left.map_or(f64::MAX, |left| left.as_secs_f64());
        Budget::seconds(self.seconds.min(left))
    }

    /// Formats the evaluation function as text.
    pub fn text(&self, learned: &LearnedEvaluation) -> String {
        let mut table = TextTable::of_pairs().indented(2);
        for (role, selection) in learned.roles.iter().zip(&learned.selections) {
            table.row(cells![role, selection_line(selection)]);
        }
        let source = format!(
            "{} sequences of random states, {} more for selection, {} for testing, {} random matches from each; stopped: {}",
            learned.sequences,
            learned.choosing,
            learned.judging,
            learned.matches_per_sequence,
            learned.stop
        );
        table.row(cells!["learned by", source]);
        add_pool_rows(&mut table, learned);
        let mut text = format!("\nevaluation\n{table}");
        for role in 0..learned.roles.len() {
            text += &self.features_of(learned, role);
        }
        text
    }

    /// Lists the features of a role, heaviest first.
    fn features_of(&self, learned: &LearnedEvaluation, role: usize) -> String {
        let features = of_role(learned, role);
        let shown = &features[..features.len().min(self.features)];
        let name = left(format!("features of {}", learned.roles[role]));
        let numbers = ["C", "S", "C·S", "goal/fact"].map(right);
        let mut table = TextTable::new([name].into_iter().chain(numbers));
        for (pattern, measure) in shown {
            let (c, s, weight) = (measure.correlation, measure.stability, measure.weight);
            let goal = measure.per_fluent * 100.0;
            let measures = [c, s, weight].map(|value| format!("{value:.3}"));
            let cells = [pattern.to_string()].into_iter().chain(measures);
            table.row(cells.chain([format!("{goal:+.2}")]));
        }
        let mut text = format!("\n{table}");
        if features.len() > shown.len() {
            let rest = features.len() - shown.len();
            text += &format!("… and {rest} more; see --features and --json\n");
        }
        text
    }
}

fn selection_line(selection: &RoleReport) -> String {
    if selection.chosen == 0 {
        return format!(
            "no feature correlates with the score, which is {:.1} on average",
            selection.mean_score * 100.0
        );
    }
    let all = selection.tried.last().map_or(0.0, |last| last.1);
    format!(
        "the best {} of {} features; this number correlates best in held-out sequences ({:.3}; all features {all:.3}; in test sequences {:.3})",
        selection.chosen, selection.candidates, selection.chosen_by, selection.held_out,
    )
}

fn add_pool_rows(table: &mut TextTable, learned: &LearnedEvaluation) {
    let pool = &learned.pool;
    let features = format!(
        "{} features: {} facts in the rules, {} generalised, {} specialised, minus {} that match no facts or the same facts",
        learned.measured, pool.written_fluents, pool.generalised, pool.specialised, pool.merged
    );
    table.row(cells!["pool", features]);
    for cut in &pool.cut {
        table.row(cells!["left out", cut]);
    }
}

/// The features with weight for a role, heaviest first.
fn of_role(learned: &LearnedEvaluation, role: usize) -> Vec<(&str, Measure)> {
    let of_role = |feature: &'_ FeatureReport| feature.measures.get(role).copied().flatten();
    let mut features: Vec<_> = learned
        .features
        .iter()
        .filter_map(|feature| Some((feature.pattern.as_str(), of_role(feature)?)))
        .collect();
    features.sort_by(|a, b| b.1.weight.abs().total_cmp(&a.1.weight.abs()));
    features
}

/// Converts the evaluation function to JSON.
pub fn as_json(learned: &LearnedEvaluation) -> Value {
    let roles = learned.roles.iter().zip(&learned.selections).enumerate();
    let roles: Vec<Value> = roles
        .map(|(role, (name, selection))| role_json(learned, role, name, selection))
        .collect();
    let pool = &learned.pool;
    json!({
        "roles": roles,
        "sequences": learned.sequences,
        "sequences_to_choose": learned.choosing,
        "sequences_to_judge": learned.judging,
        "matches_per_sequence": learned.matches_per_sequence,
        "stop": learned.stop.to_string(),
        "pool": {
            "features": learned.measured,
            "statements": pool.written_fluents,
            "generalised": pool.generalised,
            "specialised": pool.specialised,
            "merged": pool.merged,
            "cut": pool.cut,
        },
    })
}

fn role_json(
    learned: &LearnedEvaluation,
    role: usize,
    name: &str,
    selection: &RoleReport,
) -> Value {
    let feature = |(pattern, measure): &(&str, Measure)| {
        json!({
            "pattern": pattern,
            "correlation": measure.correlation,
            "stability": measure.stability,
            "weight": measure.weight,
            "goal_per_fact": measure.per_fluent * 100.0,
        })
    };
    let features: Vec<Value> = of_role(learned, role).iter().map(feature).collect();
    json!({
        "role": name,
        "chosen": selection.chosen,
        "candidates": selection.candidates,
        "measure": "correlation with the score of sequences held out",
        "chosen_by_correlation": selection.chosen_by,
        "held_out_correlation": selection.held_out,
        "tried": selection.tried,
        "mean_score": selection.mean_score * 100.0,
        "features": features,
    })
}
