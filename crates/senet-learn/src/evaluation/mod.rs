//! Evaluation functions built by simulation.
//!
//! From the rules comes a [`pool`] of features: [`pattern`]s of facts such as `(cell ?x ?y b)`, whose value in a state is the number of
//! facts that match. Random [`sequences`] of nearly consecutive states, each with the goals that random matches from its last state came
//! to, tell how well a feature goes with the goals of a role and how stable it is ([`statistics`]). The best features, weighted by
//! correlation times stability, are added up ([`weights`]); how many of them is decided on sequences that were held out ([`selection`]).
//! A sum of weighted counts of facts is a weight for each fact: that is what is evaluated in the end ([`table`]).

mod bits;
mod facts;
mod learned;
mod lesson;
mod pattern;
mod pool;
mod selection;
mod sequences;
mod simulations;
mod statistics;
mod table;
mod term;
mod weights;

pub use learned::{FeatureReport, Learned, Measure, RoleReport};
pub use pool::PoolCounts;
pub use simulations::{Simulations, StopLearning};
