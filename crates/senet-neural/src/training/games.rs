//! States of games, for training and for tests of networks.

use super::example::Example;
use crate::graph::{AtomInput, RuleGraph};
use crate::truth::Truths;
use fastrand::Rng;
use senet_gdl::Deadline;
use senet_ground::{AtomKind, Grounded, RuleEvaluator, RuleIndex};

/// The share of rules that a training example drops, in half of the examples.
const DROPPED: f64 = 0.15;

/// How to sample states.
#[derive(Clone, Debug)]
pub struct SampleOptions {
    /// The number of states.
    pub states: usize,
    /// A match is cut after this number of steps.
    pub max_steps: usize,
    /// Decides the matches.
    pub seed: u64,
    /// The end of the work; the states so far are kept.
    pub deadline: Deadline,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions {
            states: 1000,
            max_steps: 200,
            seed: 1,
            deadline: Deadline::never(),
        }
    }
}

/// A game and states of random matches of it.
#[derive(Clone, Debug)]
pub struct GameStates {
    /// The name, for reports.
    pub name: String,
    /// The rules.
    pub graph: RuleGraph,
    /// The atoms of `legal`, `next`, `terminal` and `goal`.
    pub outputs: [Vec<u32>; 4],
    /// The sampled states.
    states: Vec<SampledState>,
    /// The positions of the terminal states.
    terminal: Vec<usize>,
}

/// The input atoms that hold: fluents of the state, and moves unless it is terminal.
type SampledState = Vec<u32>;

/// The names of [`GameStates::outputs`].
pub(crate) const OUTPUT_NAMES: [&str; 4] = ["legal", "next", "terminal", "goal"];

/// Plays random matches and keeps their states.
pub fn sample_states(name: &str, grounded: &Grounded, options: &SampleOptions) -> GameStates {
    let index = RuleIndex::new(grounded);
    let mut sampler = Sampler {
        evaluator: RuleEvaluator::new(&index),
        index: &index,
        rng: Rng::with_seed(options.seed),
        found: GameStates {
            name: name.to_string(),
            graph: RuleGraph::of(grounded),
            outputs: outputs(grounded),
            states: Vec::with_capacity(options.states),
            terminal: Vec::new(),
        },
    };
    while sampler.found.states.len() < options.states && !options.deadline.is_over() {
        sampler.play(options);
    }
    sampler.found
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

struct Sampler<'i> {
    evaluator: RuleEvaluator<'i>,
    index: &'i RuleIndex<'i>,
    rng: Rng,
    found: GameStates,
}

impl Sampler<'_> {
    /// Plays one match.
    fn play(&mut self, options: &SampleOptions) {
        let mut state = self.evaluator.initial();
        for _ in 0..options.max_steps {
            if self.found.states.len() >= options.states || options.deadline.is_over() {
                return;
            }
            self.evaluator.look(&state);
            let joint = match self.evaluator.is_terminal() {
                true => None,
                false => self.random_joint(),
            };
            if self.evaluator.is_terminal() {
                self.found.terminal.push(self.found.states.len());
            }
            self.keep(&state, joint.as_deref().unwrap_or_default());
            let Some(joint) = joint else { return };
            self.evaluator.act(&joint);
            state = self.evaluator.next();
        }
    }

    /// A random legal joint move; `None` if a role has no legal move.
    fn random_joint(&mut self) -> Option<Vec<u32>> {
        let roles = 0..self.index.legal.len();
        let (evaluator, rng) = (&self.evaluator, &mut self.rng);
        roles
            .map(|role| rng.choice(evaluator.legal(role)))
            .collect()
    }

    fn keep(&mut self, state: &[bool], joint: &[u32]) {
        let fluents = state
            .iter()
            .zip(&self.index.now)
            .filter(|(holds, _)| **holds);
        let moves = joint
            .iter()
            .zip(&self.index.does)
            .map(|(&id, does)| does[id as usize]);
        let atoms = fluents.map(|(_, atom)| *atom).chain(moves);
        self.found.states.push(atoms.flatten().collect());
    }
}

impl GameStates {
    /// The number of sampled states, and how many of them are terminal.
    pub fn counts(&self) -> (usize, usize) {
        (self.states.len(), self.terminal.len())
    }

    /// A training example: a quarter of terminal states, half with inputs flipped, in every other example some rules dropped.
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
    pub fn test_batches(&self, batches: usize, rng: &mut Rng) -> Vec<Vec<u64>> {
        (0..batches).map(|_| self.words(64, 16, 16, rng)).collect()
    }

    /// Draws states: the first are terminal if there are any, the last have inputs flipped.
    fn words(&self, states: usize, terminal: usize, flipped: usize, rng: &mut Rng) -> Vec<u64> {
        let mut words = vec![0; self.graph.atoms()];
        for state in 0..states {
            let chosen = match rng.choice(&self.terminal) {
                Some(&chosen) if state < terminal => chosen,
                _ if self.states.is_empty() => break,
                _ => rng.usize(..self.states.len()),
            };
            self.states[chosen]
                .iter()
                .for_each(|&atom| words[atom as usize] |= 1 << state);
            if state + flipped >= states {
                self.flip(&mut words, state, rng);
            }
        }
        words
    }

    /// Flips inputs of a state with a random probability, so that it is one that no match reaches.
    fn flip(&self, words: &mut [u64], state: usize, rng: &mut Rng) {
        let chance = rng.f64();
        for (atom, word) in words.iter_mut().enumerate() {
            if self.graph.input(atom) != AtomInput::Derived && rng.f64() < chance {
                *word ^= 1 << state;
            }
        }
    }
}
