//! Many matches of one game that persist between steps: an environment for reinforcement learning.
//!
//! A [`VectorEnv`] has lanes. Each lane is a match. A step makes one joint move in every lane, with
//! actions that the caller gives or that the environment draws. Its answers go into arrays of the
//! caller ([`StepArrays`]): observations, masks, rewards, ends.
//!
//! - [`ActionSpace`] numbers the moves of all roles: one action is one text.
//! - A *mover* is the role whose action a lane waits for. It follows from what is legal, never from
//!   a name: the first role with more than one legal move. If no role has a choice, it is the first
//!   role whose only move can change the state. [`find_mover`] finds it in one state, [`turns`] in all
//!   lanes at once.
//! - [`vector_block`] steps hundreds of lanes as vector code, [`single_block`] steps one lane after
//!   another with any back end that grounds rules. Both obey the same laws, and tests compare them
//!   with the reference back end.
//!
//! Laws:
//! - A mask is never all false: a lane that is over accepts every action and ignores it.
//! - A lane whose goals the rules do not define is an error, not a reward of zero.
//! - The seed decides all random choices, whatever the number of threads.
//! - An error about actions leaves the environment as it was. After every error it can be used
//!   again.

mod action_space;
mod arrays;
mod block;
mod crew;
mod env;
mod env_plan;
mod error;
mod mover;
mod options;
mod placement;
mod rows;
mod single_block;
mod turns;
mod vector_block;
mod vector_programs;
mod widths;
mod workers;

pub use action_space::ActionSpace;
pub use arrays::{ActionRows, BitRows, RowLengths, StepArrays};
pub use env::VectorEnv;
pub use error::EnvError;
pub use mover::find_mover;
pub use options::{Autoreset, EnvOptions, LaneKind, RewardScale};
