//! What visitors may use up.

use std::time::Duration;

/// What visitors may use up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Larger requests are not read.
    pub body_bytes: usize,
    /// How long rules may be grounded before a reasoner is taken that does without.
    pub ground: Duration,
    /// The longest that a player may be given for a move.
    pub think: Duration,
    /// So many tables can be open at once.
    pub tables: usize,
    /// A table that nobody has looked at for so long is closed.
    pub idle: Duration,
    /// So many players think at once; the others wait for their turn, and their clocks with them.
    pub thinkers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body_bytes: 1 << 20,
            ground: Duration::from_secs(20),
            think: Duration::from_secs(60),
            tables: 200,
            idle: Duration::from_secs(3600),
            thinkers: std::thread::available_parallelism().map_or(2, |n| n.get()),
        }
    }
}
