//! AlphaZero for any game: tree search with a policy network, learning by self-play, and players with a learned network.
//!
//! Data flow: a [`GameModel`] joins a network and a game. A `Search` grows a tree by PUCT; `expand` evaluates the leaves of many
//! searches at once. [`self_play`] plays many matches in step; an [`AlphaZero`] run learns from them, and a gate keeps
//! the better network. [`DeepPlayer`] and [`PolicyPlayer`] play with a finished network.
//!
//! Invariants:
//! - Any number of roles, simultaneous moves and general-sum goals: every role chooses by its own statistics.
//! - Search works in the numbering of the model. A model plays the same moves in every renamed copy of its game.
//! - A match depends on its number and the network alone, not on the matches beside it. An interrupted run can
//!   therefore repeat it.
//! - The crate does no input or output.

mod alpha_zero;
mod encoding;
mod error;
mod expansion;
mod gate;
mod gumbel;
mod identity;
mod model;
mod noise;
mod plan;
mod played_match;
mod player;
mod policy_player;
mod proof;
mod search;
mod self_play;
mod symmetry;
mod translation;
mod tree;
mod value_model;
mod value_player;
mod window;

pub use alpha_zero::{AlphaZero, IterationReport, Progress, RunState};
pub use error::DeepError;
pub use gate::GateScore;
pub use identity::Identity;
pub use model::{GameModel, Model};
pub use plan::{DeepPlan, NetworkKind, Refinements};
pub use played_match::{SelfPlayMatch, TrainingPosition};
pub use player::DeepPlayer;
pub use policy_player::PolicyPlayer;
pub use self_play::self_play;
pub use symmetry::ModelSymmetry;
pub use value_model::ValueModel;
pub use value_player::ValuePlayer;
pub use window::Window;
