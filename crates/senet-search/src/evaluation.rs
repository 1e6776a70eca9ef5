//! Evaluations of states, and the interface for learning them.

use crate::model_kinds::ModelKind;
use crate::{Budget, NetStore, Player, PlayerError, Setting};
use senet_engine::{State, Stopped};
use std::path::Path;
use std::sync::Arc;

/// A heuristic evaluation of states for every role.
///
/// ```
/// use senet_engine::State;
/// use senet_search::Evaluator;
///
/// /// Rates every state of a two-role game as a draw.
/// struct Draw;
///
/// impl Evaluator for Draw {
///     fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
///         values.extend(states.iter().flat_map(|_| [0.5, 0.5]));
///     }
///
///     fn describe(&self) -> String {
///         "a draw".to_string()
///     }
/// }
///
/// let mut values = Vec::new();
/// Draw.evaluate(&[State::from_words(vec![0])], &mut values);
/// assert_eq!(values, [0.5, 0.5]);
/// ```
pub trait Evaluator: Send + Sync {
    /// Appends the expected goal of every role for each state, between 0 and 1.
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>);

    /// A description for people, in one or a few lines.
    fn describe(&self) -> String;
}

/// Learns an evaluation of one game within a budget.
pub trait EvaluationLearner: Send + Sync {
    /// Learns the evaluation, or says why it failed. Given enough time, the same seed gives the same evaluation.
    fn learn(&self, budget: &Budget, seed: u64) -> Result<Arc<dyn Evaluator>, Stopped>;

    /// The networks of earlier matches, if they are kept.
    fn networks(&self) -> Option<Arc<dyn NetStore>> {
        None
    }

    /// Creates a player with a stored network, for the kinds `deep` and `net`. Only callers that know the rules can do it.
    fn model_player(
        &self,
        kind: ModelKind,
        _file: &Path,
        _setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        Err(PlayerError::Unfit {
            kind: kind.name().to_string(),
            reason: "the rules of the game are not available here".to_string(),
        })
    }
}

/// A learner that also keeps networks between matches.
pub struct LearnerWithMemory {
    /// Learns the evaluation.
    pub learn: Arc<dyn EvaluationLearner>,
    /// Keeps the networks.
    pub networks: Arc<dyn NetStore>,
}

impl EvaluationLearner for LearnerWithMemory {
    fn learn(&self, budget: &Budget, seed: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        self.learn.learn(budget, seed)
    }

    fn networks(&self) -> Option<Arc<dyn NetStore>> {
        Some(self.networks.clone())
    }

    fn model_player(
        &self,
        kind: ModelKind,
        file: &Path,
        setting: Setting,
    ) -> Result<Box<dyn Player>, PlayerError> {
        self.learn.model_player(kind, file, setting)
    }
}
