//! `descent`: a value network that is learned by self-play, and the best-first search that uses it.
//!
//! While learning, a search repeatedly follows the best children from the root to the end of the match. It backs
//! up the values along the line (Cohen-Solal, arXiv 2008.01188). Every state of the tree becomes a sample with its
//! minimax value. Terminal states have exact values, and states whose values follow from them are solved. In a match the same tree grows without
//! descents to the end, and the safest move is played.
//!
//! - Any number of roles: each role maximises its own value (max^n). Two roles whose goals have a constant sum share one output.
//! - Simultaneous moves: a state with several moving roles is a matrix game. Regret matching gives its value and its
//!   strategies, and the player draws its move from them. A state with more than 1,024 joint moves
//!   is not searched: the network's value counts.
//! - One role: the player follows the best complete line that it has met, until it meets a better one.
//! - Chance: not supported.

mod backup;
mod dead_ends;
mod expansion;
mod found_line;
mod learned;
mod learner;
mod matrix_game;
mod memory;
mod net_player;
mod plan;
mod player;
mod pondering;
mod samples;
mod search;
mod self_play;
mod self_play_group;
mod trained_net;
mod tree;
mod value_scale;
mod wide_state;

pub use expansion::DescentError;
pub use learner::{Learner, LearningCounts, SavedLearner};
pub use memory::Memory;
pub use net_player::NetPlayer;
pub use plan::DescentPlan;
pub use player::DescentPlayer;
pub use trained_net::TrainedNet;
