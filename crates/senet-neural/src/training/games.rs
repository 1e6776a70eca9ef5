//! States of games, for training and for tests of networks.

use super::example::Example;
use crate::graph::{AtomInput, RuleGraph};
use crate::truth::Truths;
use fastrand::Rng;
use senet_ground::{AtomKind, Grounded};

/// The share of rules that a training example drops, in half of the examples.
const DROPPED: f64 = 0.15;

/// A game, and states from its random matches.
#[derive(Clone, Debug)]
pub struct GameStates {
    /// The name, for reports.
    pub name: String,
    /// The rules.
    pub graph: RuleGraph,
    /// The atoms of `legal`, `next`, `terminal` and `goal`.
    pub outputs: [Vec<u32>; 4],
    /// The sampled states that are not terminal, and those that are.
    states: [Vec<SampledState>; 2],
}

/// The input atoms that hold: fluents of the state, and moves unless the state is terminal.
pub(super) type SampledState = Vec<u32>;

/// The names of [`GameStates::outputs`].
pub(crate) const OUTPUT_NAMES: [&str; 4] = ["legal", "next", "terminal", "goal"];

impl GameStates {
    /// A game with states that are not terminal and states that are.
    pub(super) fn new(
        name: &str,
        grounded: &Grounded,
        graph: RuleGraph,
        states: [Vec<SampledState>; 2],
    ) -> GameStates {
        GameStates {
            name: name.to_string(),
            graph,
            outputs: outputs(grounded),
            states,
        }
    }
}

fn outputs(grounded: &Grounded) -> [Vec<u32>; 4] {
    let of = |is_wanted: fn(&AtomKind) -> bool| {
        let atoms = (0..)
            .zip(&grounded.atoms)
            .filter(|(_, kind)| is_wanted(kind));
        atoms.map(|(atom, _)| atom).collect()
    };
    [
        of(|kind| matches!(kind, AtomKind::Legal(..))),
        of(|kind| matches!(kind, AtomKind::Next(..))),
        of(|kind| matches!(kind, AtomKind::Terminal)),
        of(|kind| matches!(kind, AtomKind::Goal(..))),
    ]
}

impl GameStates {
    /// The sampled states that are not terminal, and those that are.
    #[cfg(test)]
    pub(super) fn sampled(&self) -> &[Vec<SampledState>; 2] {
        &self.states
    }

    /// The number of sampled states, and how many of them are terminal.
    pub fn counts(&self) -> (usize, usize) {
        let [other, terminal] = self.states.each_ref().map(Vec::len);
        (other + terminal, terminal)
    }

    /// A training example: a quarter of the states is terminal, and half have inputs flipped. Half of the examples drop some rules.
    pub fn example(&self, states: usize, rng: &mut Rng) -> Example {
        let words = self.words(states, states / 4, states / 2, rng);
        let graph = match rng.bool() {
            true => self.graph.clone(),
            false => self.graph.with_rules(|_| rng.f64() >= DROPPED),
        };
        let targets = self.outputs.iter().filter(|group| !group.is_empty());
        Example {
            truths: Truths::derive(&graph, words),
            targets: targets.cloned().collect(),
            graph,
            states,
        }
    }

    /// Input words for a test: half of the states as played, a quarter terminal, a quarter with inputs flipped. Batches have 64 states.
    pub fn test_batches(&self, batches: usize, rng: &mut Rng) -> impl Iterator<Item = Vec<u64>> {
        (0..batches).map(|_| self.words(64, 16, 16, rng))
    }

    /// Draws states: the first are terminal if there are any, the last have inputs flipped.
    fn words(&self, states: usize, terminal: usize, flipped: usize, rng: &mut Rng) -> Vec<u64> {
        let mut words = vec![0; self.graph.atoms()];
        for state in 0..states {
            let kind = usize::from(state < terminal);
            let kinds = [kind, 1 - kind].map(|kind| &self.states[kind]);
            let Some(chosen) = kinds.into_iter().find_map(|kind| rng.choice(kind)) else {
                break;
            };
            chosen
                .iter()
                .for_each(|&atom| words[atom as usize] |= 1 << state);
            if state + flipped >= states {
                self.flip(&mut words, state, rng);
            }
        }
        words
    }

    /// Flips inputs of a state with a random probability, to make states that no match reaches.
    fn flip(&self, words: &mut [u64], state: usize, rng: &mut Rng) {
        let chance = rng.f64();
        for (atom, word) in words.iter_mut().enumerate() {
            if self.graph.input(atom) != AtomInput::Derived && rng.f64() < chance {
                *word ^= 1 << state;
            }
        }
    }
}
