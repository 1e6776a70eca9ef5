//! A trained network with its thresholds.

use super::config::GatConfig;
use super::example::{StateTask, sigmoid};
use super::irg::{Irg, NodeLabelling, Task};
use super::model::Model;
use crate::dataset::Row;
use crate::fidelity::OutputScore;
use crate::network::TrainingLog;
use rayon::prelude::*;
use senet_gdl::{Deadline, OutOfTime};

/// The thresholds to choose from: 0.1, 0.15, …, 0.9.
fn candidates() -> impl Iterator<Item = f32> {
    (2..=18).map(|number| number as f32 / 20.0)
}

/// A move or fluent with its probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Predicted {
    /// The bit of the move or fluent in the rows of the game; a number beyond the row if it never holds.
    pub bit: u32,
    /// The probability.
    pub probability: f32,
    /// True if the probability is above the threshold of the task.
    pub holds: bool,
}

/// Predicts legal moves and next fluents of the games it was trained on, and of others.
#[derive(Clone, Debug)]
pub struct GatReasoner {
    pub(super) model: Model,
    pub(super) parameters: Vec<f32>,
    /// The probabilities above which a legal move and a next fluent are predicted.
    pub thresholds: [f32; 2],
    /// How states label nodes.
    pub labelling: NodeLabelling,
    /// How the weights were found.
    pub log: TrainingLog,
}

impl GatReasoner {
    /// The network without its weights.
    pub fn config(&self) -> &GatConfig {
        &self.model.config
    }

    /// The number of weights.
    pub fn parameters(&self) -> usize {
        self.model.parameters()
    }

    /// A claim about the predictions, as a sentence.
    pub fn claim(&self) -> String {
        format!(
            "an attention network of {} parameters; it predicts legal moves and next fluents, and nothing is proved of it",
            self.parameters()
        )
    }

    /// The predictions for a task in a state. Each move or fluent occurs once, with the largest probability of its nodes.
    pub fn predict(
        &self,
        irg: &Irg,
        row: &Row,
        task: Task,
        labelling: NodeLabelling,
    ) -> Vec<Predicted> {
        let example = StateTask {
            irg,
            row,
            task,
            labelling,
        };
        let (outputs, _) = example.outputs(&self.model, &self.parameters);
        let targets = irg.targets(task);
        let mut predicted: Vec<Predicted> = Vec::new();
        for (at, &group) in targets.groups.iter().enumerate() {
            let probability = sigmoid(outputs[at]);
            match predicted.get_mut(group as usize) {
                Some(one) => one.probability = one.probability.max(probability),
                None => predicted.push(Predicted {
                    bit: targets.bits[at],
                    probability,
                    holds: false,
                }),
            }
        }
        for one in &mut predicted {
            one.holds = one.probability > self.thresholds[task as usize];
        }
        predicted
    }

    /// Compares the predictions for a state with the truth: legal moves and next fluents.
    pub fn score(&self, irg: &Irg, row: &Row, labelling: NodeLabelling) -> [OutputScore; 2] {
        Task::ALL.map(|task| {
            let mut score = OutputScore::new(task.name());
            let Some(answers) = irg.answers(task, row) else {
                return score;
            };
            let mut unseen = answers.count() as u64;
            for one in self.predict(irg, row, task, labelling) {
                let truth = answers.get(one.bit as usize);
                score.add_one(one.holds, truth);
                unseen -= u64::from(truth);
            }
            // An answer without a node in the graph cannot be found.
            score.false_negatives += unseen;
            score
        })
    }

    /// The pooled vector of the graph in a state, before the output layers; empty without pooling.
    pub fn embedding(&self, irg: &Irg, row: &Row) -> Vec<f32> {
        let example = StateTask {
            irg,
            row,
            task: Task::Legal,
            labelling: self.labelling,
        };
        example.outputs(&self.model, &self.parameters).1
    }
}

/// The threshold of each task with the fewest wrong targets; of several, the middle one.
pub(super) fn thresholds(
    model: &Model,
    parameters: &[f32],
    tasks: &[StateTask],
    deadline: &Deadline,
) -> Result<[f32; 2], OutOfTime> {
    let outputs: Result<Vec<Vec<f32>>, OutOfTime> = tasks
        .par_iter()
        .map(|task| {
            deadline.check()?;
            Ok(task.outputs(model, parameters).0)
        })
        .collect();
    let outputs = outputs?;
    let wrong = |wanted: Task, threshold: f32| -> usize {
        let pairs = tasks
            .iter()
            .zip(&outputs)
            .filter(|(task, _)| task.task == wanted);
        let of_task = |(task, outputs): (&StateTask, &Vec<f32>)| {
            let truths = task.irg.truths(wanted, task.row);
            let pairs = outputs.iter().zip(truths);
            pairs
                .filter(|(output, truth)| (sigmoid(**output) > threshold) != *truth)
                .count()
        };
        pairs.map(of_task).sum()
    };
    Ok(Task::ALL.map(|task| {
        let counts: Vec<(usize, f32)> = candidates()
            .map(|threshold| (wrong(task, threshold), threshold))
            .collect();
        let least = counts.iter().map(|(count, _)| *count).min().unwrap_or(0);
        let best: Vec<f32> = counts
            .iter()
            .filter(|(count, _)| *count == least)
            .map(|(_, threshold)| *threshold)
            .collect();
        best[best.len() / 2]
    }))
}
