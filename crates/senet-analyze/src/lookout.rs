//! Steps from single states, asked of a reasoner that grounds nothing and works out only what a question needs.

use crate::declared::Outset;
use crate::glance::{Lost, joint_moves};
use rustc_hash::FxHashSet;
use senet_engine::{Game, Interpreter, Limits, MoveId, State, Stopped};
use senet_gdl::{Description, Pattern};
use senet_ground::{Start, StopSignal, TermId};

/// States from which more facts follow than this are left to grounding.
const MAX_FACTS: usize = 1 << 12;

/// Looks out for steps after which a projection does not show what it showed.
pub struct Lookout<'a> {
    game: Interpreter,
    start: &'a Start<'a>,
    outset: &'a Outset<'a>,
    /// The roles in their order; `None` for one of which nothing is declared.
    roles: Vec<Option<TermId>>,
}

impl<'a> Lookout<'a> {
    /// Someone who knows the rules of steps, and what is declared.
    pub fn new(
        steps: &Description,
        start: &'a Start<'a>,
        outset: &'a Outset<'a>,
        stop: StopSignal,
    ) -> Result<Lookout<'a>, Stopped> {
        let facts = MAX_FACTS;
        let roles = steps.roles().into_iter();
        Ok(Lookout {
            game: Interpreter::new(steps, Limits { facts, stop })?,
            start,
            outset,
            roles: roles.map(|role| start.terms.get(role, &[])).collect(),
        })
    }

    /// A step from a state that loses something, among so many at most.
    pub fn lost_from(
        &self,
        facts: &[TermId],
        most: usize,
        random: &mut fastrand::Rng,
    ) -> Result<Option<Lost>, Stopped> {
        let patterns = facts.iter().map(|&fact| self.start.terms.pattern(fact));
        let patterns: Vec<Pattern> = patterns.collect();
        let state = self.game.state_of(&patterns)?;
        for joint in joint_moves(self.legal(&state)?, most, random) {
            let next = self.game.facts(&self.game.next(&state, &joint)?);
            if self.shown(&next) == self.shown(&patterns) {
                continue;
            }
            let made = joint.iter().enumerate();
            let known = next.iter().map(|fact| self.start.terms.look_up(fact, &[]));
            return Ok(Some(Lost {
                state: facts.to_vec(),
                joint: made
                    .map(|(role, &id)| self.game.move_name(role, id))
                    .collect(),
                next: known.flatten().collect(),
            }));
        }
        Ok(None)
    }

    /// The legal moves of each role that are declared.
    fn legal(&self, state: &State) -> Result<Vec<Vec<MoveId>>, Stopped> {
        let roles = 0..self.roles.len();
        let legal = roles.map(|role| {
            let mut own = self.game.legal(state, role)?;
            own.retain(|&id| self.is_declared(role, id));
            Ok(own)
        });
        legal.collect()
    }

    fn is_declared(&self, role: usize, id: MoveId) -> bool {
        let made = self.game.move_pattern(id);
        let made = made.and_then(|made| self.start.terms.look_up(&made, &[]));
        self.start.allows(self.roles[role], made)
    }

    /// What the projection shows of some facts.
    fn shown<'f>(&self, facts: &'f [Pattern]) -> FxHashSet<Vec<&'f Pattern>> {
        let shown = facts.iter().filter_map(|fact| match fact {
            Pattern::Function(name, args) if self.outset.is_of(*name, args.len()) => {
                let positions = self.outset.positions.iter();
                Some(positions.map(|position| &args[position - 1]).collect())
            }
            _ => None,
        });
        shown.collect()
    }
}
