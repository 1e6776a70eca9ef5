//! The training loop.

use super::adam::{Adam, clip, scheduled};
use super::example::Example;
use super::games::GameStates;
use super::gradient::Unrolled;
use super::noise::{Noise, normal};
use super::programs::{ProgramShape, random_program};
use crate::cell::{Activation, Weights};
use crate::certificate::{Certificate, centre_output, certify};
use crate::network::{ReasonerNetwork, TrainingLog, WeightsOfAnySize};
use fastrand::Rng;
use senet_engine::spread_seed;
use senet_gdl::Deadline;

/// The decay of the moments of Adam.
const DECAY: [f32; 2] = [0.9, 0.99];

/// Rounds beyond the depth of the graph.
const EXTRA_ROUNDS: usize = 2;

/// The smallest margin of a trained network, so that it is exact in the arithmetic of other programs, too.
const MIN_MARGIN: f32 = 0.02;

/// How to train.
#[derive(Clone, Debug)]
pub struct ReasonerTraining {
    /// The size of the vectors; see [`crate::HIDDEN_SIZES`].
    pub hidden: usize,
    /// The number of optimiser steps.
    pub steps: usize,
    /// The number of states in a step and graph, at most 64.
    pub states: usize,
    /// The standard deviation of the noise on pre-activations.
    pub noise: f32,
    /// The largest learning rate.
    pub learning_rate: f32,
    /// Decides weights, data and noise.
    pub seed: u64,
    /// The data.
    pub data: TrainData,
    /// The end of training.
    pub deadline: Deadline,
}

/// The training data.
#[derive(Clone, Debug)]
pub enum TrainData {
    /// A new random program at each step.
    Programs(ProgramShape),
    /// States of games, some of them with inputs flipped and rules dropped.
    Games(Vec<GameStates>),
}

impl TrainData {
    fn describe(&self) -> String {
        match self {
            TrainData::Programs(shape) => {
                format!("random programs of {} layers, no game", shape.layers)
            }
            TrainData::Games(games) => {
                let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
                format!("games: {}", names.join(", "))
            }
        }
    }
}

impl Default for ReasonerTraining {
    /// The smallest network, whose exactness can be proved.
    fn default() -> ReasonerTraining {
        ReasonerTraining {
            hidden: 4,
            steps: 600,
            states: 16,
            noise: 0.5,
            learning_rate: 4e-3,
            seed: 1,
            data: TrainData::Programs(ProgramShape::default()),
            deadline: Deadline::never(),
        }
    }
}

/// News of a training run.
#[derive(Clone, Debug)]
pub struct TrainProgress {
    /// The number of this attempt, from 1 on.
    pub attempt: usize,
    /// The optimiser steps of this attempt so far.
    pub step: usize,
    /// The loss of the last step.
    pub loss: f32,
}

/// The reason why training gave no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainError {
    /// The deadline passed.
    #[error("training was stopped in attempt {attempt} at step {step}: raise the time limit")]
    Stopped {
        /// The number of the attempt.
        attempt: usize,
        /// The steps of the attempt.
        step: usize,
    },
    /// The size of the vectors is not supported.
    #[error("vectors of {0} numbers are not supported: choose 4, 8, 16 or 32")]
    Hidden(usize),
    /// No attempt gave a network that can be proved.
    #[error(
        "none of {0} attempts gave a network that can be proved: try another seed or more noise"
    )]
    NotProved(usize),
}

/// Trains a network. Its activation is [`Activation::Tanh`] and nothing is proved of it.
pub fn train(
    options: &ReasonerTraining,
    progress: &mut dyn FnMut(&TrainProgress),
) -> Result<ReasonerNetwork, TrainError> {
    attempt(options, 1, progress)
}

/// Trains networks with new seeds until one is proved exact, at most `attempts` times.
pub fn train_certified(
    options: &ReasonerTraining,
    attempts: usize,
    progress: &mut dyn FnMut(&TrainProgress),
) -> Result<ReasonerNetwork, TrainError> {
    for number in 1..=attempts {
        let seed = spread_seed(options.seed, number as u64);
        let network = attempt(
            &ReasonerTraining {
                seed,
                ..options.clone()
            },
            number,
            progress,
        )?;
        if let Some(proved) = proved(network) {
            return Ok(proved);
        }
    }
    Err(TrainError::NotProved(attempts))
}

/// The network with the sign function and a certificate, if it is exact.
fn proved(mut network: ReasonerNetwork) -> Option<ReasonerNetwork> {
    let certificate = crate::network::with_weights!(&mut network.weights, weights => {
        centre_output(weights).then(|| certify(weights).ok()).flatten()
    });
    let is_safe = |certificate: &Certificate| certificate.margin >= MIN_MARGIN;
    Some(ReasonerNetwork {
        certificate: Some(certificate.filter(is_safe)?),
        activation: Activation::Sign,
        ..network
    })
}

fn attempt(
    options: &ReasonerTraining,
    number: usize,
    progress: &mut dyn FnMut(&TrainProgress),
) -> Result<ReasonerNetwork, TrainError> {
    let (weights, loss) = match options.hidden {
        4 => wrap(fit::<4>(options, number, progress)?, WeightsOfAnySize::H4),
        8 => wrap(fit::<8>(options, number, progress)?, WeightsOfAnySize::H8),
        16 => wrap(fit::<16>(options, number, progress)?, WeightsOfAnySize::H16),
        32 => wrap(fit::<32>(options, number, progress)?, WeightsOfAnySize::H32),
        other => return Err(TrainError::Hidden(other)),
    };
    Ok(ReasonerNetwork {
        weights,
        activation: Activation::Tanh,
        certificate: None,
        log: TrainingLog {
            seed: options.seed,
            steps: options.steps,
            data: options.data.describe(),
            loss,
        },
    })
}

fn wrap<const H: usize>(
    (weights, loss): (Weights<H>, f32),
    wrap: impl Fn(Box<Weights<H>>) -> WeightsOfAnySize,
) -> (WeightsOfAnySize, f32) {
    (wrap(Box::new(weights)), loss)
}

/// Finds weights of one size. Returns them with the last loss.
fn fit<const H: usize>(
    options: &ReasonerTraining,
    attempt: usize,
    progress: &mut dyn FnMut(&TrainProgress),
) -> Result<(Weights<H>, f32), TrainError> {
    let mut rng = Rng::with_seed(spread_seed(options.seed, 0));
    let mut weights = Weights::<H>::random(&mut || normal(&mut rng));
    let mut noise = Noise::new(options.noise, &mut rng);
    let size = weights.tensors().iter().map(|(_, part)| part.len()).sum();
    let mut adam = Adam::new(size, DECAY);
    let mut loss = f32::NAN;
    for step in 1..=options.steps {
        if options.deadline.is_over() {
            return Err(TrainError::Stopped { attempt, step });
        }
        noise.shuffle(&mut rng);
        let (mean, mut gradient) =
            mean_gradient(&weights, &examples(options, &mut rng), &mut noise);
        loss = mean;
        clip(&mut gradient);
        adam.step(
            &mut weights.tensors_mut(),
            &gradient.tensors().map(|(_, part)| part),
            scheduled(options.learning_rate, step, options.steps),
        );
        progress(&TrainProgress {
            attempt,
            step,
            loss,
        });
    }
    Ok((weights, loss))
}

/// The examples of one step.
fn examples(options: &ReasonerTraining, rng: &mut Rng) -> Vec<Example> {
    let states = options.states.clamp(1, 64);
    match &options.data {
        TrainData::Programs(shape) => vec![random_program(shape, states, rng)],
        TrainData::Games(games) => games.iter().map(|game| game.example(states, rng)).collect(),
    }
}

/// The mean loss of examples and its gradient.
fn mean_gradient<const H: usize>(
    weights: &Weights<H>,
    examples: &[Example],
    noise: &mut Noise,
) -> (f32, Weights<H>) {
    let share = 1.0 / examples.len().max(1) as f32;
    let (mut loss, mut sum) = (0.0, Weights::zero());
    for example in examples {
        let rounds = example.graph.depth() + EXTRA_ROUNDS;
        let (part, gradient) = Unrolled::run(weights, example, rounds, noise).gradient(weights);
        loss += share * part;
        for (sum, (_, part)) in sum.tensors_mut().into_iter().zip(gradient.tensors()) {
            sum.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += share * part);
        }
    }
    (loss, sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_the_weights() {
        let options = ReasonerTraining {
            steps: 3,
            ..ReasonerTraining::default()
        };
        let mut ignore = |_: &TrainProgress| {};
        let networks = [1, 1, 2].map(|seed| {
            train(
                &ReasonerTraining {
                    seed,
                    ..options.clone()
                },
                &mut ignore,
            )
            .unwrap()
        });
        assert_eq!(networks[0], networks[1]);
        assert_ne!(networks[0].weights, networks[2].weights);
    }

    #[test]
    fn training_heeds_its_deadline() {
        let options = ReasonerTraining {
            deadline: Deadline::when(|| true),
            ..ReasonerTraining::default()
        };
        let stopped = TrainError::Stopped {
            attempt: 1,
            step: 1,
        };
        assert_eq!(train(&options, &mut |_| {}), Err(stopped));
    }
}
