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
use crate::report::{By, Reached, Verdict, Witness};
use crate::scope::Scope;
use std::time::Duration;

/// How the facts of the other relations are chosen, one state after the other.
const WAYS: [Others; 3] = [Others::Initial, Others::None, Others::All];

/// Where so few things are to be shown, say colours of pieces, it is tried to lose each on purpose: by chance that is rare.
const AIMS: usize = 4;

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
            Glanced::NotAtAll => self.guess_at_all(model),
            // Other guesses cost more than the solver.
            Glanced::InVain => {}
            Glanced::Proved => {
                for family in self.open() {
                    self.asked[family] = 1;
                    self.prove(family, By::Induction, 0.0);
                }
            }
            Glanced::Lost(lost) => {
                let (state, next) = lost.in_game(self.grounded);
                for family in self.open() {
                    let joint = lost.joint.clone();
                    let witness = self.witness(family, Reached::Unknown, &state, joint, &next);
                    self.lose(family, witness, self.now());
                }
            }
        }
    }

    /// Refutes candidates by states guessed in all ways.
    fn guess_at_all(&mut self, model: &Model) {
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
            let random = &mut random;
            let found = self.lost(family, &WAYS, &mut whole, &declared, random);
            let found = found.or_else(|| self.lost_by_aim(family, &mut whole, &declared, random));
            let found = found.or_else(|| self.lost_later(model, family, &declared, random));
            if let Some(found) = found {
                self.lose(family, self.unreached(family, &found), start);
            }
        }
    }

    /// Refutes a candidate by a step that loses something.
    fn lose(&mut self, family: usize, witness: Witness, since: Duration) {
        let ruling = Ruling {
            verdict: Verdict::Refuted,
            by: By::Induction,
            ms: self.ms_since(since),
            witness: Some(witness),
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

    /// A step that loses a thing on purpose. If all facts that show it hold, a move may do away with one of them; where that is the only one, the same
    /// move may do away with the thing.
    fn lost_by_aim(
        &self,
        family: usize,
        evaluator: &mut Evaluator,
        declared: &Scope,
        random: &mut fastrand::Rng,
    ) -> Option<Counterexample> {
        let groups = &self.families[family].groups;
        let mut aims = groups.iter().filter(|_| groups.len() <= AIMS);
        aims.find_map(|group| {
            let mut state = self.sparse(family, Others::Initial, declared, random)?;
            let mut crowded = state.clone();
            for &fluent in group {
                crowded[fluent as usize] = declared.facts[fluent as usize];
                state[fluent as usize] = false;
            }
            let seen = step(evaluator, crowded, declared, random)?;
            let is_gone = |fluent: usize| seen.state[fluent] && !seen.next[fluent];
            let gone = group.iter().find(|&&fluent| is_gone(fluent as usize))?;
            state[*gone as usize] = true;
            let found = follow(evaluator, state, seen.joint)?;
            (!self.families[family].holds(&found.next)).then_some(found)
        })
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

/// What follows from a joint move in a state; `None` if it is not legal.
fn follow(evaluator: &mut Evaluator, state: State, joint: Vec<u32>) -> Option<Counterexample> {
    evaluator.look(&state);
    let mut moves = joint.iter().enumerate();
    let is_legal = moves.all(|(role, made)| evaluator.legal(role).contains(made));
    is_legal.then(|| Counterexample::after(evaluator, state, joint))
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
    Some(Counterexample::after(evaluator, state, joint?))
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

    /// A light piece steps from a field to the next and takes a dark one that stands there: in one state of a hundred with one piece of either.
    #[test]
    fn what_is_lost_in_one_state_of_many_is_aimed_at() {
        let next_to: String = (0..100)
            .map(|f| format!("(next-to {f} {})", f + 1))
            .collect();
        let text = format!(
            "(role r) {next_to} (field 0) (<= (field ?g) (next-to ?f ?g)) (side light) (side dark)
            (<= (base (at ?f ?s)) (field ?f) (side ?s)) (<= (input r (step ?f ?g)) (next-to ?f ?g))
            (init (at 0 light)) (init (at 9 dark)) (<= (legal r (step ?f ?g)) (true (at ?f light)) (next-to ?f ?g))
            (<= (next (at ?g light)) (does r (step ?f ?g))) (<= (taken ?g) (does r (step ?f ?g))) (<= (left ?f) (does r (step ?f ?g)))
            (<= (next (at ?f light)) (true (at ?f light)) (not (left ?f))) (<= (next (at ?f dark)) (true (at ?f dark)) (not (taken ?f)))
            (<= terminal (true (at 100 light))) (goal r 100)"
        );
        let description = playable(&Sheet::read(text.as_str())).unwrap();
        for seed in 0..10 {
            let options = Options {
                question: Question::VerifyIp,
                only: Some(("at".to_string(), vec![2])),
                seed,
                ..Options::default()
            };
            let found = boards(&description, &options).unwrap();
            let expected = (Verdict::Refuted, 0);
            assert_eq!((found.projections[0].verdict, found.calls), expected);
        }
    }

    #[test]
    fn guesses_prove_nothing() {
        check("(<= (next (at ?p)) (true (at ?p)))", (Verdict::Proved, 1));
    }
}
