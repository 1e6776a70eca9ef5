//! Tournaments: many matches by a plan, and their results.
//!
//! Invariants:
//! - The plan and its seed decide every match: seats, seeds and openings. Only a ladder also depends on results.
//! - In every round each player has each seat of a game equally often.
//! - Each match is played to its end once and counted once, however often the work is interrupted.

mod cores;
mod opening;
mod plan;
mod play;
mod prepare;
mod run;
mod schedule;
mod seeds;
mod thinking;

pub use crate::store::Stored;
pub use cores::cores_needed;
pub use opening::opening;
pub use plan::{Form, PlanError, PlannedGame, Seating, Spare, TournamentPlan};
pub use play::{play_match, play_match_observed};
pub use prepare::{Unseated, planned_game, try_seats};
pub use run::{Playing, play_all};
pub use schedule::{Fixture, Standing, fixtures, ladder_order, ladder_round, match_count};
pub use seeds::{match_seed, opening_seed};
pub use thinking::thinking_at_once;
