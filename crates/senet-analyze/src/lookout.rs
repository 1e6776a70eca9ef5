//! Steps from single states, asked of a reasoner that grounds nothing and works out only what a question needs.

use crate::declared::Outset;
use crate::glance::{Lost, joint_moves};
use rustc_hash::FxHashSet;
use senet_engine::{Game, Interpreter, MoveId, QueryLimits, State, Stopped};
use senet_gdl::{Description, Pattern, Symbol};
use senet_ground::{Start, StopSignal, TermId};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// States from which more facts follow than this are left to grounding.
const MAX_FACTS: usize = 1 << 15;

/// So many facts of a relation are enough for most that may happen; where fewer are declared, half of them.
const SOME: f64 = 32.0;

/// Looks out for steps after which a projection does not show what it showed.
pub struct Lookout<'a> {
    game: &'a Interpreter,
    start: &'a Start<'a>,
    outset: &'a Outset<'a>,
    /// The roles in their order.
    roles: &'a [Symbol],
    random: fastrand::Rng,
}

impl<'a> Lookout<'a> {
    /// Someone who knows the rules of steps and what is declared.
    pub fn new(
        reasoner: &'a Reasoner,
        start: &'a Start<'a>,
        outset: &'a Outset<'a>,
        seed: u64,
    ) -> Lookout<'a> {
        Lookout {
            game: &reasoner.game,
            start,
            outset,
            roles: &reasoner.roles,
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// A step from one of some states that loses something, among so many of each at most.
    pub fn lost_from_any(
        &mut self,
        states: &[Vec<TermId>],
        most: usize,
    ) -> Result<Option<Lost>, Stopped> {
        for facts in states {
            let legal = self.legal(&self.state(facts)?)?;
            for joint in joint_moves(legal, most, &mut self.random) {
                let lost = self.lost_by(facts, &joint)?;
                if lost.is_some() {
                    return Ok(lost);
                }
            }
        }
        Ok(None)
    }

    /// A step that loses something from a state in which these facts of the relation hold, given as texts, and some of all that is declared of each other relation: so many such states.
    pub fn lost_among(
        &mut self,
        own: &[String],
        states: usize,
        most: usize,
    ) -> Result<Option<Lost>, Stopped> {
        let Some(own) = self.game.find_state(own) else {
            return Ok(None);
        };
        let own = self.known(&self.game.facts(&own));
        let others = self.outset.all_others(self.start);
        for _ in 0..states {
            let mut facts = own.clone();
            for of_relation in others.values() {
                let share = (SOME / of_relation.len() as f64).min(0.5);
                let some = of_relation.iter().filter(|_| self.random.f64() < share);
                facts.extend(some);
            }
            let lost = self.lost_from_any(&[facts], most)?;
            if lost.is_some() {
                return Ok(lost);
            }
        }
        Ok(None)
    }

    /// A step that loses what a group of facts shows, on purpose: another one for each state.
    pub fn lost_by_aims(
        &mut self,
        states: &[Vec<TermId>],
        groups: &[Vec<TermId>],
    ) -> Result<Option<Lost>, Stopped> {
        for (facts, group) in states.iter().zip(groups.iter().cycle()) {
            let lost = self.lost_by_aim(facts, group)?;
            if lost.is_some() {
                return Ok(lost);
            }
        }
        Ok(None)
    }

    /// If all facts of a group hold, a move may do away with one; where that is the only one, the same move may do away with what they show.
    fn lost_by_aim(&mut self, facts: &[TermId], group: &[TermId]) -> Result<Option<Lost>, Stopped> {
        let others = facts.iter().filter(|fact| !group.contains(fact));
        let mut facts: Vec<TermId> = others.copied().collect();
        let crowded = self.state(&[&facts[..], group].concat())?;
        let Some(joint) = joint_moves(self.legal(&crowded)?, 1, &mut self.random).pop() else {
            return Ok(None);
        };
        let left = self.known(&self.game.facts(&self.game.next(&crowded, &joint)?));
        let Some(gone) = group.iter().find(|fact| !left.contains(fact)) else {
            return Ok(None);
        };
        facts.push(*gone);
        let legal = self.legal(&self.state(&facts)?)?;
        let mut moves = joint.iter().zip(&legal);
        match moves.all(|(made, legal)| legal.contains(made)) {
            true => self.lost_by(&facts, &joint),
            false => Ok(None),
        }
    }

    /// The step by a joint move, if it loses something or shows something strange.
    fn lost_by(&self, facts: &[TermId], joint: &[MoveId]) -> Result<Option<Lost>, Stopped> {
        let next = self.game.next(&self.state(facts)?, joint)?;
        let next = self.game.facts(&next);
        if self.shown(&next) == self.shown(&self.patterns(facts)) {
            return Ok(None);
        }
        let made = joint.iter().enumerate();
        let made = made.map(|(role, &id)| self.game.move_name(role, id));
        Ok(Some(Lost {
            state: facts.to_vec(),
            joint: made.collect(),
            next: self.known(&next),
        }))
    }

    /// Those of some facts that were met.
    fn known(&self, facts: &[Pattern]) -> Vec<TermId> {
        let terms = facts.iter().map(|fact| self.start.terms.look_up(fact, &[]));
        terms.flatten().collect()
    }

    fn patterns(&self, facts: &[TermId]) -> Vec<Pattern> {
        let facts = facts.iter();
        facts.map(|&fact| self.start.terms.pattern(fact)).collect()
    }

    fn state(&self, facts: &[TermId]) -> Result<State, Stopped> {
        self.game.state_of(&self.patterns(facts))
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
        made.is_some_and(|made| self.start.allows(self.roles[role], &made))
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

/// The reasoner that is asked, which is made once for all looks.
pub struct Reasoner {
    game: Interpreter,
    roles: Vec<Symbol>,
    /// How often the stop signal may still be looked at.
    looks: Arc<AtomicUsize>,
}

impl Reasoner {
    /// A reasoner about the rules of steps.
    pub fn new(steps: &Description, stop: StopSignal) -> Result<Reasoner, Stopped> {
        let looks = Arc::new(AtomicUsize::new(usize::MAX));
        let left = looks.clone();
        let limits = QueryLimits {
            facts: MAX_FACTS,
            stop: Arc::new(move || !take_one(&left) || stop()),
        };
        Ok(Reasoner {
            game: Interpreter::new(steps, limits)?,
            roles: steps.roles(),
            looks,
        })
    }

    /// From now on it gives up when the stop signal was looked at so many times.
    pub fn allow(&self, looks: usize) {
        self.looks.store(looks, Ordering::Relaxed);
    }
}

/// Takes one from a number; whether there was one.
fn take_one(left: &AtomicUsize) -> bool {
    let less = |left: usize| left.checked_sub(1);
    let order = Ordering::Relaxed;
    left.fetch_update(order, order, less).is_ok()
}
