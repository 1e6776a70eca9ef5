//! Relations that never change and yet may wait until it is known what is asked for of them.
//!
//! What never changes is derived first and as a whole, so that rules can also be told what does not hold. Of distances between any two of 25 × 25 cells a game may
//! need those of four. Where nobody asks for what does not hold, such a relation can be guarded and derived together with what depends on the state; it is still
//! no condition of the game's rules.

use crate::program::{Pred, Program, Rule, Test};
use crate::questions::Questions;

/// The predicates that never change and can wait: no rule looks at what is absent of them, and all that use them can wait too.
pub fn deferrable(program: &Program, questions: &Questions, dynamic: &[bool]) -> Vec<bool> {
    let negated = program.rules.iter().flat_map(|rule| negated(rule));
    let first = [
        questions.role,
        questions.init,
        questions.base,
        questions.input,
    ];
    let first: Vec<Pred> = negated.filter(|&p| !dynamic[p]).chain(first).collect();
    let mut can_wait = vec![false; program.predicates.len()];
    // What is just listed takes no work.
    let derived = program.rules.iter().filter(|rule| !rule.body.is_empty());
    derived.for_each(|rule| can_wait[rule.head.pred] = !dynamic[rule.head.pred]);
    let complete = program.closure(&first);
    let unless_complete = can_wait.iter().zip(complete);
    unless_complete
        .map(|(&can_wait, complete)| can_wait && !complete)
        .collect()
}

/// The predicates that wait if these relations do: they and what uses them.
pub fn deferred(program: &Program, can_wait: &[bool], waits: impl Fn(Pred) -> bool) -> Vec<bool> {
    let first: Vec<Pred> = (0..can_wait.len())
        .filter(|&pred| can_wait[pred] && waits(pred))
        .collect();
    let dependents = program.dependents(&first);
    let waiting = dependents.iter().zip(can_wait);
    waiting
        .map(|(&depends, &can_wait)| depends && can_wait)
        .collect()
}

fn negated(rule: &Rule) -> impl Iterator<Item = Pred> + '_ {
    rule.body.iter().filter_map(|test| match test {
        Test::Fails(literal) => Some(literal.pred),
        Test::Holds(_) | Test::Distinct(..) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::tests::program;

    /// The predicates that can wait, and those that do if `big` does, by name.
    fn check(rules: &str, can_wait: &str, wait: &str) {
        let (mut program, symbols) = program(rules);
        let questions = Questions::of(&mut program);
        let dynamic = questions.dynamic(&program);
        let name = |pred: Pred| symbols.spelling(program.predicates[pred].name);
        let names = |marked: &[bool]| {
            let mut names: Vec<&str> = (0..marked.len())
                .filter(|&pred| marked[pred])
                .map(name)
                .collect();
            names.sort_unstable();
            names.join(" ")
        };
        let able = deferrable(&program, &questions, &dynamic);
        assert_eq!(names(&able), can_wait);
        let waiting = deferred(&program, &able, |pred| name(pred) == "big");
        assert_eq!(names(&waiting), wait);
    }

    #[test]
    fn what_is_only_looked_up_can_wait() {
        check(
            "(succ 1 2) (<= (less ?x ?y) (succ ?x ?y)) (<= (big ?x ?y) (less ?x ?y)) (<= (far ?x) (big ?x ?y))
             (<= (next (at ?y)) (true (at ?x)) (far ?x) (big ?x ?y))",
            "big far less",
            "big far",
        );
    }

    #[test]
    fn what_is_looked_at_for_its_absence_cannot_wait_nor_what_it_rests_on() {
        check(
            "(succ 1 2) (<= (less ?x ?y) (succ ?x ?y)) (<= (big ?x ?y) (less ?x ?y)) (<= (other ?x) (big ?x ?x))
             (<= (next (at ?x)) (true (at ?x)) (not (big ?x ?x)) (other ?x))",
            "other",
            "",
        );
    }

    #[test]
    fn what_the_initial_state_rests_on_cannot_wait() {
        check(
            "(succ 1 2) (<= (big ?x) (succ ?x ?y)) (<= (init (at ?x)) (big ?x)) (<= (next (at ?x)) (true (at ?x)) (big ?x))",
            "",
            "",
        );
    }
}
