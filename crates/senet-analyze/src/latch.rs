//! Facts that stay what they have become.

use crate::encode::{Encoding, Need};
use crate::evaluate::State;
use crate::solver::Lit;

/// A fact and what it does not change from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Latch {
    /// The fact.
    pub fluent: u32,
    /// Whether it stays true once it is; else it stays false.
    pub stays_true: bool,
}

impl Latch {
    /// Whether a step is against it.
    pub fn is_broken(self, state: &State, next: &State) -> bool {
        let fluent = self.fluent as usize;
        state[fluent] == self.stays_true && next[fluent] != self.stays_true
    }
}

/// A literal that, where it holds, makes a step that is against the latch; `None` if there is no such step.
pub fn broken(encoding: &mut Encoding, latch: Latch) -> Option<Lit> {
    let now = encoding.now(latch.fluent);
    let broken = encoding.solver.variable();
    if latch.stays_true {
        encoding.solver.clause([!broken, now]);
        if let Some(next) = encoding.next(latch.fluent, Need::Forced) {
            encoding.solver.clause([!broken, !next]);
        }
    } else {
        let next = encoding.next(latch.fluent, Need::Founded)?;
        encoding.solver.clause([!broken, !now]);
        encoding.solver.clause([!broken, next]);
    }
    Some(broken)
}
