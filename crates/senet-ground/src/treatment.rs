//! Decides which relations are guarded, by trying.
//!
//! Whether it helps to derive only what is asked for cannot be told from the rules: a counter that could start anywhere is
//! asked for from zero alone, but attacks between squares are asked for from every square that a piece may stand on. So
//! grounding starts without guards, and when a relation turns out large it starts again with that relation guarded. If then the
//! guard grows as large, it is no use: the next try goes without, and the relation may be much larger before guards are tried
//! again. A sheet without large relations is grounded once, as if there were no guards.

use crate::ground::Demand;
use crate::program::{Pred, Program};
use crate::saturate::Halt;
use crate::world::World;

/// How much larger a relation may be after a guard was no use.
const NEXT_LEVEL: usize = 16;
/// How much smaller than the large one a relation may be and still be treated with it: likely it was about to grow as large.
const NEARLY: usize = 4;
/// How much smaller a relation may be that never changes: when it turns out large, little else was done yet.
const EARLY: usize = 4;
/// How many tries there may be while relations wait that never change.
const MAX_WAITS: usize = 2;
/// How many tries there may be with limits on relations.
const MAX_TRIES: usize = 32;

/// What is done about each predicate of the sheet; helpers go with the predicate that they were split off from.
pub struct Treatment {
    /// Whether it is guarded.
    pub guarded: Vec<bool>,
    /// How many arguments a helper must have to be guarded with it.
    from_arity: Vec<usize>,
    /// How many tuples it may have, or its guard if it is guarded.
    allowed: Vec<usize>,
    tries: usize,
    /// Whether relations that never change may wait.
    pub lets_wait: bool,
    /// How often something turned out large while they did.
    waits: usize,
}

impl Treatment {
    /// What is done at first.
    pub fn of(program: &Program, demand: Demand) -> Treatment {
        let count = program.predicates.len();
        let allowed = match demand {
            Demand::Above(tuples) => tuples,
            Demand::Never | Demand::Always => usize::MAX,
        };
        let is_always = demand == Demand::Always;
        Treatment {
            guarded: vec![is_always; count],
            from_arity: vec![if is_always { 1 } else { usize::MAX }; count],
            allowed: vec![allowed; count],
            tries: 0,
            lets_wait: true,
            waits: 0,
        }
    }

    /// The predicates of a split program that depend on the state and are to be guarded.
    pub fn to_guard(&self, program: &Program, kept: &[Pred], dynamic: &[bool]) -> Vec<bool> {
        let predicates = 0..program.predicates.len();
        predicates
            .map(|pred| dynamic[pred] && self.is_meant(program, pred) && !kept.contains(&pred))
            .collect()
    }

    /// Whether a predicate of a split program is to be guarded, should that be possible.
    pub fn is_meant(&self, program: &Program, pred: Pred) -> bool {
        let predicate = &program.predicates[pred];
        let origin = predicate.origin;
        let is_large = pred == origin || predicate.arity >= self.from_arity[origin];
        self.guarded[origin] && is_large && !predicate.is_guard
    }

    /// How many tuples each predicate of a split program may have before something is changed.
    pub fn limits(&self, program: &Program, watched: impl Fn(Pred) -> Watched) -> Vec<usize> {
        let predicates = program.predicates.iter().enumerate();
        let limits = predicates.map(|(pred, predicate)| {
            let allowed = self.allowed[predicate.origin];
            let is_guarded = self.guarded[predicate.origin];
            match watched(pred) {
                _ if self.tries == MAX_TRIES => usize::MAX,
                Watched::Guard => allowed,
                Watched::EarlyGuard => allowed / EARLY,
                Watched::Unguarded if !is_guarded => allowed,
                Watched::Early if !is_guarded && self.lets_wait => allowed / EARLY,
                // If it is to be guarded but is asked for as a whole, there is nothing to be done about its size.
                Watched::Unguarded | Watched::Early | Watched::Never => usize::MAX,
            }
        });
        limits.collect()
    }

    /// The same from the beginning, but nothing waits.
    pub fn without_waiting(self) -> Treatment {
        Treatment {
            lets_wait: false,
            ..self
        }
    }

    /// Whether waiting was no use, if relations that never change do wait: a limit was reached all the same, or too often something else turned out large.
    pub fn waits_in_vain(&mut self, halt: Halt, is_unchanging: impl Fn(Pred) -> bool) -> bool {
        let mut preds = 0..self.guarded.len();
        if !self.lets_wait || !preds.any(|pred| self.guarded[pred] && is_unchanging(pred)) {
            return false;
        }
        self.waits += 1;
        matches!(halt, Halt::Limit(_)) || self.waits > MAX_WAITS
    }

    /// Changes what is done about all relations that are about to pass their limits.
    pub fn change(&mut self, program: &Program, world: &World, limits: &[usize]) {
        self.tries += 1;
        let mut changed = vec![false; self.guarded.len()];
        for (pred, predicate) in program.predicates.iter().enumerate() {
            if world.relations[pred].len() > limits[pred] / NEARLY {
                changed[predicate.origin] = true;
                let from_arity = &mut self.from_arity[predicate.origin];
                *from_arity = (*from_arity).min(predicate.arity.saturating_sub(1).max(2));
            }
        }
        for origin in (0..changed.len()).filter(|&origin| changed[origin]) {
            if self.guarded[origin] {
                self.allowed[origin] = self.allowed[origin].saturating_mul(NEXT_LEVEL);
            }
            self.guarded[origin] = !self.guarded[origin];
        }
    }
}

/// When the size of a relation matters.
pub enum Watched {
    /// Never: it is not the kind that can be guarded.
    Never,
    /// As long as it does not wait, which it could.
    Early,
    /// As long as it is not guarded.
    Unguarded,
    /// Always, as it is a guard or serves one.
    Guard,
    /// Always, as it waits or is what it waits for.
    EarlyGuard,
}
