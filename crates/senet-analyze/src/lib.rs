//! Finds structure in the rules of a game: boards, turns, counters, symmetries.
//!
//! A *projection* ⟨r, S⟩ shows the argument positions S of a relation r of the state. It is *invariant* if it shows
//! the same in every reachable state: all values of facts that may ever hold. People call invariant projections
//! boards.
//!
//! Data flow: cheap tests on the grounded rules (initial state, random matches) refute most projections. A SAT solver
//! tries to prove the others by one step of induction (`prover`). It works alone or with lemmas that are found the
//! same way (`houdini`). [`boards`] runs everything.
//!
//! Invariants:
//! - `proved` means that the projection is invariant: the encoding admits every state and joint move that the rules
//!   admit.
//! - `refuted` comes with a witness. The evaluator checks it, independently of the solver.
//! - Conflicts, matches and a deadline bound the work; the rest is `undecided`.
//! - No input, no output, no clock. Names never matter.

mod boards;
mod declarations;
mod encode;
mod family;
mod findings;
mod houdini;
mod latch;
mod lattice;
mod loop_formulas;
mod merge_move_rules;
mod occupied;
mod playouts;
mod projection;
mod prover;
mod report;
mod scope;
mod search;
mod solver;
mod step_rules;
mod text;
mod ungrounded;
mod violation;

pub use boards::{Analysis, AnalysisClock, AnalyzeOptions, BoardQuestion, analyze, boards};
pub use declarations::{MissingDeclarations, declarations};
pub use findings::{Amount, Basis, BoardSymmetry, Finding, FindingKind, RelationArguments};
pub use playouts::{PlayedStep, SampledMatches, play};
pub use report::{
    Boards, DecidedBy, NamedProjection, Occupied, ProjectionReport, ProjectionWitness, Reached,
    Verdict,
};

/// A state: per fluent, whether it holds.
type State = Vec<bool>;
