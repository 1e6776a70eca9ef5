//! Players that search: random, greedy, minimax, MTD(f), Monte-Carlo tree search, descent and nested Monte-Carlo search.
//!
//! ```
//! use senet_engine::{LoadOptions, load};
//! use senet_gdl::Sheet;
//! use senet_search::{Budget, Setting, player, watched_deadline};
//!
//! let rules = senet_library::find("connect-four").unwrap().rules;
//! let mut options = LoadOptions::default();
//! options.limits.deadline = watched_deadline();
//! let game = load(&Sheet::read(rules), &options).unwrap().game;
//! let state = game.initial().unwrap();
//! let setting = Setting { game: game.into(), role: 0, seed: 1, learn: None };
//! let mut uct = player(&"uct".parse().unwrap(), setting).unwrap();
//! let choice = uct.choose(&state, &Budget::unlimited().with_simulations(1_000)).unwrap();
//! assert!(choice.report.simulations >= 1_000);
//! ```
//!
//! Invariants:
//! - Games may have any number of roles, simultaneous moves and general-sum goals. A player that cannot play a game
//!   returns an error with the reason.
//! - Players see ids and bits, never the symbols of the rules. The one exception is the keyword `random`, the role of
//!   chance.
//! - A player never exceeds its [`Budget`], always has a legal move ready, and reports why it stopped.
//! - Every random choice derives from the seed of the [`Setting`].

mod best;
mod budget;
mod chance;
mod descent;
mod evaluation;
mod first_legal;
mod greedy;
mod learn_once;
mod listener;
mod lookahead;
mod minimax;
mod model_kinds;
mod mtdf;
mod nested;
mod net_store;
mod option_reader;
mod player;
mod player_kinds;
mod player_name;
mod puzzle;
mod random;
mod report;
mod search_player;
mod uct;

pub use best::BestPlayer;
pub use budget::{Budget, Clock, WatchGuard, is_watching, watched_deadline};
pub use chance::chance_role;
pub use descent::{
    DescentError, DescentPlan, DescentPlayer, Learner, LearningCounts, NetPlayer, SavedLearner,
    TrainedNet,
};
pub use evaluation::{EvaluationLearner, Evaluator, LearnerWithMemory};
pub use first_legal::FirstLegalPlayer;
pub use greedy::GreedyPlayer;
pub use minimax::MinimaxPlayer;
pub use model_kinds::{MODEL_KINDS, ModelKind};
pub use mtdf::MtdfPlayer;
pub use nested::NestedPlayer;
pub use net_store::{KnownNet, NetLibrary, NetStore};
pub use option_reader::OptionReader;
pub use player::{MoveChoice, Player, PlayerError, Setting};
pub use player_kinds::{DEFAULT_PLAYER, KindInfo, KindOption, PLAYER_KINDS, player};
pub use player_name::PlayerName;
pub use random::RandomPlayer;
pub use report::{Batching, MoveReport, SearchReport, Stop};
pub use uct::UctPlayer;
pub use uct::sample::has_constant_sum;
