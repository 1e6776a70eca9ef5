//! Matches as data: recording and replaying them, comparing reasoners, counting move sequences, testing rules by play.
//!
//! Invariants:
//! - No input, no output, no clock: texts come in and go out, and the game that is passed in carries the limits.
//! - Every random choice comes from a seed that the caller gives; match number `n` of a seed is the same match however
//!   many others are played.
//! - Nothing here knows which reasoner answers: all is asked through [`senet_engine::Game`].

mod by_role;
mod compare;
mod declared;
mod digest;
mod dynamic;
mod explain;
mod format;
mod perft;
mod playouts;
mod random;
mod record;
mod replay;
mod statistics;
mod trial;

pub use by_role::ByRole;
pub use compare::{Agreement, CompareError, Difference, compare, compare_in_batches};
pub use declared::Declared;
pub use digest::digest;
pub use dynamic::{DynamicOptions, DynamicProblem, check_by_play};
pub use explain::{DYNAMIC_CHECKS, DynamicCheck, UNPLAYED, explain_dynamic};
pub use format::{Header, LegalMoves, Step, Trace, TraceError};
pub use perft::{Perft, perft};
pub use playouts::{Outcome, Playout, playout, playouts};
pub use random::{legal_moves, match_rng, random_joint};
pub use record::{Recording, record, record_match};
pub use replay::{ReplayError, ReplayReport, replay, replay_in_batches};
pub use statistics::{GoalStatistics, Statistics};
pub use trial::{Trial, trial};
