//! What is known of a game before any of its steps: some questions need no more.

use crate::declared::firsts;
use crate::products::Moves;
use crate::questions::Questions;
use crate::terms::{TermId, Terms};
use crate::world::World;
use senet_gdl::{Pattern, Symbol};

/// What holds initially, and what is declared.
pub struct Start<'a> {
    /// The terms met so far.
    pub terms: &'a Terms,
    /// The moves of `input`.
    declared: Moves<'a>,
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
            declared: Moves::of(world, questions.input),
            initial: firsts(world, questions.init),
            base: firsts(world, questions.base),
        }
    }

    /// How many moves are declared.
    pub fn moves(&self) -> usize {
        self.declared.len()
    }

    /// Whether a move of a role is declared; where none is, all are.
    pub fn allows(&self, role: Symbol, made: &Pattern) -> bool {
        let role = Pattern::Constant(role);
        self.declared.len() == 0 || self.declared.contain_pattern([&role, made])
    }
}
