//! Matches under clocks, the GGP protocol, and tournaments with ratings.
//!
//! Invariants:
//! - Every match ends in time. A late or illegal move is replaced by a substitute drawn from the seed of the match.
//! - Local players share the game in memory; nothing is serialized for them.
//! - Every random choice of a match comes from its seed, which is in its record.
//! - Records are verified by the rules when they are read.

mod belief;
mod chance;
mod choice;
mod clocks;
mod game_learner;
mod hidden_info_player;
mod kif;
mod local_player;
mod match_state;
mod play;
mod play_inline;
mod player_fault;
mod player_spec;
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
pub mod tournament;
mod turn_record;
mod verify;

pub use choice::{ChosenMove, Reply};
pub use clocks::Clocks;
pub use local_player::named_player;
pub use match_state::{Match, MatchInfo, SeatInfo};
pub use play::{now_ms, play};
pub use play_inline::{ThinkFn, play_inline};
pub use player_fault::PlayerFault;
pub use player_spec::{CustomPlayer, PlayerFactory, PlayerSpec, read_players, seat_players};
pub use protocol::{Dialect, Past, Percepts, Request, Script};
pub use record::{MatchRecord, OwnClocks, OwnKeys, ShortReport, Substituted};
pub use remote::ask_info;
pub use rules::{LoadPlan, Rules, load_for_play};
pub use seat::{
    Occupant, ProposedMove, STACK_BYTES, Seat, SeatAnswer, SeatReply, ThinkLimit, TurnInfo,
};
pub use seating::local_occupant;
pub use server::{Log, PlayerServer, PlayerServerHandle, ServerOptions};
pub use setup::{
    HostOptions, MatchError, MatchEvent, MatchOutcome, MatchSetup, MatchTurn, PlayedMatch,
    Readiness, Substitute,
};
pub use turn_record::{ChoiceRecord, TurnRecord};
pub use verify::RecordError;
