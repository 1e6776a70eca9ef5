//! Instantiates the rules of a game: from a description with variables to finitely many propositional rules.
//!
//! Data flow: clauses become a `program` of numbered predicates. Condensing splits its rules so that joins enumerate no
//! useless combinations (`condense`). Saturation then derives all tuples, stratum by stratum (`saturate`). If a relation
//! turns out large, grounding starts again with magic sets that restrict it (`guard_policy`, `magic_sets`,
//! `lazy_relations`).
//!
//! Relations that depend on neither state nor moves are evaluated exactly and disappear. All others are over-approximated: a
//! fluent may hold if it is in `init` or the head of a `next` instance; a role may make a move if it is the head of a `legal`
//! instance; a dynamic fact may always be absent.
//!
//! `extensions` lists relations that depend on neither state nor moves. `possible_fluents` lists fluents without
//! instances of rules.
//!
//! `RuleIndex` and `RuleEvaluator` evaluate the grounded rules one by one, as the reference for faster reasoning.
//!
//! Invariants:
//! - The result contains every fluent and every move of every reachable state, whatever `base` and `input` declare.
//! - The result depends on the order of the rules but not on names; its order is deterministic.
//! - Limits bound all work; an error names the limit and the largest relation. Memory comes from a shared budget.
//! - No input, no output, no clock.

mod alternatives;
mod assemble;
mod condense;
mod declared;
mod evaluate;
mod extensions;
mod ground;
mod grounded;
mod grouped;
mod guard_policy;
mod join;
mod layers;
mod lazy_relations;
mod limits;
mod magic_sets;
mod plan;
mod possible;
mod program;
mod queries;
mod relation;
mod renumber;
mod rule_index;
mod saturate;
mod stages;
mod terms;
mod unfold;
mod world;

pub use evaluate::RuleEvaluator;
pub use extensions::{Extensions, extensions};
pub use ground::{Demand, GroundOptions, ground, ground_clauses};
pub use grounded::{AtomKind, GroundRules, Grounded};
pub use grouped::Grouped;
pub use layers::RuleLayer;
pub use limits::{GroundError, Limits, StopReason};
pub use possible::possible_fluents;
pub use rule_index::RuleIndex;
pub use terms::{TermId, Terms};
