//! A trained network with its thresholds.

use super::config::GatConfig;
use super::example::{StateTask, sigmoid};
use super::irg::{Irg, Labelling, Task};
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

/// Predicts legal moves and next fluents of the games it was trained on, and of others.
#[derive(Clone, Debug)]
pub struct GatReasoner {
    pub(super) model: Model,
    pub(super) parameters: Vec<f32>,
    /// The probabilities above which a legal move and a next fluent are predicted.
    pub thresholds: [f32; 2],
    /// How states label nodes.
    pub labelling: Labelling,
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

    /// Compares the predictions for a state with the truth: legal moves and next fluents.
    pub fn score(&self, irg: &Irg, row: &Row, labelling: Labelling) -> [OutputScore; 2] {
        Task::ALL.map(|task| {
            let example = StateTask {
                irg,
                row,
                task,
                labelling,
            };
            let (outputs, _) = example.outputs(&self.model, &self.parameters);
            let probabilities: Vec<f32> = outputs.into_iter().map(sigmoid).collect();
            let targets = irg.targets(task);
            let truths = irg.truths(task, row);
            let groups = targets
                .groups
                .iter()
                .max()
                .map_or(0, |&last| last as usize + 1);
            let (mut found, mut holds) = (vec![false; groups], vec![false; groups]);
            for (at, &group) in targets.groups.iter().enumerate() {
                found[group as usize] |= probabilities[at] > self.thresholds[task as usize];
                holds[group as usize] |= truths[at];
            }
            let mut score = OutputScore::new(if task == Task::Legal { "legal" } else { "next" });
            found
                .iter()
                .zip(&holds)
                .for_each(|(&found, &holds)| score.add_one(found, holds));
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

/// The thresholds of both tasks with the fewest wrong targets; the middle one of several.
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
