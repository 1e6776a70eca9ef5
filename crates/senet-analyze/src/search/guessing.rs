//! Guesses at states that the published test fails on.
//!
//! The test looks at all states of declared facts that show everything, whether or not a match comes to them. Those that show each thing by a single
//! fact mostly lose one at the next step, if there are states that do. A few of them cost less than writing down the rules for the solver.

use super::{Ruling, Search};
use crate::Model;
use crate::cone::Cone;
use crate::evaluate::{Evaluator, State};
use crate::glance::{FEW, Glanced, MORE};
use crate::prover::Counterexample;
use crate::report::{By, Verdict};
use crate::scope::Scope;
use std::time::Duration;

/// How the facts of the other relations are chosen, one state after the other.
const WAYS: [Others; 3] = [Others::Initial, Others::None, Others::All];

/// Which facts of other relations hold in a guessed state.
#[derive(Clone, Copy)]
enum Others {
    /// Those that hold initially: mostly there are legal moves then.
    Initial,
    /// All that are declared: everybody has the turn, and nobody may do what needs it.
    All,
    /// None.
    None,
}

impl Search<'_> {
    /// Refutes candidates by guessed states, as far as that was not tried before.
    pub fn guess(&mut self, model: &Model, glanced: &Glanced) {
        match glanced {
            Glanced::NotAtAll => self.guess_in(&WAYS, model),
            Glanced::InVain => self.guess_in(&[Others::All], model),
            Glanced::Lost(lost) => {
                let found = lost.in_game(self.grounded);
                for family in self.open() {
                    self.lose(family, &found, self.now());
                }
            }
        }
    }

    /// Refutes candidates by states guessed in these ways; if those are all there are, by some more.
    fn guess_in(&mut self, ways: &[Others], model: &Model) {
        let open = self.open();
        if open.is_empty() {
            return;
        }
        let declared = Scope::declared(self.grounded);
        let mut whole = Evaluator::new(model);
        for family in open {
            let start = self.now();
            // The same for each, so that it makes no difference what else is asked.
            let mut random = fastrand::Rng::with_seed(self.options.seed);
            let first = self.lost(family, ways, &mut whole, &declared, &mut random);
            let found = match first {
                None if ways.len() == WAYS.len() => {
                    self.lost_later(model, family, &declared, &mut random)
                }
                first => first,
            };
            if let Some(found) = found {
                self.lose(family, &found, start);
            }
        }
    }

    /// Refutes a candidate by a step that loses something.
    fn lose(&mut self, family: usize, found: &Counterexample, since: Duration) {
        let ruling = Ruling {
            verdict: Verdict::Refuted,
            by: By::Induction,
            ms: self.ms_since(since),
            witness: Some(self.unreached(family, found)),
        };
        self.decide_candidate(family, ruling);
    }

    /// More guesses. By now it pays to find out first what has to be evaluated.
    fn lost_later(
        &self,
        model: &Model,
        family: usize,
        declared: &Scope,
        random: &mut fastrand::Rng,
    ) -> Option<Counterexample> {
        let cone = Cone::of_step(model, &self.families[family]);
        let mut evaluator = Evaluator::of_cone(model, cone);
        let again = self.lost(family, &WAYS, &mut evaluator, declared, random);
        let is_small = self.families[family].groups.len() <= FEW;
        let more: &[Others] = if is_small {
            &[Others::Initial; MORE]
        } else {
            &[]
        };
        again.or_else(|| self.lost(family, more, &mut evaluator, declared, random))
    }

    /// A step from states guessed in these ways that loses something.
    fn lost(
        &self,
        family: usize,
        ways: &[Others],
        evaluator: &mut Evaluator,
        declared: &Scope,
        random: &mut fastrand::Rng,
    ) -> Option<Counterexample> {
        let mut ways = ways.iter();
        ways.find_map(|&others| {
            let state = self.sparse(family, others, declared, random)?;
            let found = step(evaluator, state, declared, random)?;
            (!self.families[family].holds(&found.next)).then_some(found)
        })
    }

    /// A state that shows everything once. `None` if there is none, or if time is up.
    fn sparse(
        &self,
        family: usize,
        others: Others,
        declared: &Scope,
        random: &mut fastrand::Rng,
    ) -> Option<State> {
        if (self.options.stop)() {
            return None;
        }
        let family = &self.families[family];
        let mut state = match others {
            Others::All => declared.facts.clone(),
            Others::Initial | Others::None => vec![false; declared.facts.len()],
        };
        if let Others::Initial = others {
            let initial = self.grounded.initial.iter().map(|&fluent| fluent as usize);
            initial.for_each(|fluent| state[fluent] = declared.facts[fluent]);
        }
        let own = &self.space.relations[family.projection.relation].fluents;
        own.iter()
            .for_each(|&fluent| state[fluent as usize] = false);
        for group in &family.groups {
            let facts = group
                .iter()
                .filter(|&&fluent| declared.facts[fluent as usize]);
            state[*random.choice(facts.collect::<Vec<_>>())? as usize] = true;
        }
        Some(state)
    }
}

/// Any legal joint move in a state, and what follows; `None` if there is none.
fn step(
    evaluator: &mut Evaluator,
    state: State,
    declared: &Scope,
    random: &mut fastrand::Rng,
) -> Option<Counterexample> {
    evaluator.look(&state);
    let choose = |(role, declared): (usize, &Vec<bool>)| {
        let mut legal = evaluator.legal(role);
        legal.retain(|&made| declared[made as usize]);
        random.choice(legal)
    };
    let joint: Option<Vec<u32>> = declared.moves.iter().enumerate().map(choose).collect();
    let joint = joint?;
    evaluator.act(&joint);
    let next = evaluator.next();
    Some(Counterexample { state, joint, next })
}

#[cfg(test)]
mod tests {
    use crate::{Options, Question, Verdict, boards};
    use senet_gdl::{Sheet, playable};

    /// The verdict on ⟨at, {1}⟩ of a game with three places, and how often the solver was asked.
    fn check(next: &str, expected: (Verdict, usize)) {
        let text = format!(
            "(role r) (place 1) (place 2) (place 3) (<= (base (at ?p)) (place ?p)) (<= (input r (keep ?p)) (place ?p))
            (<= (init (at ?p)) (place ?p)) (<= (legal r (keep ?p)) (true (at ?p))) {next} (<= terminal (not (true (at 1)))) (goal r 100)"
        );
        let description = playable(&Sheet::read(text.as_str())).unwrap();
        let options = Options {
            question: Question::VerifyIp,
            ..Options::default()
        };
        let found = boards(&description, &options).unwrap();
        assert_eq!((found.projections[0].verdict, found.calls), expected);
    }

    #[test]
    fn what_is_lost_on_most_steps_is_seen_without_the_solver() {
        check(
            "(<= (next (at ?p)) (does r (keep ?p)))",
            (Verdict::Refuted, 0),
        );
    }

    #[test]
    fn guesses_prove_nothing() {
        check("(<= (next (at ?p)) (true (at ?p)))", (Verdict::Proved, 1));
    }
}
