//! Measures how well a network evaluates the rules of a game.

use crate::evaluate::Evaluation;
use crate::graph::AtomInput;
use crate::network::ReasonerNetwork;
use crate::training::{GameStates, OUTPUT_NAMES};
use crate::truth::Truths;
use fastrand::Rng;
use senet_gdl::Deadline;

/// How well a network evaluates one kind of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct OutputScore {
    /// `legal`, `next`, `terminal` or `goal`.
    pub output: &'static str,
    /// Atoms that hold and that the network calls true.
    pub true_positives: u64,
    /// Atoms that do not hold but that the network calls true.
    pub false_positives: u64,
    /// Atoms that hold but that the network calls false.
    pub false_negatives: u64,
}

impl OutputScore {
    /// The share of found atoms that hold; 0 if nothing is found although something holds.
    pub fn precision(&self) -> f64 {
        self.share_right(self.false_positives)
    }

    /// The share of holding atoms that are found; 1 if there are none and none is found.
    pub fn recall(&self) -> f64 {
        self.share_right(self.false_negatives)
    }

    fn share_right(&self, wrong: u64) -> f64 {
        match self.true_positives + wrong {
            0 if self.false_positives + self.false_negatives > 0 => 0.0,
            0 => 1.0,
            all => self.true_positives as f64 / all as f64,
        }
    }

    /// The harmonic mean of precision and recall; 1 if there is nothing to find and nothing is found.
    pub fn f1(&self) -> f64 {
        let wrong = self.false_positives + self.false_negatives;
        match wrong {
            0 => 1.0,
            _ => 2.0 * self.true_positives as f64 / (2 * self.true_positives + wrong) as f64,
        }
    }
}

/// How well a network evaluates a game.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Fidelity {
    /// The four outputs.
    pub outputs: Vec<OutputScore>,
    /// The number of states.
    pub states: usize,
    /// The number of derived atoms in all states together.
    pub derived: u64,
    /// The number of derived atoms that the network gets wrong.
    pub wrong: u64,
}

impl Fidelity {
    /// Returns true if every derived atom is right in every state.
    pub fn is_exact(&self) -> bool {
        self.wrong == 0
    }
}

/// Bytes that the vectors of an evaluation may take; more would not fit into the cache.
const EVALUATION_BYTES: usize = 32 << 20;

/// Compares a network with exact evaluation on `batches` times 64 states. Fewer states are compared if the deadline comes first.
pub fn measure(
    network: &ReasonerNetwork,
    game: &GameStates,
    batches: usize,
    seed: u64,
    deadline: &Deadline,
) -> Fidelity {
    let mut rng = Rng::with_seed(seed);
    let mut found = Fidelity {
        outputs: OUTPUT_NAMES.map(OutputScore::new).to_vec(),
        states: 0,
        derived: 0,
        wrong: 0,
    };
    let one = Evaluation::bytes(network, &game.graph, 1);
    let width = (EVALUATION_BYTES / one.max(1)).clamp(1, 64);
    let mut evaluation = Evaluation::new(network, &game.graph, width);
    for words in game.test_batches(batches, &mut rng) {
        if deadline.is_over() {
            break;
        }
        let answers = answers(&mut evaluation, game, &words, width);
        found.add(&answers, game, &Truths::derive(&game.graph, words));
    }
    found
}

/// The answers of a network in 64 states, a word for each atom. It evaluates `width` states at once.
fn answers(
    evaluation: &mut Evaluation,
    game: &GameStates,
    words: &[u64],
    width: usize,
) -> Vec<u64> {
    let mut answers = vec![0; words.len()];
    for first in (0..64).step_by(width) {
        for (atom, &word) in words.iter().enumerate() {
            evaluation.set_input(atom, word >> first);
        }
        evaluation.run(&game.graph, false);
        evaluation.run(&game.graph, true);
        for (atom, answer) in answers.iter_mut().enumerate() {
            *answer |= evaluation.word(atom) << first;
        }
    }
    answers
}

impl Fidelity {
    fn add(&mut self, answers: &[u64], game: &GameStates, truths: &Truths) {
        self.states += 64;
        for (atom, answer) in answers.iter().enumerate() {
            if game.graph.input(atom) == AtomInput::Derived {
                self.derived += 64;
                self.wrong += u64::from((answer ^ truths.word(atom)).count_ones());
            }
        }
        for (score, atoms) in self.outputs.iter_mut().zip(&game.outputs) {
            for &atom in atoms {
                score.add(answers[atom as usize], truths.word(atom as usize));
            }
        }
    }
}

impl OutputScore {
    /// A score without atoms.
    pub fn new(output: &'static str) -> OutputScore {
        OutputScore {
            output,
            true_positives: 0,
            false_positives: 0,
            false_negatives: 0,
        }
    }

    /// Adds one atom.
    pub(crate) fn add_one(&mut self, found: bool, truth: bool) {
        self.add(u64::from(found), u64::from(truth));
    }

    /// Adds the counts of another score.
    pub fn merge(&mut self, other: &OutputScore) {
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.false_negatives += other.false_negatives;
    }

    /// Adds atoms, one for each bit.
    fn add(&mut self, found: u64, truth: u64) {
        self.true_positives += u64::from((found & truth).count_ones());
        self.false_positives += u64::from((found & !truth).count_ones());
        self.false_negatives += u64::from((!found & truth).count_ones());
    }
}
