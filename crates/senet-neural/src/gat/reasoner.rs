//! A trained network with its thresholds.

use super::config::GatConfig;
use super::example::{StateTask, sigmoid};
use super::irg::{Irg, NodeLabelling, Targets, Task};
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
        let mut predicted = answers(irg.targets(task), &outputs);
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

/// Each move or fluent once, with the largest probability of its nodes. None is said to hold yet.
fn answers(targets: &Targets, outputs: &[f32]) -> Vec<Predicted> {
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
    predicted
}

/// The thresholds of both tasks with the fewest wrong moves and fluents.
///
/// Nodes are not counted: a legal move needs only one of its rules, so a network that cannot tell which of them fires may still
/// know that one does.
pub(super) fn thresholds(
    model: &Model,
    parameters: &[f32],
    tasks: &[StateTask],
    deadline: &Deadline,
) -> Result<[f32; 2], OutOfTime> {
    let judged: Result<Vec<Vec<(f32, bool)>>, OutOfTime> = tasks
        .par_iter()
        .map(|task| {
            deadline.check()?;
            let (outputs, _) = task.outputs(model, parameters);
            let truth = task.irg.answers(task.task, task.row);
            let holds = |bit: u32| truth.is_some_and(|bits| bits.get(bit as usize));
            let found = answers(task.irg.targets(task.task), &outputs);
            let judged = found.iter().map(|one| (one.probability, holds(one.bit)));
            Ok(judged.collect())
        })
        .collect();
    let judged = judged?;
    Ok(Task::ALL.map(|wanted| {
        let of_task = tasks.iter().zip(&judged);
        let of_task = of_task.filter(|(task, _)| task.task == wanted);
        let pairs: Vec<(f32, bool)> = of_task.flat_map(|(_, pairs)| pairs.clone()).collect();
        best_threshold(&pairs)
    }))
}

/// The threshold with the fewest wrong answers, given probabilities and truths; the middle one of several.
fn best_threshold(judged: &[(f32, bool)]) -> f32 {
    let wrong = |threshold: f32| {
        let judged = judged.iter();
        judged
            .filter(|(probability, holds)| (*probability > threshold) != *holds)
            .count()
    };
    let counts: Vec<(usize, f32)> = candidates()
        .map(|threshold| (wrong(threshold), threshold))
        .collect();
    let least = counts.iter().map(|(count, _)| *count).min().unwrap_or(0);
    let best: Vec<f32> = counts
        .iter()
        .filter(|(count, _)| *count == least)
        .map(|(_, threshold)| *threshold)
        .collect();
    best[best.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of three rules makes the first move legal, and the network does not know which: each node is likely wrong, the move is not.
    #[test]
    fn the_threshold_is_that_of_moves_not_of_their_rules() {
        let targets = Targets {
            nodes: vec![0, 1, 2, 3],
            bits: vec![5, 5, 5, 6],
            groups: vec![0, 0, 0, 1],
        };
        let outputs = [-0.7, -0.8, -0.9, -4.0];
        let found = answers(&targets, &outputs);
        let bits: Vec<u32> = found.iter().map(|one| one.bit).collect();
        assert_eq!(bits, [5, 6]);
        assert_eq!(found[0].probability, sigmoid(-0.7));
        let judged = [(found[0].probability, true), (found[1].probability, false)];
        let threshold = best_threshold(&judged);
        assert!(found[1].probability < threshold && threshold < found[0].probability);
    }
}
