//! Evaluation functions learned from playouts.
//!
//! - The rules suggest a pool of features (`feature_pool`). A feature is a `pattern` of fluents such as
//!   `(cell ?x ?y b)`. Its value in a state is the number of matching fluents.
//! - Random `sequences` of nearly consecutive states are scored by playouts from the last state. They show how well
//!   a feature correlates with the goal of a role, and how stable it is (`statistics`).
//! - The best features are weighted by correlation times stability and added up (`weights`). Held-out sequences
//!   decide how many are used (`selection`).
//! - A weighted sum of fluent counts is a weight per fluent. That form is evaluated in the end (`compiled`).

mod bit_states;
mod compiled;
mod feature_pool;
mod fluents;
mod learned;
mod pattern;
mod selection;
mod sequences;
mod simulations;
mod statistics;
mod term;
mod training_data;
mod weights;

pub use feature_pool::PoolCounts;
pub use learned::{FeatureReport, LearnedEvaluation, Measure, RoleReport};
pub use simulations::{SimulationLearner, StopLearning};
