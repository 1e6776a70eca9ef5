//! The integration tests of the crate, in one program.

mod chi_square;
mod disjunctions;
mod incremental;
mod lanes;
mod lanes_choice;
mod lanes_limits;
mod lanes_refused;
mod load_limits;
mod network;
mod playout_deadline;
mod random;
mod random_rules;
mod semantics;
mod threads;
mod vector_env;
