//! States, moves, ends and goals of any GDL game.
//!
//! Invariants:
//! - All back ends give the same legal moves, successors, ends and goals, in the same order.
//! - `reference` is plain and slow and judges the others; it shares nothing with them but the reader of rules.
//! - No input, no output, no clock: whoever has a clock passes a [`StopSignal`].
//! - Moves are joint, values are one number per role.

mod batch;
mod circuit;
mod game;
mod interpreter;
mod lanes;
mod limits;
mod load;
pub mod network;
mod reference;
mod seeds;
mod state;

pub use batch::{
    Children, GoalSums, InBatches, Match, MoveLists, MoveWeights, PlayoutRequest, Playouts, Policy,
    Tally, one_by_one,
};
pub use circuit::{Circuit, Evaluation};
pub use game::{Game, Goal};
pub use interpreter::Interpreter;
pub use lanes::{CodeLimits, Lanes, MATCHES_PER_LANE, Stopwatch, Width};
pub use limits::{Limits, StopSignal, Stopped};
pub use load::{
    BackEnd, CodeCounts, Counts, LoadError, LoadOptions, Loaded, Stage, load, load_observed,
};
pub use reference::Reference;
pub use seeds::spread_seed;
pub use state::{Joint, MoveId, RoleId, State};
