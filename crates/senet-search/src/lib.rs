//! Players that search.
//!
//! Invariants:
//! - Any number of roles, simultaneous moves and general-sum goals are the normal case; a player that cannot take a game says so.
//! - Players see ids and bits, never the words of the rules. The one exception is the keyword `random`, the role of chance.
//! - A player never goes beyond its [`Budget`], has a move from the first moment on, and says what stopped it.
//! - Every random choice comes from the seed of the [`Setting`].

mod budget;
mod chance;
mod evaluation;
mod greedy;
mod learned;
mod legal;
mod listener;
mod lookahead;
mod minimax;
mod mtdf;
mod name;
mod nested;
mod player;
mod puzzle;
mod random;
mod report;
mod roster;
mod thinking;
mod uct;

pub use budget::{Budget, Clock, Watch, is_watching, stop_signal};
pub use chance::chance_role;
pub use evaluation::{Evaluation, Learn};
pub use greedy::Greedy;
pub use legal::FirstLegal;
pub use minimax::Minimax;
pub use mtdf::Mtdf;
pub use name::{Options, PlayerName};
pub use nested::Nested;
pub use player::{Choice, Player, PlayerError, Setting};
pub use random::Random;
pub use report::{Batching, MoveReport, Report, Stop};
pub use roster::{KINDS, Kind, KindOption, player};
pub use uct::Uct;
