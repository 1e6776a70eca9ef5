//! Matches under clocks, the GGP protocol, tournaments with ratings.
//!
//! Invariants:
//! - Whatever a player does, the match goes on and ends in time: who does not answer with a legal move gets a substitute, drawn from the seed of the match.
//! - Players in process share the game's memory; nothing is written out for them and read again.
//! - Every random choice of a match comes from its seed, which stands in its record.
//! - Records are verified by the rules when they are read.

mod belief;
mod chance;
mod choice;
mod clocks;
mod guesser;
mod kif;
mod match_state;
mod play;
mod play_inline;
mod protocol;
pub mod ratings;
mod record;
mod record_builder;
mod remote;
mod replay;
pub mod report;
mod rules;
mod seat;
mod seating;
mod server;
mod setup;
pub mod store;
#[cfg(test)]
mod testing;
mod thinker;
pub mod tournament;
mod trouble;
mod verify;
mod who;

pub use choice::{ChosenMove, Reply};
pub use clocks::Clocks;
pub use match_state::{Match, MatchInfo, SeatInfo};
pub use play::{now_ms, play};
pub use play_inline::{ThinkFn, play_inline};
pub use protocol::{Dialect, Percepts};
pub use record::{MatchRecord, OwnClocks, OwnKeys, ShortReport, Substituted};
pub use remote::ask_info;
pub use rules::{LoadPlan, Rules, load_for_play};
pub use seat::{Answer, Letter, Limit, News, Occupant, Proposal, STACK_BYTES, Seat};
pub use seating::in_process;
pub use server::{Closer, Log, PlayerServer, ServerOptions};
pub use setup::{
    HostOptions, MatchError, MatchSetup, Moment, Outcome, Played, Readiness, Substitute, Turn,
};
pub use thinker::by_name;
pub use trouble::Trouble;
pub use verify::RecordError;
pub use who::{Guest, SeatFn, Who, read_players, seat_players};
