//! The evaluation function of a game, learned from playouts.

use super::plain::{self, Places};
use super::report::{EvaluationFacts, FeatureFact, RoleFeatures, Section};
use super::time::Time;
use crate::WebLimits;
use crate::catalogue::GameEntry;
use crate::loading::load_now;
use senet_arena::LoadPlan;
use senet_engine::BackEnd;
use senet_gdl::playable;
use senet_learn::{LearnedEvaluation, SimulationLearner};
use std::sync::Arc;

/// The maximum number of features shown for each role.
const TOLD: usize = 20;

/// Learns an evaluation function.
pub fn of(
    game: &GameEntry,
    limits: &WebLimits,
    seed: u64,
    time: &Time,
    places: &Places,
) -> Section<EvaluationFacts> {
    match learn(game, limits, seed, time) {
        Ok(learned) => {
            let roles = (0..learned.roles.len()).map(|role| features(&learned, role, places));
            let roles = roles.collect();
            Section::ready(EvaluationFacts { roles }, None)
        }
        Err(why) => Section::failed(why),
    }
}

fn learn(
    game: &GameEntry,
    limits: &WebLimits,
    seed: u64,
    time: &Time,
) -> Result<LearnedEvaluation, String> {
    // The circuit plays on this thread alone.
    let plan = LoadPlan {
        back_end: Some(BackEnd::Circuit),
        time: limits.ground,
        bytes: limits.ground_bytes,
        deadline: time.deadline(),
        ..LoadPlan::default()
    };
    let loaded = load_now(&game.name, &game.rules, &plan, limits.question);
    let loaded = loaded.map_err(|failure| failure.message)?;
    let description = playable(&loaded.rules.sheet).map_err(|_| "the rules have errors")?;
    let simulations = SimulationLearner::new(Arc::new(description), loaded.rules.game.clone());
    let learned = simulations.evaluation(&time.budget(), seed);
    learned.map_err(|stopped| format!("no evaluation function was found: {stopped}"))
}

/// The features of a role, the largest absolute weights first.
fn features(learned: &LearnedEvaluation, role: usize, places: &Places) -> RoleFeatures {
    let name = &learned.roles[role];
    let of_role = learned.features.iter().filter_map(|feature| {
        let measure = feature.measures.get(role).copied().flatten()?;
        Some(FeatureFact {
            plain: plain::feature(&feature.pattern, measure.weight, name, places),
            pattern: feature.pattern.clone(),
            weight: measure.weight,
            correlation: measure.correlation,
            stability: measure.stability,
        })
    });
    let mut features: Vec<FeatureFact> = of_role.collect();
    features.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
    features.truncate(TOLD);
    RoleFeatures {
        role: learned.roles[role].clone(),
        features,
    }
}
