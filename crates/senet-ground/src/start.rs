//! What is known of a game before any of its steps: some questions need no more.

use crate::declared::firsts;
use crate::questions::Questions;
use crate::terms::{TermId, Terms};
use crate::world::World;

/// What holds initially, and what is declared.
pub struct Start<'a> {
    /// The terms met so far.
    pub terms: &'a Terms,
    /// The facts of `init`.
    pub initial: Vec<TermId>,
    /// The facts of `base`; none if nothing is declared.
    pub base: Vec<TermId>,
}

impl Start<'_> {
    /// What a world knows when `init` and `base` are derived.
    pub fn of<'a>(world: &'a World, questions: &Questions) -> Start<'a> {
        Start {
            terms: &world.terms,
            initial: firsts(world, questions.init),
            base: firsts(world, questions.base),
        }
    }
}
