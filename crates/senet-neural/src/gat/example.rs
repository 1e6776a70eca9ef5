//! One example of a task: the loss of a state, its gradient, and its outputs.

use super::dropout::Dropout;
use super::irg::{Irg, NodeLabelling, Task};
use super::model::Model;
use crate::dataset::Row;

/// A state of a game, to predict one thing of.
#[derive(Clone, Copy)]
pub struct StateTask<'d> {
    /// The game.
    pub irg: &'d Irg,
    /// The state.
    pub row: &'d Row,
    /// What to predict.
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
    use crate::gat::GatConfig;
    use fastrand::Rng;
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

    /// The parts of the weights whose gradient differs from differences of the loss, with both.
    fn wrong_parts(name: &str, example: &StateTask, seed: u64) -> Vec<(String, String)> {
        let model = Model::new(&name.parse::<GatConfig>().unwrap());
        let mut rng = Rng::with_seed(seed);
        let mut parameters = model.shapes.random(&mut rng);
        parameters
            .iter_mut()
            .filter(|number| **number == 0.0)
            .for_each(|number| *number = 0.2 * rng.f32() - 0.1);
        let mut gradient = vec![0.0; parameters.len()];
        example.learn(&model, &parameters, &mut Dropout::none(), &mut gradient);
        let truths = example.irg.truths(example.task, example.row);
        let mut wrong = Vec::new();
        for (part, range) in model.shapes.parts() {
            let by_size = |&a: &usize, &b: &usize| gradient[a].abs().total_cmp(&gradient[b].abs());
            let at = range.max_by(by_size).unwrap();
            let value = |change: f32| {
                let mut changed = parameters.clone();
                changed[at] += change;
                f64::from(loss(&example.outputs(&model, &changed).0, &truths))
            };
            let found = f64::from(gradient[at]);
            let slope = |step: f32| (value(step) - value(-step)) / (2.0 * f64::from(step));
            let is_near = |slope: &f64| (slope - found).abs() < 1e-3 + 0.02 * found.abs();
            let slopes = [2e-3, 5e-4].map(slope);
            if !slopes.iter().any(is_near) {
                wrong.push((part.to_string(), format!("{found}, not {slopes:?}")));
            }
        }
        wrong
    }

    /// Relu has bends, at which no difference equals the gradient. So a part is wrong only if it is with three random starts.
    #[test]
    fn gradients_equal_differences_for_every_network() {
        let (irg, row) = coin();
        for name in GatConfig::NAMES {
            for task in Task::ALL {
                let example = StateTask {
                    irg: &irg,
                    row: &row,
                    task,
                    labelling: NodeLabelling::Subtree,
                };
                let mut wrong = wrong_parts(name, &example, 3);
                for seed in [4, 5] {
                    if !wrong.is_empty() {
                        let again = wrong_parts(name, &example, seed);
                        wrong.retain(|(part, _)| again.iter().any(|(other, _)| other == part));
                    }
                }
                assert!(wrong.is_empty(), "{name} {task:?}: {wrong:?}");
            }
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
