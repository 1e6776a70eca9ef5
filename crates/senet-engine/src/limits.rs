//! Limits for one query, and the error that names the exceeded limit.

pub use senet_gdl::{Deadline, MemoryBudget};

/// The resources that a back end may use to answer one query about one state.
#[derive(Clone, Debug)]
pub struct QueryLimits {
    /// Maximum number of facts derived for one state.
    pub facts: usize,
    /// The end of the work.
    pub deadline: Deadline,
}

impl Default for QueryLimits {
    fn default() -> QueryLimits {
        QueryLimits {
            facts: 4_000_000,
            deadline: Deadline::never(),
        }
    }
}

/// The reason why a query was not answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// More facts follow than the limit allows.
    #[error(
        "more than {limit} facts follow in one state, most of them of `{relation}`: raise the limit or restrict the rules"
    )]
    TooManyFacts {
        /// The exceeded limit.
        limit: usize,
        /// The relation with the most facts.
        relation: String,
    },
    /// A term nests too deeply.
    #[error(
        "terms of `{relation}` nest deeper than {limit}: its recursion seems to be infinite, so bound it by a condition"
    )]
    TooDeep {
        /// The exceeded limit.
        limit: usize,
        /// The relation whose rules produced the term.
        relation: String,
    },
    /// A term has too many symbols, probably because it doubles at every step.
    #[error(
        "terms of `{relation}` have more than {limit} symbols: they seem to double at every step, so split them into several facts"
    )]
    TooLarge {
        /// The exceeded limit.
        limit: usize,
        /// The relation whose rules produced the term.
        relation: String,
    },
    /// The texts of fluents, moves or percepts are too long.
    #[error(
        "the {what} have texts of more than {limit} MiB: shorten their names, or split large terms into several facts"
    )]
    TooMuchText {
        /// What has the texts.
        what: &'static str,
        /// The exceeded limit.
        limit: usize,
    },
    /// A rule has too many conditions.
    #[error(
        "a rule of `{relation}` has more than {limit} conditions: move parts of its body to a new relation"
    )]
    RuleTooLong {
        /// The exceeded limit.
        limit: usize,
        /// The relation in the head of the rule.
        relation: String,
    },
    /// The deadline is over.
    #[error("the time for this query is used up")]
    Signalled,
    /// The caller passed a state or a move that does not belong to this game.
    #[error("{0}")]
    Misuse(String),
}
