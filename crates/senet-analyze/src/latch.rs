//! Latches: facts that never change back.

use crate::State;
use crate::encode::{Encoding, Need};
use crate::solver::Lit;

/// A fact and the value that it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Latch {
    /// The fact.
    pub fluent: u32,
    /// True if the fact stays true once true; false if it stays false once false.
    pub stays_true: bool,
}

impl Latch {
    /// True if a step breaks the latch.
    pub fn is_broken(self, state: &State, next: &State) -> bool {
        let fluent = self.fluent as usize;
        state[fluent] == self.stays_true && next[fluent] != self.stays_true
    }
}

/// A literal that implies a step which breaks the latch; `None` if no step does.
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
