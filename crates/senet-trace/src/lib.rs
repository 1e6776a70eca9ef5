//! Matches as data: recording and replaying them, comparing reasoners, counting move sequences, testing rules by play.
//!
//! Invariants:
//! - No input, no output, no clock: texts come in and go out, and the game that is passed in carries the limits.
//! - Every random choice comes from a seed that the caller gives; match number `n` of a seed is the same match however
//!   many others are played.
//! - Nothing here knows which reasoner answers: all is asked through [`senet_engine::Game`].

mod by_role;
mod compare;
mod declarations;
mod digest;
mod format;
mod perft;
mod play_check_manual;
mod play_checks;
mod play_test;
mod playouts;
mod random;
mod record;
mod replay;
mod statistics;

pub use by_role::ByRole;
pub use compare::{Agreement, CompareError, Difference, compare, compare_in_batches};
pub use declarations::Declarations;
pub use digest::digest;
pub use format::{LegalMoves, Trace, TraceError, TraceHeader, TraceStep};
pub use perft::{Perft, perft};
pub use play_check_manual::{PLAY_CHECKS, PlayCheck, UNPLAYED, explain_play_check};
pub use play_checks::{PlayCheckOptions, PlayProblem, check_by_play};
pub use play_test::{PlayTest, play_test};
pub use playouts::{Playout, PlayoutEnd, playout, playouts};
pub use random::{legal_moves, match_rng, random_joint};
pub use record::{RecordOptions, record, record_match};
pub use replay::{ReplayError, ReplayReport, replay, replay_in_batches};
pub use statistics::{GoalStatistics, PlayoutStatistics};
