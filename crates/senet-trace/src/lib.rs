//! Matches as data: records and replays matches, compares back ends, counts move sequences and checks rules by play.
//!
//! ```
//! use senet_engine::{LoadOptions, load};
//! use senet_gdl::Sheet;
//! let rules = senet_library::find("tic-tac-toe").unwrap().rules;
//! let game = load(&Sheet::read(rules), &LoadOptions::default()).unwrap().game;
//! let counts = senet_trace::perft(&*game, 3, 1000).unwrap().counts;
//! assert_eq!(counts, [9, 72, 504]);
//! ```
//!
//! Invariants:
//! - This crate does no input or output and reads no clock. The limits are part of the game that is passed in.
//! - All random choices come from the seed of the caller. Match `n` of a seed does not depend on the other matches.
//! - This crate uses every back end through [`senet_engine::Game`] only.

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
pub use random::match_rng;
pub use record::{RecordOptions, record, record_match};
pub use replay::{ReplayError, ReplayReport, replay, replay_in_batches};
pub use statistics::{GoalStatistics, PlayoutStatistics};
