//! Cheap tests: the initial state and random matches.

use super::{Ruling, Search};
use crate::State;
use crate::boards::BoardQuestion;
use crate::family::Family;
use crate::lattice::{is_part, passing};
use crate::playouts::{PlayedStep, play};
use crate::projection::Projection;
use crate::report::{DecidedBy, ProjectionWitness, Reached, Verdict};
use senet_ground::RuleEvaluator;
use senet_ground::RuleIndex;
use senet_ground::TermId;

impl Search<'_> {
    /// Tests each projection in the initial state. If a projection fails, its supersets are skipped.
    pub fn test_initial_state(&mut self) {
        for relation in 0..self.space.relations.len() {
            self.test_relation(relation);
        }
        self.candidates = self.families.len();
        self.holds = vec![true; self.candidates];
        self.decided = vec![false; self.candidates];
        self.asked = vec![0; self.candidates];
    }

    /// Refutes the projections of a relation that the initial state does not complete; the others become candidates.
    fn test_relation(&mut self, relation: usize) {
        let mut refuted = Vec::new();
        let found = passing(self.space.relations[relation].arity, |positions| {
            let start = self.now();
            let positions = positions.to_vec();
            let projection = Projection {
                relation,
                positions,
            };
            let missing = self.violation_at_first(&projection);
            let passes = missing.is_none();
            let ms = self.ms_since(start);
            refuted.extend(missing.map(|missing| (projection, missing, ms)));
            passes
        });
        refuted.retain(|(projection, ..)| self.refutes_wanted(projection));
        for (projection, missing, ms) in refuted {
            let witness = ProjectionWitness {
                reached: Reached::Initial,
                state: Vec::new(),
                joint: Vec::new(),
                missing: self.space.text(&missing),
            };
            let ruling = Ruling {
                verdict: Verdict::Refuted,
                by: DecidedBy::Initial,
                ms,
                witness: Some(witness),
            };
            self.decide(projection, 0, ruling);
        }
        for positions in found {
            let projection = Projection {
                relation,
                positions,
            };
            if !self.is_wanted(&projection) {
                continue;
            }
            let family = match self.options.question {
                BoardQuestion::Invariant => Family::shows_all(&self.space, projection),
                BoardQuestion::VerifyIp => Family::shows_exactly(&self.space, projection),
            };
            self.families.push(family);
        }
    }

    /// True if the options ask for a projection.
    fn is_wanted(&self, projection: &Projection) -> bool {
        let Some((relation, positions)) = &self.options.only else {
            return true;
        };
        let named = self.named(projection);
        named.relation == *relation && named.positions == *positions
    }

    /// True if the options ask for this projection or a superset. If this projection is refuted, its supersets are
    /// refuted too.
    fn refutes_wanted(&self, projection: &Projection) -> bool {
        let Some((relation, positions)) = &self.options.only else {
            return true;
        };
        let named = self.named(projection);
        let exists = |position: &usize| (1..=named.arity).contains(position);
        named.relation == *relation
            && positions.iter().all(exists)
            && is_part(&named.positions, positions)
    }

    /// Declared values that the initial state does not show. The published test also fails if the state shows
    /// undeclared values.
    fn violation_at_first(&self, projection: &Projection) -> Option<Vec<TermId>> {
        let missing = self.space.missing_at_first(projection);
        match self.options.question {
            BoardQuestion::Invariant => missing,
            BoardQuestion::VerifyIp => {
                missing.or_else(|| self.space.undeclared_at_first(projection))
            }
        }
    }

    /// Adds candidate lemmas: at most one fact for the same arguments, and at least one fact of a relation.
    pub fn add_lemmas(&mut self) {
        for relation in 0..self.space.relations.len() {
            let arity = self.space.relations[relation].arity;
            for positions in helpful(arity) {
                // A lemma only helps, so the rest can be left out.
                if self.options.deadline.is_over() {
                    break;
                }
                let projection = Projection {
                    relation,
                    positions,
                };
                if projection.positions.is_empty() {
                    self.families
                        .push(Family::shows_all(&self.space, projection.clone()));
                }
                let family = Family::one_each(&self.space, projection);
                if !family.groups.is_empty() {
                    self.families.push(family);
                }
            }
        }
        self.holds.resize(self.families.len(), true);
    }

    /// Random matches refute projections; lemmas lose the groups that a state violates.
    pub fn play(&mut self, index: &RuleIndex, mut observe: impl FnMut(&PlayedStep)) {
        let mut evaluator = RuleEvaluator::new(index);
        self.weaken_lemmas(&evaluator.initial());
        let start = self.now();
        let mut refuted = Vec::new();
        let roles = self.grounded.roles.len();
        let (options, candidates) = (self.options, self.candidates);
        let (families, holds) = (&mut self.families, &mut self.holds);
        let (playouts, seed) = (&options.playouts, options.seed);
        self.steps = play(
            &mut evaluator,
            playouts,
            roles,
            seed,
            &options.deadline,
            |step| {
                observe(&step);
                for (number, family) in families.iter_mut().enumerate() {
                    if !holds[number] || family.holds(step.next) {
                        continue;
                    }
                    if number < candidates {
                        holds[number] = false;
                        let (state, joint) = (step.state.clone(), step.joint.to_vec());
                        refuted.push((number, state, joint, step.next.clone()));
                    } else {
                        family.weaken(step.next);
                        holds[number] = !family.groups.is_empty();
                    }
                }
            },
        );
        let share = self.ms_since(start) / refuted.len().max(1) as f64;
        for (number, state, joint, next) in refuted {
            let witness = self.witness(number, Reached::Played, &state, self.texts(&joint), &next);
            let ruling = Ruling {
                verdict: Verdict::Refuted,
                by: DecidedBy::Playout,
                ms: share,
                witness: Some(witness),
            };
            self.decide_candidate(number, ruling);
        }
    }

    /// Lemmas lose the groups that a state violates.
    fn weaken_lemmas(&mut self, state: &State) {
        let lemmas = self.families.iter_mut().zip(&mut self.holds);
        for (family, holds) in lemmas.skip(self.candidates) {
            family.weaken(state);
            *holds = !family.groups.is_empty();
        }
    }
}

/// The sets of positions that lemmas use: all sets, or only small ones if the arity is large.
fn helpful(arity: usize) -> Vec<Vec<usize>> {
    const ALL_UP_TO: usize = 5;
    let mut sets = vec![Vec::new()];
    if arity == 0 {
        return sets;
    }
    sets.extend(passing(arity, |set| {
        set.len() < arity && (arity <= ALL_UP_TO || set.len() <= 2)
    }));
    sets
}
