//! General game playing for Rust programs: give Senet the rules of any finite game and play it.
//!
//! ```
#![doc = include_str!("../examples/quick_start.rs")]
//! ```
//!
//! - [`Game`] holds the rules, ready to be played: from the library, a file or a text.
//! - [`State`] is a position: legal moves, what follows a joint move, goals, a picture.
//! - [`Player`] searches a state for the best moves.
//! - [`Playouts`] plays random matches by the million.
//! - [`MatchBuilder`] lets players meet under clocks. An [`Agent`] is a player of your own.
//! - [`TournamentBuilder`] plays many matches and rates the players.
//! - [`rules`] reads, checks, formats and scrambles rule sheets.
//!
//! Any number of roles, simultaneous moves and general-sum goals are the normal case. A joint move has one move per role, in
//! the order of [`Game::roles`]. A role that has nothing to decide still has one legal move, often called `noop`.
//!
//! All random choices come from seeds: the same seed gives the same result.

mod agent;
mod contest;
mod error;
mod game;
mod player;
mod playouts;
pub mod rules;
mod state;
mod tournament;

pub use agent::Agent;
pub use contest::{MatchBuilder, MatchResult};
pub use error::Error;
pub use game::Game;
pub use player::{Advice, Player};
pub use playouts::{PlayoutSummary, Playouts};
pub use state::{Move, State};
pub use tournament::{PlayedFixture, PlayerRating, TournamentBuilder, TournamentResult};
