//! The state of a learner as plain data, so that learning continues after an interruption. Matches in flight are not part of it.

use super::{Learner, LearningCounts};
use fastrand::Rng;
use senet_value_net::{Adam, Shape, ValueNet};

/// The state of a learner between two rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedLearner {
    /// The parameters of the network.
    pub parameters: Vec<f32>,
    /// The optimiser.
    pub adam: Adam,
    /// The states of the samples, one after another.
    pub states: Vec<u64>,
    /// The targets of the samples, one after another.
    pub targets: Vec<f32>,
    /// Where the next sample goes once the ring is full.
    pub next: usize,
    /// The state of the random number generator.
    pub random: u64,
    /// The number of samples that the optimiser must still use, counting repetitions.
    pub due: f64,
    /// The work that was done so far.
    pub counts: LearningCounts,
}

impl Learner {
    /// The state of the learner.
    pub fn save(&self) -> SavedLearner {
        let (states, targets, next) = self.samples.parts();
        SavedLearner {
            parameters: self.net.parameters().to_vec(),
            adam: self.adam.clone(),
            states: states.to_vec(),
            targets: targets.to_vec(),
            next,
            random: self.rng.get_seed(),
            due: self.due,
            counts: self.counts,
        }
    }

    /// Continues from a saved state of the same game and plan. Returns false if the sizes do not fit; the learner then
    /// starts anew.
    pub fn restore(&mut self, saved: SavedLearner) -> bool {
        let each_role = Shape {
            outputs: self.scale.roles,
            ..self.net.shape()
        };
        if saved.parameters.len() == each_role.parameters() {
            // The run has found out that the sum is not constant.
            self.forget_sum();
        }
        let shape = self.net.shape();
        let (means, squares, _) = saved.adam.moments();
        let sizes = [saved.parameters.len(), means.len(), squares.len()];
        if sizes != [shape.parameters(); 3]
            || !self
                .samples
                .set_parts(saved.states, saved.targets, saved.next)
        {
            return false;
        }
        self.net = ValueNet::from_parameters(shape, saved.parameters);
        self.adam = saved.adam;
        self.rng = Rng::with_seed(saved.random);
        (self.due, self.counts) = (saved.due, saved.counts);
        true
    }

    /// Takes the errors since the last call: the mean squared error.
    pub fn take_error(&mut self) -> f64 {
        let (sum, terms) = std::mem::take(&mut self.counts.errors);
        sum / terms.max(1) as f64
    }
}
