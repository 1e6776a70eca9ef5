//! Batch queries about many states, and random matches by the thousand.
//!
//! This is the interface for search and learning; see the batch methods of [`crate::Game`]. Every
//! game has them. The default methods here process one state after another: back ends without
//! faster batch methods use them, and tests compare faster ones with them.
//!
//! Playouts are distributed by quota: each start state gets a fixed number of matches, and every
//! match is played to its end. Stopping when the first matches have ended would favour short
//! matches.
//!
//! The loader measures the batch size from which lanes are faster than the circuit. Smaller batches
//! go to the circuit.

mod batched_game;
mod children;
mod playouts;
mod queries;
mod undefined;

pub use batched_game::BatchedGame;
pub use children::Children;
pub(crate) use children::check_parents;
pub(crate) use children::children_by_two_queries;
pub use playouts::{
    GoalSums, MoveWeights, PlayoutDetail, PlayoutRequest, PlayoutResults, PlayoutTally, Policy,
    play_one_by_one,
};
pub use queries::MoveLists;
pub(crate) use queries::check_joints;
pub use undefined::{Lack, PlayoutError, UndefinedResult, defined_playouts, final_goals};
