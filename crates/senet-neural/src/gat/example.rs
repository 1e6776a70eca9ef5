//! One example of a task: the loss of a state, its gradient, and its outputs.

use super::dropout::Dropout;
use super::irg::{Irg, NodeLabelling, Task};
use super::model::Model;
use crate::dataset::Row;

/// A state of a game, and the task to predict for it.
#[derive(Clone, Copy)]
pub struct StateTask<'d> {
    /// The game.
    pub irg: &'d Irg,
    /// The state.
    pub row: &'d Row,
    /// The task.
    pub task: Task,
    /// How nodes are labelled.
    pub labelling: NodeLabelling,
}

impl StateTask<'_> {
    /// The logits of the targets, and the pooled vector of the graph.
    pub(super) fn outputs(&self, model: &Model, parameters: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let targets = &self.irg.targets(self.task).nodes;
        let (outputs, trace) = model.forward(
            parameters,
            self.irg.edges(model.config.direction),
            self.features(),
            targets,
            &mut Dropout::none(),
        );
        (outputs, trace.pooled().as_flattened().to_vec())
    }

    /// The mean cross-entropy of the targets. Adds its gradient.
    pub(super) fn learn(
        &self,
        model: &Model,
        parameters: &[f32],
        dropout: &mut Dropout,
        gradient: &mut [f32],
    ) -> f32 {
        let targets = &self.irg.targets(self.task).nodes;
        let edges = self.irg.edges(model.config.direction);
        let (outputs, trace) = model.forward(parameters, edges, self.features(), targets, dropout);
        let truths = self.irg.truths(self.task, self.row);
        let share = 1.0 / truths.len().max(1) as f32;
        let pairs = outputs.iter().zip(&truths);
        let received: Vec<f32> = pairs
            .map(|(&output, &truth)| share * (sigmoid(output) - f32::from(u8::from(truth))))
            .collect();
        model.backward(parameters, edges, targets, &trace, &received, gradient);
        loss(&outputs, &truths)
    }

    fn features(&self) -> super::matrix::Matrix {
        self.irg.features(self.task, self.row, self.labelling)
    }
}

/// The mean cross-entropy.
pub(super) fn loss(outputs: &[f32], truths: &[bool]) -> f32 {
    let one = |(&output, &truth): (&f32, &bool)| {
        let wrong = if truth { -output } else { output };
        wrong.max(0.0) + (-wrong.abs()).exp().ln_1p()
    };
    outputs.iter().zip(truths).map(one).sum::<f32>() / outputs.len().max(1) as f32
}

/// The probability that belongs to a logit.
pub(super) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{DataOptions, generate};
    use crate::gat::{GatConfig, Gather};
    use fastrand::Rng;
    use rustc_hash::FxHashSet;
    use senet_gdl::Sheet;
    use senet_graph::InstanceLimits;

    const COIN: &str = "(role you) (init (side heads)) (other heads tails) (other tails heads)
        (<= (legal you flip) (not (true (side tails)))) (legal you wait)
        (<= (next (side ?b)) (true (side ?a)) (other ?a ?b) (does you flip))
        (<= (next (side ?a)) (true (side ?a)) (does you wait))
        (<= terminal (true (side tails))) (goal you 50)";

    /// The graph and a state of the game with a coin.
    fn coin() -> (Irg, Row) {
        let description = senet_gdl::playable(&Sheet::read(COIN)).unwrap();
        let grounded = senet_ground::ground(&description, &Default::default()).unwrap();
        let irg = Irg::of("coin", &description, &grounded, &InstanceLimits::default()).unwrap();
        let options = DataOptions {
            rows: 2,
            terminal_share: 0.0,
            ..Default::default()
        };
        (irg, generate("coin", &grounded, &options).rows.remove(0))
    }

    /// A network with random weights, and the gradient for an example.
    struct Start<'e> {
        example: StateTask<'e>,
        model: Model,
        parameters: Vec<f32>,
        gradient: Vec<f32>,
    }

    impl<'e> Start<'e> {
        fn new(config: &GatConfig, example: StateTask<'e>, seed: u64) -> Start<'e> {
            let model = Model::new(config);
            let mut rng = Rng::with_seed(seed);
            let mut parameters = model.shapes.random(&mut rng);
            parameters
                .iter_mut()
                .filter(|number| **number == 0.0)
                .for_each(|number| *number = 0.2 * rng.f32() - 0.1);
            let mut gradient = vec![0.0; parameters.len()];
            example.learn(&model, &parameters, &mut Dropout::none(), &mut gradient);
            Start {
                example,
                model,
                parameters,
                gradient,
            }
        }

        /// The loss after a change of one weight, and the side of its bend that each activation is on.
        fn changed(&self, at: usize, change: f32) -> (f64, Vec<bool>) {
            let mut parameters = self.parameters.clone();
            parameters[at] += change;
            let StateTask { irg, task, row, .. } = self.example;
            let edges = irg.edges(self.model.config.direction);
            let targets = &irg.targets(task).nodes;
            let (outputs, trace) = self.model.forward(
                &parameters,
                edges,
                self.example.features(),
                targets,
                &mut Dropout::none(),
            );
            let loss = loss(&outputs, &irg.truths(task, row));
            (f64::from(loss), trace.sides(edges))
        }

        /// The difference quotient of a weight, and whether no activation bends between its ends.
        fn slope(&self, at: usize, step: f32) -> (f64, bool) {
            let ends = [step, -step].map(|change| self.changed(at, change));
            let [(above, sides), (below, others)] = ends;
            ((above - below) / (2.0 * f64::from(step)), sides == others)
        }

        /// Compares the gradient of a weight with differences that cross no bend. Returns false if there are none.
        fn check(&self, at: usize, what: &str) -> bool {
            let found = f64::from(self.gradient[at]);
            let mut is_checked = false;
            for step in [4e-3, 1e-3, 2.5e-4] {
                let (slope, is_straight) = self.slope(at, step);
                // The loss is a number of 32 bits: a shorter step gives a coarser slope.
                let allowed = 0.01 * found.abs() + 1e-6 / f64::from(step);
                let is_near = (slope - found).abs() < allowed;
                assert!(
                    !is_straight || is_near,
                    "{what}: {found}, not {slope} with step {step}"
                );
                is_checked |= is_straight;
            }
            is_checked
        }
    }

    /// The weights of each part, those with the largest gradients first.
    fn parts(start: &Start) -> Vec<(String, Vec<usize>)> {
        let by_size =
            |&a: &usize, &b: &usize| start.gradient[b].abs().total_cmp(&start.gradient[a].abs());
        let parts = start.model.shapes.parts().map(|(name, range)| {
            let mut weights: Vec<usize> = range.collect();
            weights.sort_by(by_size);
            weights.truncate(16);
            (name.to_string(), weights)
        });
        parts.collect()
    }

    /// Relu and attention scores have bends. A difference across a bend does not equal the gradient; every other difference must. The test tries
    /// random starts, at least three, until it has compared every part.
    #[test]
    fn gradients_equal_differences_for_every_network() {
        let (irg, row) = coin();
        let published = GatConfig::NAMES.map(|name| name.parse::<GatConfig>().unwrap());
        // The maximum has a bend wherever two neighbours are about as large; one block has few.
        let largest = GatConfig {
            gather: Gather::Largest,
            blocks: 1,
            ..GatConfig::default()
        };
        let configs = published.into_iter().chain([largest]);
        for (config, task) in
            configs.flat_map(|config| Task::ALL.map(|task| (config.clone(), task)))
        {
            let name = match config.gather {
                Gather::Largest => "largest".to_string(),
                _ => config.to_string(),
            };
            let example = StateTask {
                irg: &irg,
                row: &row,
                task,
                labelling: NodeLabelling::Subtree,
            };
            let mut compared = FxHashSet::default();
            let mut is_complete = false;
            for seed in 3..30 {
                if seed > 5 && is_complete {
                    break;
                }
                let start = Start::new(&config, example, seed);
                let mut parts = parts(&start);
                if seed > 5 {
                    parts.retain(|(part, _)| !compared.contains(part));
                }
                is_complete = true;
                for (part, weights) in parts {
                    let what = format!("{name} {task:?} {part}, seed {seed}");
                    if weights.iter().any(|&at| start.check(at, &what)) {
                        compared.insert(part);
                    } else {
                        is_complete &= compared.contains(&part);
                    }
                }
            }
            assert!(
                is_complete,
                "{name} {task:?}: something bends beside all weights of a part"
            );
        }
    }

    #[test]
    fn moves_are_labelled_for_the_next_state_only() {
        let (irg, row) = coin();
        let labelled = |task, labelling| {
            let features = irg.features(task, &row, labelling);
            features.iter().filter(|row| row[0] == 1.0).count()
        };
        // `(true (side heads))` occurs in two rules: true, side, heads.
        assert_eq!(labelled(Task::Legal, NodeLabelling::Subtree), 6);
        assert_eq!(labelled(Task::Legal, NodeLabelling::Minimal), 2);
        // Each move occurs in two rules: does, you and the move.
        assert_eq!(labelled(Task::Next, NodeLabelling::Subtree), 12);
        assert_eq!(labelled(Task::Next, NodeLabelling::Minimal), 4);
    }
}
