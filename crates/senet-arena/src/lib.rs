//! Matches under clocks, the GGP protocol, tournaments with ratings.
//!
//! Invariants:
//! - Whatever a player does, the match goes on and ends in time: who does not answer with a legal move gets a substitute, drawn from the seed of the match.
//! - Players in process share the game's memory; nothing is written out for them and read again.
//! - Every random choice of a match comes from its seed, which stands in its record.
//! - Records are verified by the rules when they are read.

mod chance;
mod clocks;
mod kif;
mod play;
pub mod ratings;
mod record;
pub mod report;
mod rules;
mod seat;
mod setup;
pub mod store;
mod thinker;
pub mod tournament;
mod trouble;
mod who;

pub use clocks::Clocks;
pub use play::play;
pub use record::{MatchRecord, OwnClocks, OwnKeys, ShortReport, Substituted};
pub use rules::{LoadPlan, Rules, load_for_play};
pub use setup::{MatchError, MatchSetup, Moment, Outcome, Played, Readiness, Substitute, Turn};
pub use trouble::Trouble;
pub use who::{Who, read_players, seat_players};
