//! Values of afterstates, learned by temporal differences (Sarsa) while matches are played, and carried over from one game to another.
//!
//! In a game whose players take turns the state that follows from a role's move is known before the move is made: an afterstate. A
//! [`Learner`] has a table of what its role may expect of each ([`Values`]), chooses by it and mends it as it goes. Several learners
//! may sit at one match, each with a table of its own; everybody else is an [`Opponent`]. [`positions`] asks the rules and remembers
//! what they said. [`transfer`] is where a table for one game becomes the first guess for another.
//!
//! What the publication leaves open, and what is done here:
//! - The policy is ε-greedy; ties, also among states that were never met, are broken by chance.
//! - A state in which no role has a choice is nobody's turn and is passed over: what it leads to is credited to the choice before it.
//! - Ends of the match are afterstates, too, whose values are learned like all others.
//! - Games with moves at the same time, or with chance, have no afterstates and are refused with the reason ([`Unfit`]).

mod learner;
mod matches;
mod opponent;
mod positions;
mod save;
pub mod transfer;
mod values;

pub use learner::{Learner, Settings};
pub use matches::{MAX_STEPS, Seat, Table};
pub use opponent::Opponent;
pub use positions::{Position, Positions, Turn, Unfit};
pub use save::{SaveError, Saved};
pub use values::Values;
