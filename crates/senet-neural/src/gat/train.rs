//! Training: random batches of states, cross-entropy, Adam.

use super::config::GatConfig;
use super::dropout::Dropout;
use super::example::{StateTask, loss};
use super::irg::{Irg, NodeLabelling, Task};
use super::model::Model;
use super::reasoner::{GatReasoner, thresholds};
use crate::dataset::{Bits, Row};
use crate::network::TrainingLog;
use crate::training::Adam;
use fastrand::Rng;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::spread_seed;
use senet_gdl::{Deadline, OutOfTime};
use std::str::FromStr;

/// The decay of the moments of Adam, as is usual.
const DECAY: [f32; 2] = [0.9, 0.999];

/// A game with rows to learn from and to choose thresholds with.
pub struct GatGame {
    /// The graph.
    pub irg: Irg,
    /// Rows to learn from.
    pub training: Vec<Row>,
    /// Rows for validation: about a tenth. None of their states is learnt from.
    pub validation: Vec<Row>,
}

impl GatGame {
    /// Splits rows by their states: nine tenths for training, one tenth for validation. Rows without moves are left out.
    pub fn new(irg: Irg, rows: Vec<Row>, seed: u64) -> GatGame {
        let mut rows: Vec<Row> = rows.into_iter().filter(|row| row.next.is_some()).collect();
        Rng::with_seed(seed).shuffle(&mut rows);
        let chosen = validation_states(&rows);
        let (validation, training) = rows
            .into_iter()
            .partition(|row| chosen.contains(&row.fluents));
        GatGame {
            irg,
            training,
            validation,
        }
    }
}

/// The states for validation. A state has a row for each joint move, so its rows stay together: otherwise validation would know states of training.
/// Together the rows are at most a tenth; if no state is that rare, the rarest one is chosen, unless it is the only one.
fn validation_states(rows: &[Row]) -> FxHashSet<Bits> {
    let mut states: Vec<(&Bits, usize)> = Vec::new();
    let mut places: FxHashMap<&Bits, usize> = FxHashMap::default();
    for row in rows {
        let place = *places.entry(&row.fluents).or_insert(states.len());
        match states.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => states.push((&row.fluents, 1)),
        }
    }
    let mut left = rows.len() / 10;
    let mut chosen = FxHashSet::default();
    for &(state, count) in &states {
        if count <= left {
            left -= count;
            chosen.insert(state.clone());
        }
    }
    let rarest = states.iter().min_by_key(|(_, count)| *count);
    if let (true, Some((state, _))) = (chosen.is_empty() && states.len() > 1, rarest) {
        chosen.insert((*state).clone());
    }
    chosen
}

/// The order of several games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mixing {
    /// Each example comes from a random game.
    Random,
    /// One game after another.
    Sequential,
}

impl FromStr for Mixing {
    type Err = String;

    fn from_str(name: &str) -> Result<Mixing, String> {
        match name {
            "random" => Ok(Mixing::Random),
            "sequential" => Ok(Mixing::Sequential),
            _ => Err(format!(
                "there is no mixing `{name}`; choose random or sequential"
            )),
        }
    }
}

/// How to train.
#[derive(Clone, Debug)]
pub struct GatOptions {
    /// The network.
    pub config: GatConfig,
    /// How states label nodes.
    pub labelling: NodeLabelling,
    /// The order of the games.
    pub mixing: Mixing,
    /// Examples per step.
    pub batch: usize,
    /// The largest learning rate.
    pub learning_rate: f32,
    /// The share of numbers that dense layers drop.
    pub dropout: f32,
    /// The number of steps.
    pub steps: usize,
    /// Decides weights, batches and dropout.
    pub seed: u64,
    /// The end of the training.
    pub deadline: Deadline,
}

impl Default for GatOptions {
    /// Smaller batches and a larger rate than published (32 and 0.0001) reach the same F1 after hundreds of steps instead of many thousands.
    fn default() -> GatOptions {
        GatOptions {
            config: GatConfig::default(),
            labelling: NodeLabelling::Subtree,
            mixing: Mixing::Random,
            batch: 8,
            learning_rate: 3e-3,
            dropout: 0.1,
            steps: 300,
            seed: 1,
            deadline: Deadline::never(),
        }
    }
}

/// A training run, step by step.
pub struct GatTraining<'g> {
    games: Vec<&'g GatGame>,
    options: GatOptions,
    model: Model,
    parameters: Vec<f32>,
    adam: Adam,
    rng: Rng,
    step: usize,
    loss: f32,
}

impl<'g> GatTraining<'g> {
    /// Starts with random weights. Every game needs a state to learn from.
    pub fn new(games: &[&'g GatGame], options: GatOptions) -> GatTraining<'g> {
        let model = Model::new(&options.config);
        let mut rng = Rng::with_seed(spread_seed(options.seed, 0));
        let parameters = model.shapes.random(&mut rng);
        GatTraining {
            adam: Adam::new(parameters.len(), DECAY),
            games: games.to_vec(),
            options,
            model,
            parameters,
            rng,
            step: 0,
            loss: f32::NAN,
        }
    }

    /// Changes the number of steps, for example after the first ones were timed.
    pub fn set_steps(&mut self, steps: usize) {
        self.options.steps = steps.max(self.step);
    }

    /// The number of steps, and how many are done.
    pub fn steps(&self) -> (usize, usize) {
        (self.options.steps, self.step)
    }

    /// True if the last loss and all weights are finite. Otherwise the network is useless, and its file could not be opened.
    pub fn is_finite(&self) -> bool {
        let weights = self.parameters.iter();
        self.loss.is_finite() && weights.copied().all(f32::is_finite)
    }

    /// Makes one step. Returns the mean loss of its examples. A step that is not finished in time changes no parameters.
    pub fn step(&mut self) -> Result<f32, OutOfTime> {
        let examples: Vec<(StateTask, Rng)> = (0..self.options.batch.max(1))
            .map(|_| self.example())
            .collect();
        let (model, parameters, rate) = (&self.model, &self.parameters, self.options.dropout);
        let learn = |(example, rng): &(StateTask, Rng)| {
            self.options.deadline.check()?;
            let mut gradient = vec![0.0; parameters.len()];
            let mut dropout = Dropout::new(rate, rng.clone());
            let loss = example.learn(model, parameters, &mut dropout, &mut gradient);
            Ok((loss, gradient))
        };
        // The parts are added in the order of the examples, so that the seed decides the sum.
        let parts: Result<Vec<(f32, Vec<f32>)>, OutOfTime> =
            examples.par_iter().map(learn).collect();
        let parts = parts?;
        let share = 1.0 / parts.len() as f32;
        let mut gradient = vec![0.0; parameters.len()];
        for (_, part) in &parts {
            gradient
                .iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += share * part);
        }
        self.loss = share * parts.iter().map(|(loss, _)| loss).sum::<f32>();
        self.step += 1;
        let rate = self.options.learning_rate * decay(self.step, self.options.steps);
        self.adam
            .step(&mut [&mut self.parameters], &[&gradient], rate);
        Ok(self.loss)
    }

    /// A random example, with the generator of its dropout.
    fn example(&mut self) -> (StateTask<'g>, Rng) {
        let count = self.games.len();
        let game = match self.options.mixing {
            Mixing::Random => self.rng.usize(..count),
            Mixing::Sequential => (self.step * count / self.options.steps.max(1)).min(count - 1),
        };
        let game = self.games[game];
        let row = &game.training[self.rng.usize(..game.training.len())];
        let task = Task::ALL[self.rng.usize(..2)];
        let example = StateTask {
            irg: &game.irg,
            row,
            task,
            labelling: self.options.labelling,
        };
        (example, self.rng.fork())
    }

    /// The mean loss of the first validation states of each game.
    pub fn validation_loss(&self, states: usize) -> Result<f32, OutOfTime> {
        let tasks = self
            .games
            .iter()
            .flat_map(|game| validation_tasks(game, states, self.options.labelling));
        let tasks: Vec<StateTask> = tasks.collect();
        let of = |task: &StateTask| {
            self.options.deadline.check()?;
            let (outputs, _) = task.outputs(&self.model, &self.parameters);
            Ok(loss(&outputs, &task.irg.truths(task.task, task.row)))
        };
        let losses: Result<Vec<f32>, OutOfTime> = tasks.par_iter().map(of).collect();
        let losses = losses?;
        Ok(losses.iter().sum::<f32>() / losses.len().max(1) as f32)
    }

    /// Chooses the thresholds with the first validation states of each game, and ends the training.
    pub fn finish(self, states: usize) -> Result<GatReasoner, OutOfTime> {
        let labelling = self.options.labelling;
        let tasks = self
            .games
            .iter()
            .flat_map(|game| validation_tasks(game, states, labelling));
        let names: Vec<&str> = self
            .games
            .iter()
            .map(|game| game.irg.name.as_str())
            .collect();
        Ok(GatReasoner {
            thresholds: thresholds(
                &self.model,
                &self.parameters,
                &tasks.collect::<Vec<_>>(),
                &self.options.deadline,
            )?,
            labelling,
            log: TrainingLog {
                seed: self.options.seed,
                steps: self.step,
                data: format!(
                    "games: {}; batches of {}",
                    names.join(", "),
                    self.options.batch
                ),
                loss: self.loss,
            },
            model: self.model,
            parameters: self.parameters,
        })
    }
}

/// Both tasks of the first validation states of a game.
fn validation_tasks(
    game: &GatGame,
    states: usize,
    labelling: NodeLabelling,
) -> impl Iterator<Item = StateTask<'_>> {
    let rows = game.validation.iter().take(states);
    rows.flat_map(move |row| {
        Task::ALL.map(|task| StateTask {
            irg: &game.irg,
            row,
            task,
            labelling,
        })
    })
}

/// The share of the learning rate: it falls from 1 to a twentieth along a cosine.
fn decay(step: usize, steps: usize) -> f32 {
    let done = step as f32 / steps.max(1) as f32;
    0.05 + 0.95 * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{DataOptions, generate};
    use senet_gdl::Sheet;

    /// A switch that must be off to be pressed.
    const SWITCH: &str = "(role you) (init (off a)) (init (off b)) (name a) (name b)
        (<= (legal you (press ?x)) (true (off ?x))) (legal you rest)
        (<= (next (off ?x)) (true (off ?x)) (not (does you (press ?x)))) (<= (next (on ?x)) (does you (press ?x)))
        (<= (next (on ?x)) (true (on ?x)))
        (<= terminal (true (on a)) (true (on b))) (goal you 50)";

    fn game(rules: &str) -> GatGame {
        let description = senet_gdl::playable(&Sheet::read(rules)).unwrap();
        let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
        let irg = Irg::of("game", &description, &grounded, &Default::default()).unwrap();
        let options = DataOptions {
            rows: 200,
            terminal_share: 0.0,
            ..DataOptions::default()
        };
        GatGame::new(irg, generate("game", &grounded, &options).rows, 1)
    }

    fn trained(game: &GatGame, steps: usize, seed: u64) -> (f32, f32, GatReasoner) {
        let options = GatOptions {
            batch: 8,
            steps,
            seed,
            learning_rate: 5e-3,
            dropout: 0.0,
            ..GatOptions::default()
        };
        let mut training = GatTraining::new(&[game], options);
        let first = training.step().unwrap();
        let mut last = first;
        for _ in 1..steps {
            last = training.step().unwrap();
        }
        (first, last, training.finish(10).unwrap())
    }

    #[test]
    fn learns_the_rules_of_a_small_game() {
        let game = game(SWITCH);
        let (first, last, reasoner) = trained(&game, 150, 2);
        assert!(last < 0.1 * first, "{first} {last}");
        for row in game.training.iter().chain(&game.validation) {
            for score in reasoner.score(&game.irg, row, NodeLabelling::Subtree) {
                assert_eq!(score.f1(), 1.0, "{score:?}");
            }
        }
    }

    /// A state that occurs with several moves must not be in both parts.
    #[test]
    fn training_and_validation_share_no_state() {
        let tic_tac_toe = senet_library::find("tic-tac-toe").unwrap().rules;
        for rules in [SWITCH, tic_tac_toe] {
            let GatGame {
                training,
                validation,
                ..
            } = game(rules);
            assert!(!training.is_empty() && !validation.is_empty());
            let states = |rows: &[Row]| -> FxHashSet<Bits> {
                rows.iter().map(|row| row.fluents.clone()).collect()
            };
            assert!(states(&training).is_disjoint(&states(&validation)));
        }
    }

    #[test]
    fn a_training_that_diverges_says_so() {
        let game = game(SWITCH);
        let step_of = |learning_rate: f32| {
            let options = GatOptions {
                learning_rate,
                ..GatOptions::default()
            };
            let mut training = GatTraining::new(&[&game], options);
            training.step().unwrap();
            training.is_finite()
        };
        assert!(step_of(3e-3) && !step_of(f32::INFINITY));
    }

    #[test]
    fn the_seed_decides_the_weights() {
        let game = game(SWITCH);
        let weights = [1, 1, 2].map(|seed| trained(&game, 3, seed).2.parameters);
        assert_eq!(weights[0], weights[1]);
        assert_ne!(weights[0], weights[2]);
    }
}
