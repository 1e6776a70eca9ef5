//! Tournaments: many matches by a plan, and what they come to.
//!
//! Invariants:
//! - The plan and its seed decide every match: who sits where, the seeds, the openings. Only a ladder also looks at results.
//! - In every round each player has each seat of a game equally often.
//! - A match of a tournament is played to its end once and counted once, whenever and however often the work is interrupted.

mod opening;
mod plan;
mod play;
mod prepare;
mod processors;
mod run;
mod schedule;
mod seeds;
mod thinking;

pub use crate::store::Stored;
pub use opening::opening;
pub use plan::{Form, Plan, PlanError, PlannedGame, Seating, Spare};
pub use play::{play_match, play_match_observed};
pub use prepare::{Unseated, planned_game, try_seats};
pub use processors::processors;
pub use run::{Playing, play_all};
pub use schedule::{Fixture, Standing, fixtures, ladder_order, ladder_round, match_count};
pub use seeds::{match_seed, opening_seed};
pub use thinking::thinking_at_once;
