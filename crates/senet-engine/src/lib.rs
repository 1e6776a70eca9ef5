//! Answers questions about any GDL game: legal moves, next states, ends of matches and goals.
//!
//! [`load`] turns a rule sheet into a [`Game`]. Five modules do the work:
//!
//! - `reference` evaluates the rules plainly and slowly. It judges the other back ends.
//! - `interpreter` evaluates the rules on demand, for games that do not ground.
//! - [`network`] turns the grounded rules into AND gates with inverters. Both back ends below build on it.
//! - `circuit` evaluates the network for one state at a time.
//! - `lanes` compiles the network to vector code that plays hundreds of matches at once.
//!
//! [`VectorEnv`] steps many matches that persist, with given moves: an environment for learning.
//!
//! ```
//! use senet_engine::{LoadOptions, PlayoutRequest, load};
//! use senet_gdl::Sheet;
//!
//! let sheet = Sheet::read(
//!     "(role you) (init (points 0)) (legal you take) (legal you leave)
//!      (<= (next (points 100)) (does you take))
//!      (<= (next (points 0)) (does you leave))
//!      (<= (next done) (true (points ?p)))
//!      (<= terminal (true done))
//!      (<= (goal you ?p) (true (points ?p)))",
//! );
//! let game = load(&sheet, &LoadOptions::default())?.game;
//! let start = game.initial()?;
//! let results = game.playouts(&PlayoutRequest::new(&[start], 1000, 7))?;
//! let mean = results.tallies[0].goals[0].mean().unwrap();
//! assert!((40.0..60.0).contains(&mean));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants:
//! - All back ends give the same legal moves, successors, ends and goals, in the same order.
//! - `reference` shares no code with the other back ends except the parser.
//! - The same request with the same seed on the same width gives the same answer, for any number of
//!   threads.
//! - The crate does no input or output and reads no clock. Callers pass a [`Deadline`] or a
//!   [`Stopwatch`].
//! - Moves are joint moves, and a state has one goal value per role. Any number of roles may move
//!   at once.

mod batch;
mod build_limits;
mod circuit;
mod deadline_game;
mod game;
mod interpreter;
mod lanes;
mod limits;
mod load;
mod loader;
pub mod network;
mod random_moves;
mod reference;
mod seeds;
mod state;
mod vector_env;

pub use batch::{
    BatchedGame, Children, GoalSums, Lack, MoveLists, MoveWeights, PlayoutDetail, PlayoutError,
    PlayoutRequest, PlayoutResults, PlayoutTally, Policy, UndefinedResult, defined_playouts,
    final_goals, play_one_by_one,
};
pub use build_limits::{BuildLimits, BuildStop};
pub use circuit::{Circuit, CircuitEvaluation};
pub use deadline_game::DeadlineGame;
pub use game::{Game, Goal};
pub use interpreter::Interpreter;
pub use lanes::{CodeLimits, Lanes, MATCHES_PER_LANE, Stopwatch, Width};
pub use limits::{Deadline, MemoryBudget, QueryLimits, Stopped};
pub use load::{
    BackEnd, BuildFromGrounded, CodeCounts, GameCounts, LoadError, LoadOptions, LoadStage, Loaded,
    load, load_observed,
};
pub use random_moves::{legal_moves, random_joint};
pub use reference::Reference;
pub use seeds::spread_seed;
pub use state::{JointMove, MoveId, RoleId, State};
pub use vector_env::{
    ActionRows, ActionSpace, Autoreset, BitRows, EnvError, EnvOptions, LaneKind, RewardScale,
    RowLengths, StepArrays, VectorEnv, find_mover,
};
