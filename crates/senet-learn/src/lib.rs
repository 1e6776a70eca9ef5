//! Evaluations and state values, learned by playing.
//!
//! [`SimulationLearner`] learns a linear evaluation function of a game from playouts. [`td`] learns the values of
//! afterstates by temporal differences, and transfers them between games.
//!
//! ```
//! use senet_engine::{LoadOptions, load};
//! use senet_gdl::Sheet;
//! use senet_learn::SimulationLearner;
//! use senet_search::{Budget, Evaluator};
//! use std::sync::Arc;
//!
//! let rules = senet_library::find("tic-tac-toe").unwrap().rules;
//! let loaded = load(&Sheet::read(rules), &LoadOptions::default()).unwrap();
//! let state = loaded.game.initial().unwrap();
//! let mut learner = SimulationLearner::new(Arc::new(loaded.description), loaded.game.into());
//! learner.sequences = 200;
//! let evaluation = learner.evaluation(&Budget::unlimited(), 1).unwrap();
//! let mut values = Vec::new();
//! evaluation.evaluate(&[state], &mut values);
//! assert_eq!(values.len(), 2);
//! ```
//!
//! Invariants:
//! - Playing and evaluating use fluent numbers and bits. The text of the rules is read only to find the patterns that
//!   features count, and for printing.
//! - Names never matter: renamed and reordered rules give the same features.
//! - Learning stays within its budget, reports why it stopped, and derives every random choice from the seed.

pub mod evaluation;
pub mod td;

pub use evaluation::{LearnedEvaluation, SimulationLearner};
