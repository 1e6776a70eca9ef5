//! What is known of a game before any of its steps: some questions need no more.

use crate::declared::firsts;
use crate::questions::Questions;
use crate::relation::Relation;
use crate::terms::{TermId, Terms};
use crate::world::World;

/// What holds initially, and what is declared.
pub struct Start<'a> {
    /// The terms met so far.
    pub terms: &'a Terms,
    /// The moves of `input`.
    input: &'a Relation,
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
            input: &world.relations[questions.input],
            initial: firsts(world, questions.init),
            base: firsts(world, questions.base),
        }
    }

    /// How many moves are declared.
    pub fn moves(&self) -> usize {
        self.input.len()
    }

    /// Whether a move of a role is declared, if both were met; where none is, all are.
    pub fn allows(&self, role: Option<TermId>, made: Option<TermId>) -> bool {
        let declared = role.zip(made);
        let declared = declared.and_then(|(role, made)| self.input.find(&[role, made]));
        self.input.len() == 0 || declared.is_some()
    }
}
