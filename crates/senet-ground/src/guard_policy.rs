//! Decides by trial which relations are guarded.
//!
//! The rules do not tell whether a magic set helps. A counter could start anywhere, but if rules ask for it only from zero, a magic set helps. If
//! rules ask for attacks from every square on which a piece may stand, it does not help. So grounding starts without guards. When a relation turns
//! out large, grounding starts again with that relation guarded. If the guard grows as large, the next attempt drops it. The relation may then grow
//! much larger before a guard is tried again. A sheet without large relations is grounded once, without guards.

use crate::ground::Demand;
use crate::program::{Pred, Program};
use crate::saturate::Halt;
use crate::world::World;

/// Factor by which a relation may grow after its guard did not help.
const GROWTH: usize = 16;
/// Relations within this factor of their limit are treated as large too: they were probably about to exceed it.
const NEAR: usize = 4;
/// Factor by which the limit of static relations is smaller. They are derived first, so an attempt
/// that they end loses little work.
const EARLY: usize = 4;
/// Maximum number of attempts with lazy relations.
const MAX_LAZY_FAILURES: usize = 2;
/// Maximum number of attempts with limits on relations.
const MAX_TRIES: usize = 32;

/// The policy for each predicate of the sheet. Helpers follow the predicate from which they were split off.
pub struct GuardPolicy {
    /// Per predicate: whether it is guarded.
    pub guarded: Vec<bool>,
    /// Per predicate: its helpers of at least this arity are guarded with it.
    from_arity: Vec<usize>,
    /// Per predicate: the maximum number of tuples, or that of its guard if it is guarded.
    allowed: Vec<usize>,
    tries: usize,
    /// True if static relations may be lazy.
    pub allows_lazy: bool,
    /// The number of attempts that ended although some relations were lazy.
    lazy_failures: usize,
}

impl GuardPolicy {
    /// The policy of the first attempt.
    pub fn of(program: &Program, demand: Demand) -> GuardPolicy {
        let count = program.predicates.len();
        let allowed = match demand {
            Demand::Above(tuples) => tuples,
            Demand::Never | Demand::Always => usize::MAX,
        };
        let is_always = demand == Demand::Always;
        GuardPolicy {
            guarded: vec![is_always; count],
            from_arity: vec![if is_always { 1 } else { usize::MAX }; count],
            allowed: vec![allowed; count],
            tries: 0,
            allows_lazy: true,
            lazy_failures: 0,
        }
    }

    /// The dynamic predicates of a split program that should be guarded. Predicates in `kept` are
    /// never guarded.
    pub fn to_guard(&self, program: &Program, kept: &[Pred], dynamic: &[bool]) -> Vec<bool> {
        let predicates = 0..program.predicates.len();
        predicates
            .map(|pred| dynamic[pred] && self.is_selected(program, pred) && !kept.contains(&pred))
            .collect()
    }

    /// True if a predicate of a split program should be guarded, if possible.
    pub fn is_selected(&self, program: &Program, pred: Pred) -> bool {
        let predicate = &program.predicates[pred];
        let origin = predicate.origin;
        let is_large = pred == origin || predicate.arity >= self.from_arity[origin];
        self.guarded[origin] && is_large && !predicate.is_guard
    }

    /// Per predicate of a split program: the number of tuples that ends the attempt.
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
                Watched::Early if !is_guarded && self.allows_lazy => allowed / EARLY,
                // Rules ask for the whole relation, so a guard cannot make it smaller.
                Watched::Unguarded | Watched::Early | Watched::Never => usize::MAX,
            }
        });
        limits.collect()
    }

    /// The same policy without lazy relations.
    pub fn without_lazy_relations(self) -> GuardPolicy {
        GuardPolicy {
            allows_lazy: false,
            ..self
        }
    }

    /// True if lazy relations did not help: grounding still reached a limit, or other relations were too large too
    /// often.
    pub fn lazy_relations_failed(&mut self, halt: Halt, is_static: impl Fn(Pred) -> bool) -> bool {
        let mut preds = 0..self.guarded.len();
        if !self.allows_lazy || !preds.any(|pred| self.guarded[pred] && is_static(pred)) {
            return false;
        }
        self.lazy_failures += 1;
        matches!(halt, Halt::Limit(_)) || self.lazy_failures > MAX_LAZY_FAILURES
    }

    /// Changes the policy for all relations near their limits.
    pub fn change(&mut self, program: &Program, world: &World, limits: &[usize]) {
        self.tries += 1;
        let mut changed = vec![false; self.guarded.len()];
        for (pred, predicate) in program.predicates.iter().enumerate() {
            if world.relations[pred].len() > limits[pred] / NEAR {
                changed[predicate.origin] = true;
                let from_arity = &mut self.from_arity[predicate.origin];
                *from_arity = (*from_arity).min(predicate.arity.saturating_sub(1).max(2));
            }
        }
        for origin in (0..changed.len()).filter(|&origin| changed[origin]) {
            if self.guarded[origin] {
                self.allowed[origin] = self.allowed[origin].saturating_mul(GROWTH);
            }
            self.guarded[origin] = !self.guarded[origin];
        }
    }
}

/// Says when a large relation ends an attempt at grounding.
pub enum Watched {
    /// Never: the relation cannot be guarded.
    Never,
    /// While the relation is not lazy, although it could be.
    Early,
    /// While the relation is not guarded.
    Unguarded,
    /// Always: the relation is a guard or serves one.
    Guard,
    /// Always: the relation is lazy, or the guard of a lazy relation.
    EarlyGuard,
}
