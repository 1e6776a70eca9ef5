//! Matches under clocks, the GGP protocol, tournaments with ratings.
//!
//! Invariants:
//! - Whatever a player does, the match goes on and ends in time: who does not answer with a legal move gets a substitute, drawn from the seed of the match.
//! - Players in process share the game's memory; nothing is written out for them and read again.
//! - Every random choice of a match comes from its seed, which stands in its record.
//! - Records are verified by the rules when they are read.

mod belief;
mod chance;
mod clocks;
mod guesser;
mod judge;
mod kif;
mod play;
mod protocol;
pub mod ratings;
mod record;
mod remote;
pub mod report;
mod rules;
mod seat;
mod server;
mod setup;
pub mod steps;
pub mod store;
mod story;
mod table;
#[cfg(test)]
mod testing;
mod thinker;
pub mod tournament;
mod trouble;
mod verify;
mod who;

pub use clocks::Clocks;
pub use play::play;
pub use protocol::{Dialect, Percepts};
pub use record::{MatchRecord, OwnClocks, OwnKeys, ShortReport, Substituted};
pub use remote::ask_info;
pub use rules::{LoadPlan, Rules, load_for_play};
pub use server::{Closer, Log, PlayerServer, ServerOptions};
pub use setup::{
    HostOptions, MatchError, MatchSetup, Moment, Outcome, Played, Readiness, Substitute, Turn,
};
pub use trouble::Trouble;
pub use verify::{RecordError, Replayed};
pub use who::{Guest, SeatFn, Who, read_players, seat_players};
