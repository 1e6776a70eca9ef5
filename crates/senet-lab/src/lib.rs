//! Experiments that anyone can repeat (`senet lab`) and benchmarks (`senet bench`).
//!
//! Experiments that repeat a published one print the published numbers beside their own.
//!
//! Invariants:
//! - Every random choice comes from the seed of the command line.
//! - Times are CPU time, unless an experiment measures waiting.
//! - Every deadline is a part of that of the command. `clippy.toml` forbids others, and `load` loads games that end with it.

#![deny(clippy::print_stderr)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests have no command")
)]

mod attack;
mod bench;
mod csv;
mod deep;
mod duel;
mod experiments;
mod gnn_zero_shot;
mod invariant_projections;
mod load;
mod mapping;
mod match_clock;
mod mtdf_vs_uct;
mod network_transfer;
mod pauses;
mod plot;
mod process;
pub mod reasoner;
mod recognition;
mod score;
mod start_clock;
mod stats;
pub mod training;
mod uct_batching;
mod uct_threads;
mod value_transfer;
mod web_load;

pub use bench::Bench;
pub use experiments::Lab;
pub use process::peak_mib;
