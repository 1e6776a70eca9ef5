//! Limits of grounding, and errors when they are reached.

use senet_gdl::{Deadline, MemoryBudget, OverBudget, Problem};

/// Limits of grounding.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of rule instances.
    pub rules: usize,
    /// Maximum number of steps, such as tuples looked at. Unlike time, it stops the same work on every machine.
    pub steps: usize,
    /// Maximum number of bytes of tables and instances, estimated while they grow.
    pub bytes: usize,
    /// The memory that grounding shares with other work. The tables and instances draw from it.
    pub memory: MemoryBudget,
    /// The end of the work.
    pub deadline: Deadline,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            rules: 12_000_000,
            steps: usize::MAX,
            bytes: MemoryBudget::DEFAULT_LIMIT,
            memory: MemoryBudget::default(),
            deadline: Deadline::never(),
        }
    }
}

/// The reason why there is no grounded game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GroundError {
    /// A rule cannot be brought into normal form.
    #[error("{}", .0.message)]
    Rule(Problem),
    /// There is not enough memory to begin.
    #[error("{0}")]
    Memory(#[from] OverBudget),
    /// A limit was reached.
    #[error("{reason} after {rules} rule instances; most facts ({facts}) were of `{relation}`")]
    Stopped {
        /// The limit.
        reason: StopReason,
        /// The number of instances so far.
        rules: usize,
        /// The relation with the most facts: the one to look at first.
        relation: String,
        /// The number of facts of the relation.
        facts: usize,
    },
}

/// The limit that stopped the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StopReason {
    /// More instances than allowed.
    #[error("the limit of {0} rule instances was reached")]
    Rules(usize),
    /// More steps than allowed.
    #[error("the limit of {0} steps was reached")]
    Steps(usize),
    /// More memory than allowed.
    #[error("the limit of {} MiB was reached", .0 >> 20)]
    Bytes(usize),
    /// More memory than the shared budget has left.
    #[error("{0}")]
    Memory(OverBudget),
    /// The deadline is over.
    #[error("the time was used up")]
    Signalled,
    /// A term nests too deep, most likely without end.
    #[error("terms nest deeper than {0}")]
    Depth(usize),
    /// A term is too large, most likely because it doubles.
    #[error("terms have more than {0} words")]
    Words(usize),
}
