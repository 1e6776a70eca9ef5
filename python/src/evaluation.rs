//! Evaluation functions that are learned from random matches.

use crate::errors::{of_stopped, plain};
use crate::game::GameData;
use crate::interrupt::interruptible;
use crate::seconds::duration;
use crate::state::State;
use pyo3::prelude::*;
use senet_gdl::playable;
use senet_learn::{LearnedEvaluation, SimulationLearner};
use senet_search::{Budget, Clock, Evaluator};
use std::sync::Arc;

/// An evaluation function: call it with a state to get the goal that each role can expect.
#[pyclass(frozen, module = "senet")]
pub struct Evaluation {
    data: Arc<GameData>,
    learned: LearnedEvaluation,
}

/// A pattern of facts and its weight.
#[pyclass(frozen, get_all, module = "senet")]
pub struct Feature {
    /// The pattern in GDL.
    pattern: String,
    /// Per role, what each matching fact adds to the expected score (0 to 1); `None` if the role does not use it.
    weights: Vec<Option<f64>>,
}

#[pymethods]
impl Feature {
    fn __repr__(&self) -> String {
        format!("<Feature {} {:?}>", self.pattern, self.weights)
    }
}

#[pymethods]
impl Evaluation {
    /// The features, those with the largest weight first.
    #[getter]
    fn features(&self) -> Vec<Feature> {
        let features = self.learned.features.iter();
        features
            .map(|feature| Feature {
                pattern: feature.pattern.clone(),
                weights: feature
                    .measures
                    .iter()
                    .map(|measure| measure.map(|measure| measure.per_fluent))
                    .collect(),
            })
            .collect()
    }

    /// The goal that each role can expect in a state, 0 to 100.
    fn __call__(&self, state: &State) -> PyResult<Vec<f64>> {
        let raw = state.raw_in(&self.data)?;
        let mut values = Vec::new();
        self.learned.evaluate(&[raw], &mut values);
        Ok(values.into_iter().map(|value| value * 100.0).collect())
    }

    fn __repr__(&self) -> String {
        format!(
            "<Evaluation of {}: {}>",
            self.data.game.name(),
            self.learned.describe()
        )
    }
}

/// Learns an evaluation of a game.
pub fn learn(
    py: Python,
    data: &Arc<GameData>,
    seconds: f64,
    seed: u64,
    sequences: Option<usize>,
) -> PyResult<Evaluation> {
    let rules = data.rules();
    let description = playable(&rules.sheet).map_err(|_| {
        plain(
            "RulesError",
            "the rules cannot be played",
            "check the rules",
        )
    })?;
    let mut learner = SimulationLearner::new(Arc::new(description), rules.game.clone());
    if let Some(sequences) = sequences {
        learner.sequences = sequences;
    }
    let budget = Budget::time(Clock::Wall, duration("seconds", seconds)?);
    let learned = interruptible(py, || budget.cancel(), || learner.evaluation(&budget, seed))?;
    Ok(Evaluation {
        data: data.clone(),
        learned: learned.map_err(of_stopped)?,
    })
}
