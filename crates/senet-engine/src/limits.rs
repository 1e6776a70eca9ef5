//! Limits in, reason out.

use std::fmt;
use std::sync::Arc;

pub use senet_ground::StopSignal;

/// What a reasoner may use up to answer one question about one state.
#[derive(Clone)]
pub struct Limits {
    /// Facts derived for one state.
    pub facts: usize,
    /// Polled now and then; `true` stops the work.
    pub stop: StopSignal,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            facts: 4_000_000,
            stop: Arc::new(|| false),
        }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Limits")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

/// Why a question about a state was not answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// More facts than the limit allows; names the relation that has most of them.
    #[error(
        "more than {limit} facts follow in one state, most of them of `{relation}`: raise the limit or bound the rules"
    )]
    TooManyFacts {
        /// The limit that was passed.
        limit: usize,
        /// The relation with the most facts.
        relation: String,
    },
    /// A term grew without end.
    #[error("terms of `{relation}` nest deeper than {limit}: its recursion seems to have no end")]
    TooDeep {
        /// The limit that was passed.
        limit: usize,
        /// The relation in whose rules it happened.
        relation: String,
    },
    /// A term grew too large, most likely by doubling.
    #[error(
        "terms of `{relation}` have more than {limit} words: they seem to double at every step"
    )]
    TooLarge {
        /// The limit that was passed.
        limit: usize,
        /// The relation in whose rules it happened.
        relation: String,
    },
    /// A rule is too long to be worked with.
    #[error(
        "a rule of `{relation}` has more than {limit} conditions: split it by naming parts of its body"
    )]
    RuleTooLong {
        /// The limit that was passed.
        limit: usize,
        /// The relation in the rule's head.
        relation: String,
    },
    /// The stop signal was given.
    #[error("stopped: the time for this question is used up")]
    Signalled,
    /// The caller passed a state or move that does not belong to this game.
    #[error("{0}")]
    Misuse(String),
}
