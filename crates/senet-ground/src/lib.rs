//! Instantiates the rules of a game: from a description with variables to finitely many propositional rules.
//!
//! The way of the data: clauses are numbered into a [`program`], condensed so that joins never enumerate what they do not need
//! ([`condense`]), and saturated stratum by stratum ([`saturate`]). If a relation turns out large, all starts again with rules that
//! derive only what is asked for of it ([`treatment`], [`demand`], [`deferred`]). Relations that depend on neither state nor moves are
//! evaluated exactly and vanish; the rest is over-approximated: a fluent may hold if it is in `init` or the head of a
//! `next` instance, a move may be made if it is the head of a `legal` instance, and the absence of something dynamic
//! is always possible.
//!
//! Invariants:
//! - Every fluent and every move of every reachable state is in the result; `base` and `input` are never trusted to say so.
//! - The result does not depend on names, only on the order of the rules; output order is deterministic.
//! - Limits in, reason out: grounding never runs away, and says which relation blew up.
//! - No input, no output, no clock.

mod alternatives;
mod answer;
mod condense;
mod declared;
mod deferred;
mod demand;
mod ground;
mod grounded;
mod join;
mod limits;
mod plan;
mod program;
mod questions;
mod relation;
mod renumber;
mod saturate;
mod stages;
mod terms;
mod treatment;
mod unfold;
mod world;

pub use ground::{Demand, Options, ground, ground_clauses};
pub use grounded::{AtomKind, Grounded, Rules};
pub use limits::{GroundError, Limits, StopReason, StopSignal};
pub use terms::{TermId, Terms};
