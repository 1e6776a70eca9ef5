//! Helper functions for the tests of learning.

#![allow(dead_code, missing_docs)]

use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, MoveId, State, load};
use senet_gdl::{Description, Sheet};
use senet_learn::{LearnedEvaluation, SimulationLearner};
use senet_search::{Budget, Evaluator, watched_deadline};
use std::sync::Arc;

/// A game with its description.
pub struct Loaded {
    pub game: Arc<dyn Game>,
    pub description: Arc<Description>,
}

/// Loads a game.
pub fn game_of(rules: &str, back_end: Option<BackEnd>) -> Loaded {
    let mut options = LoadOptions {
        force: true,
        back_end,
        ..LoadOptions::default()
    };
    options.limits.deadline = watched_deadline();
    let loaded = load(&Sheet::read(rules), &options).unwrap_or_else(|error| panic!("{error}"));
    Loaded {
        game: loaded.game.into(),
        description: Arc::new(loaded.description),
    }
}

/// The rules of a game of the library.
pub fn rules_of(name: &str) -> &'static str {
    let game = senet_library::find(name).unwrap_or_else(|| panic!("no game {name}"));
    game.rules
}

/// A game of the library.
pub fn library(name: &str, back_end: Option<BackEnd>) -> Loaded {
    game_of(rules_of(name), back_end)
}

impl Loaded {
    /// Learns from this many sequences, without a time limit.
    pub fn learn(&self, sequences: usize, seed: u64) -> LearnedEvaluation {
        let simulations = SimulationLearner {
            sequences,
            ..SimulationLearner::new(self.description.clone(), self.game.clone())
        };
        let learned = simulations.evaluation(&Budget::unlimited(), seed);
        learned.unwrap_or_else(|error| panic!("{error}"))
    }

    /// States of random matches, none of them terminal.
    pub fn states(&self, count: usize, seed: u64) -> Vec<State> {
        let mut rng = Rng::with_seed(seed);
        let initial = self.game.initial().unwrap();
        let mut states = Vec::new();
        let mut state = initial.clone();
        while states.len() < count {
            if self.game.is_terminal(&state).unwrap() {
                state = initial.clone();
            }
            states.push(state.clone());
            state = self
                .game
                .next(&state, &self.random_joint(&state, &mut rng))
                .unwrap();
        }
        states
    }

    pub fn random_joint(&self, state: &State, rng: &mut Rng) -> Vec<MoveId> {
        let legal = |role| self.game.legal(state, role).unwrap();
        let roles = 0..self.game.roles().len();
        roles
            .map(|role| *rng.choice(&legal(role)).unwrap())
            .collect()
    }
}

/// The values of states, state by state.
pub fn values(learned: &LearnedEvaluation, states: &[State]) -> Vec<f64> {
    let mut values = Vec::new();
    learned.evaluate(states, &mut values);
    values
}
