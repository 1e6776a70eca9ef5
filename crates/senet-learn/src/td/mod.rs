//! Temporal-difference learning (Sarsa) of afterstate values, and their transfer between games.
//!
//! In a turn-taking game, a role knows the state after its move before it makes the move: the afterstate. A
//! [`TdLearner`] keeps the expected goal of each afterstate in a [`ValueTable`], chooses by it, and updates it during
//! the match. One match may have several learners, each with its own table. All other roles are played by an
//! [`Opponent`]. [`PositionCache`] queries the rules and caches the answers. [`transfer`] turns the values of one
//! game into the initial values of another.
//!
//! The publication leaves some points open. They are decided as follows:
//! - The policy is ε-greedy. Ties, also among unknown states, are broken at random.
//! - A state in which no role has a choice is skipped. The values behind it are credited to the choice before it.
//! - Terminal states are afterstates, too. Their values are learned like all others.
//! - Games with simultaneous moves or chance have no afterstates. They are rejected with the reason ([`TdError`]).

mod learner;
mod opponent;
mod position_cache;
mod saved_table;
mod training_matches;
pub mod transfer;
mod value_table;

pub use learner::{TdLearner, TdSettings};
pub use opponent::Opponent;
pub use position_cache::{PositionCache, TdError, TdPosition, TdTurn};
pub use saved_table::{SaveError, SavedTable};
pub use training_matches::{MAX_STEPS, TdSeat, TrainingMatches};
pub use value_table::ValueTable;
