//! The training loop.

use super::adam::{Adam, clip, scheduled};
use super::example::Example;
use super::games::GameStates;
use super::gradient::{Unrolled, bytes_per_state};
use super::noise::{Noise, normal};
use super::programs::{ProgramShape, random_program};
use crate::cell::{Activation, Weights};
use crate::certificate::{Certificate, centre_output, certify};
use crate::graph::RuleGraph;
use crate::network::{ReasonerNetwork, TrainingLog, WeightsOfAnySize};
use fastrand::Rng;
use senet_engine::spread_seed;
use senet_gdl::{Deadline, OutOfTime};

/// The decay of the moments of Adam.
const DECAY: [f32; 2] = [0.9, 0.99];

/// Rounds beyond the depth of the graph.
const EXTRA_ROUNDS: usize = 2;

/// Bytes that the vectors of one game may take in a step.
const MAX_BYTES: usize = 1 << 30;

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
    /// The vectors of one state do not fit into memory.
    #[error(
        "{game}: the vectors of one state need {} MiB in all rounds, more than {} MiB: train on smaller games", .bytes >> 20, MAX_BYTES >> 20
    )]
    TooLarge {
        /// The game.
        game: String,
        /// The bytes that one state needs.
        bytes: usize,
    },
    /// The loss or a weight is not finite. A file with such weights cannot be opened.
    #[error(
        "training diverged in attempt {attempt} at step {step}: the loss or a weight is not finite"
    )]
    Diverged {
        /// The number of the attempt.
        attempt: usize,
        /// The steps of the attempt.
        step: usize,
    },
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

/// Trains networks with new seeds until one is proved exact, at most `attempts` times. An attempt that diverges is not the last one; but if all
/// attempts diverge, this is the error, since other seeds do not help then.
pub fn train_certified(
    options: &ReasonerTraining,
    attempts: usize,
    progress: &mut dyn FnMut(&TrainProgress),
) -> Result<ReasonerNetwork, TrainError> {
    let mut diverged = None;
    let mut is_any_finite = false;
    for number in 1..=attempts {
        let seed = spread_seed(options.seed, number as u64);
        let options = ReasonerTraining {
            seed,
            ..options.clone()
        };
        match attempt(&options, number, progress) {
            Ok(network) => {
                is_any_finite = true;
                if let Some(proved) = proved(network) {
                    return Ok(proved);
                }
            }
            Err(error @ TrainError::Diverged { .. }) => diverged = Some(error),
            Err(error) => return Err(error),
        }
    }
    match diverged {
        Some(error) if !is_any_finite => Err(error),
        _ => Err(TrainError::NotProved(attempts)),
    }
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
    let batches = batch_sizes(options, H)?;
    let mut rng = Rng::with_seed(spread_seed(options.seed, 0));
    let mut weights = Weights::<H>::random(&mut || normal(&mut rng));
    let mut noise = Noise::new(options.noise, &mut rng);
    let size = weights.tensors().iter().map(|(_, part)| part.len()).sum();
    let mut adam = Adam::new(size, DECAY);
    let mut loss = f32::NAN;
    for step in 1..=options.steps {
        let stopped = |_: OutOfTime| TrainError::Stopped { attempt, step };
        options.deadline.check().map_err(stopped)?;
        noise.shuffle(&mut rng);
        let examples = examples(&options.data, &batches, &mut rng);
        let found = mean_gradient(&weights, &examples, &mut noise, &options.deadline);
        let (mean, mut gradient) = found.map_err(stopped)?;
        loss = mean;
        clip(&mut gradient);
        adam.step(
            &mut weights.tensors_mut(),
            &gradient.tensors().map(|(_, part)| part),
            scheduled(options.learning_rate, step, options.steps),
        );
        if !loss.is_finite() {
            return Err(TrainError::Diverged { attempt, step });
        }
        progress(&TrainProgress {
            attempt,
            step,
            loss,
        });
    }
    // Without steps the loss is undefined; after the last one, no loss tells whether the weights are finite.
    let is_finite = |part: &[f32]| part.iter().all(|number| number.is_finite());
    let is_usable = loss.is_finite() && weights.tensors().iter().all(|(_, part)| is_finite(part));
    match is_usable {
        true => Ok((weights, loss)),
        false => Err(TrainError::Diverged {
            attempt,
            step: options.steps,
        }),
    }
}

/// The number of states in a step, for each game or for the random program.
fn batch_sizes(options: &ReasonerTraining, hidden: usize) -> Result<Vec<usize>, TrainError> {
    let states = options.states.clamp(1, 64);
    let of = |game: &GameStates| fitting_states(&game.name, &game.graph, hidden, states);
    match &options.data {
        TrainData::Programs(_) => Ok(vec![states]),
        TrainData::Games(games) => games.iter().map(of).collect(),
    }
}

/// The largest number of states, up to a wanted one, whose vectors fit into memory. Backpropagation needs those of all rounds.
fn fitting_states(
    game: &str,
    graph: &RuleGraph,
    hidden: usize,
    wanted: usize,
) -> Result<usize, TrainError> {
    let bytes = bytes_per_state(graph, hidden, rounds(graph));
    match MAX_BYTES / bytes.max(1) {
        0 => Err(TrainError::TooLarge {
            game: game.to_string(),
            bytes,
        }),
        fitting => Ok(wanted.min(fitting)),
    }
}

/// The number of rounds that the cell is unrolled for.
fn rounds(graph: &RuleGraph) -> usize {
    graph.depth() + EXTRA_ROUNDS
}

/// The examples of one step, with a number of states for each.
fn examples(data: &TrainData, states: &[usize], rng: &mut Rng) -> Vec<Example> {
    match data {
        TrainData::Programs(shape) => vec![random_program(shape, states[0], rng)],
        TrainData::Games(games) => {
            let sized = games.iter().zip(states);
            sized
                .map(|(game, &states)| game.example(states, rng))
                .collect()
        }
    }
}

/// The mean loss of examples and its gradient.
fn mean_gradient<const H: usize>(
    weights: &Weights<H>,
    examples: &[Example],
    noise: &mut Noise,
    deadline: &Deadline,
) -> Result<(f32, Weights<H>), OutOfTime> {
    let share = 1.0 / examples.len().max(1) as f32;
    let (mut loss, mut sum) = (0.0, Weights::zero());
    for example in examples {
        let rounds = rounds(&example.graph);
        let unrolled = Unrolled::run(weights, example, rounds, noise, deadline)?;
        let (part, gradient) = unrolled.gradient(weights);
        loss += share * part;
        for (sum, (_, part)) in sum.tensors_mut().into_iter().zip(gradient.tensors()) {
            sum.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += share * part);
        }
    }
    Ok((loss, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{AtomInput, SignedAtom};
    use std::sync::atomic::{AtomicUsize, Ordering};

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

    /// A file with such a network could be written, but never opened.
    #[test]
    fn training_that_diverges_fails() {
        for (steps, learning_rate) in [(0, 4e-3), (1, f32::INFINITY), (9, f32::INFINITY)] {
            let options = ReasonerTraining {
                steps,
                learning_rate,
                ..ReasonerTraining::default()
            };
            let mut ignore = |_: &TrainProgress| {};
            let results = [
                train(&options, &mut ignore),
                train_certified(&options, 2, &mut ignore),
            ];
            for result in results {
                assert!(
                    matches!(result, Err(TrainError::Diverged { .. })),
                    "{result:?}"
                );
            }
        }
    }

    /// A step on a large game can take minutes.
    #[test]
    fn training_heeds_its_deadline_within_a_step() {
        let checks = AtomicUsize::new(0);
        let options = ReasonerTraining {
            steps: 1,
            deadline: Deadline::when(move || checks.fetch_add(1, Ordering::Relaxed) >= 3),
            ..ReasonerTraining::default()
        };
        let stopped = TrainError::Stopped {
            attempt: 1,
            step: 1,
        };
        assert_eq!(train(&options, &mut |_| {}), Err(stopped));
    }

    /// Rules that form a chain: each atom needs the one before it.
    fn chain(atoms: usize) -> RuleGraph {
        let rules = (1..atoms).map(|atom| (atom, vec![SignedAtom::new(atom - 1, false)]));
        RuleGraph::layered(vec![AtomInput::Derived; atoms], rules.collect())
    }

    #[test]
    fn large_games_get_fewer_states_or_none() {
        assert_eq!(fitting_states("short", &chain(100), 4, 16), Ok(16));
        // 2,000 atoms and 1,999 rules in 2,001 rounds: 48 bytes each, 366 MiB for a state.
        assert_eq!(fitting_states("long", &chain(2000), 4, 16), Ok(2));
        let error = fitting_states("longest", &chain(4000), 4, 16).unwrap_err();
        assert!(
            matches!(&error, TrainError::TooLarge { game, bytes } if game == "longest" && *bytes > MAX_BYTES),
            "{error}"
        );
    }
}
