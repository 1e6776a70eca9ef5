//! A network with the scale of its values, for players that only use it.

use super::expansion::DescentError;
use super::value_scale::ValueScale;
use crate::uct::sample::sample;
use crate::{Budget, EvaluationLearner, Evaluator};
use senet_engine::{Game, State, Stopped};
use senet_value_net::{Scratch, ValueNet};
use std::sync::Arc;

/// A network that was learned for a game.
#[derive(Clone, Debug)]
pub struct TrainedNet {
    /// The network.
    pub net: Arc<ValueNet>,
    pub(super) scale: ValueScale,
}

impl TrainedNet {
    /// Joins a network to a game with the same inputs and outputs. Fails if they differ. Whether goals have a constant sum is only a sample,
    /// so a network with one output for two roles fits with and without it.
    pub fn new(
        game: &dyn Game,
        net: ValueNet,
        budget: &Budget,
    ) -> Result<TrainedNet, DescentError> {
        let inputs = game.fluent_names().ok_or(DescentError::NotGrounded)?.len();
        let roles = game.roles().len();
        let seen = sample(game, None, &game.initial()?, budget, 0);
        let sum = seen.constant_sum.filter(|&sum| sum > 0);
        let (net, constant_sum) = match (net.shape().outputs, sum) {
            (1, None) if roles == 2 => (net.with_both_sides(), None),
            (1, sum) => (net, sum),
            (_, _) => (net, None),
        };
        let scale = ValueScale {
            roles,
            constant_sum,
        };
        match (net.shape().inputs, net.shape().outputs) == (inputs, scale.outputs()) {
            true => Ok(TrainedNet {
                net: Arc::new(net),
                scale,
            }),
            false => Err(DescentError::OtherSizes),
        }
    }

    /// True if there are two roles, and one wins what the other loses.
    pub fn is_constant_sum(&self) -> bool {
        self.scale.constant_sum.is_some()
    }

    /// The number of words of a state: one bit for each input.
    pub(super) fn words_per_state(&self) -> usize {
        self.net.shape().inputs.div_ceil(64)
    }
}

impl Evaluator for TrainedNet {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        let Some(first) = states.first() else {
            return;
        };
        let (mut outputs, mut found) = (Vec::new(), Vec::new());
        let words = states.iter().map(State::words);
        let mut scratch = Scratch::default();
        self.net
            .evaluate_children(first.words(), words, &mut scratch, &mut outputs);
        for outputs in outputs.chunks_exact(self.scale.outputs()) {
            self.scale.push_outputs(outputs, &mut found);
        }
        let best = f64::from(self.scale.points()) / 100.0;
        values.extend(found.into_iter().map(|value| f64::from(value) * best));
    }

    fn describe(&self) -> String {
        format!("a network with {} parameters", self.net.parameters().len())
    }
}

/// Players that learn an evaluation get this network at once.
impl EvaluationLearner for TrainedNet {
    fn learn(&self, _budget: &Budget, _seed: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        Ok(Arc::new(self.clone()))
    }
}
