//! What the rules of a game say about its structure: its boards.
//!
//! A *projection* ⟨r, S⟩ looks at some argument positions S of a relation r of the state. It is *invariant* if in every state that can be
//! reached it shows the same: all that it shows of any fact that may ever hold. Invariant projections are what people call boards.
//!
//! The way of the data: the grounded rules get an index (`model`) and an evaluator; cheap looks (the initial state, random matches)
//! refute most projections; the rest is put to a SAT solver as one step of induction (`prover`), alone or together with lemmas that
//! are found by the same kind of induction; where few facts matter and the solver finds it hard, all states are looked at (`exhaust`). [`boards`] is the whole.
//!
//! Invariants:
//! - `proved` means that the projection is invariant: the encoding admits every state and joint move that the rules do.
//! - `refuted` comes with a witness that was checked by evaluating the rules, not only by the solver.
//! - Limits in, reason out: conflicts, matches and a stop signal bound the work; what is not decided by then is `undecided`.
//! - No input, no output, no clock of its own. Names never matter.

mod boards;
mod cases;
mod cone;
mod declarations;
mod encode;
mod evaluate;
mod exhaust;
mod family;
mod findings;
mod houdini;
mod latch;
mod lattice;
mod layers;
mod loops;
mod model;
mod occupied;
mod playouts;
mod projection;
mod prover;
mod report;
mod scope;
mod search;
mod solver;
mod step_rules;
mod ungrounded;
mod violation;
mod words;

pub use boards::{Analysis, AnalyzeError, Clock, Options, Question, analyze, boards};
pub use declarations::{Declarations, declarations};
pub use evaluate::{Evaluator, State};
pub use findings::{Amount, Basis, BoardSymmetry, Finding, Placed, What};
pub use model::{Layer, Model};
pub use playouts::{Playouts, Step, play};
pub use report::{Boards, By, Named, Occupied, Reached, Report, Verdict, Witness};
pub use solver::SolverError;
