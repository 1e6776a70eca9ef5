//! The fluents that can hold in some state, without the rules of the game.
//!
//! A grounded game lists them too, but may have millions of rule instances. So the rules are weakened first: conditions are left out that only
//! reject values of variables bound by the state or the moves. Relations that no rule uses any more then need no tuples.

use crate::declared::firsts;
use crate::ground::{GroundOptions, Kept, derive, must_be_safe};
use crate::limits::{GroundError, Limits};
use crate::program::{Pred, Program, Rule, Test};
use crate::queries::Queries;
use rustc_hash::FxHashSet;
use senet_gdl::{Description, clause_bytes, clauses, split_disjunctions};
use std::rc::Rc;

/// Lists the texts of all fluents that can hold in some state, sorted. The list has every fluent of
/// [`ground`](crate::ground()), and may have more.
///
/// ```
/// use senet_gdl::Sheet;
/// use senet_ground::{Limits, possible_fluents};
///
/// let rules = Sheet::read(
///     "(role you) (init (at a)) (step a b) (step c d)
///      (<= (legal you (go ?y)) (true (at ?x)) (step ?x ?y))
///      (<= (next (at ?y)) (does you (go ?y)))",
/// );
/// let found = possible_fluents(&rules.description, &Limits::default())?;
/// assert_eq!(found, ["(at a)", "(at b)"]);
/// # Ok::<(), senet_ground::GroundError>(())
/// ```
pub fn possible_fluents(
    description: &Description,
    limits: &Limits,
) -> Result<Vec<String>, GroundError> {
    must_be_safe(description)?;
    let description = split_disjunctions(description);
    let mut charge = limits.memory.charge("making clauses");
    charge.set(clause_bytes(&description))?;
    let clauses = clauses(&description).map_err(GroundError::Rule)?;
    let mut program = Program::of(clauses);
    let queries = Queries::of(&mut program);
    weaken(&mut program, &queries);
    keep_needed(&mut program, &queries);
    let options = GroundOptions {
        limits: limits.clone(),
        ..GroundOptions::default()
    };
    let symbols = &description.symbols;
    let (world, _) = derive(&program, &queries, symbols, &options, Kept::Tuples)?;
    let fluents = firsts(&world, queries.holds).into_iter();
    let mut texts: Vec<String> = fluents
        .map(|term| world.terms.text(term, symbols))
        .collect();
    texts.sort_unstable();
    Ok(texts)
}

/// Removes conditions that only reject from the dynamic rules.
fn weaken(program: &mut Program, queries: &Queries) {
    let dynamic = queries.dynamic(program);
    let given = [queries.holds, queries.does];
    for rule in &mut program.rules {
        if dynamic[rule.head.pred] {
            *rule = Rc::new(weakened(rule, &dynamic, &given));
        }
    }
}

fn weakened(rule: &Rule, dynamic: &[bool], given: &[Pred]) -> Rule {
    let mut body: Vec<Test> = rule.body.clone();
    // A dynamic fact may always be absent.
    body.retain(|test| !matches!(test, Test::Fails(literal) if dynamic[literal.pred]));
    let mut at = 0;
    while at < body.len() {
        let derived = |test: &Test| {
            let literal = test.positive();
            literal.is_some_and(|l| dynamic[l.pred] && !given.contains(&l.pred))
        };
        match derived(&body[at]) && only_rejects(rule, &body, at, given) {
            true => _ = body.remove(at),
            false => at += 1,
        }
    }
    let bound: FxHashSet<usize> = positive_variables(&body);
    body.retain(|test| test.variables().iter().all(|v| bound.contains(v)));
    Rule {
        head: rule.head.clone(),
        body,
        ..*rule
    }
}

/// Returns true if a condition only rejects: state and moves bind each of its variables that the rule uses elsewhere.
fn only_rejects(rule: &Rule, body: &[Test], at: usize, given: &[Pred]) -> bool {
    let others = || {
        body.iter()
            .enumerate()
            .filter(move |(other, _)| *other != at)
    };
    let binds = |variable: usize| {
        let mut literals = others().filter_map(|(_, test)| test.positive());
        literals.any(|l| given.contains(&l.pred) && l.variables().contains(&variable))
    };
    let used = |variable: usize| {
        let mut tests = others().map(|(_, test)| test);
        rule.head.variables().contains(&variable)
            || tests.any(|test| test.variables().contains(&variable))
    };
    let mut variables = body[at].variables().into_iter();
    variables.all(|variable| binds(variable) || !used(variable))
}

fn positive_variables(body: &[Test]) -> FxHashSet<usize> {
    let literals = body.iter().filter_map(Test::positive);
    literals.flat_map(|literal| literal.variables()).collect()
}

/// Drops the rules that neither fluents nor moves need.
fn keep_needed(program: &mut Program, queries: &Queries) {
    let roots = [queries.role, queries.init, queries.legal, queries.next];
    let needed = program.closure(&roots);
    program.rules.retain(|rule| needed[rule.head.pred]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::StopReason;
    use crate::program::tests::{program, text};
    use senet_gdl::Sheet;

    fn check_weakened(rules: &str, expected: &str) {
        let (mut program, symbols) = program(rules);
        let queries = Queries::of(&mut program);
        weaken(&mut program, &queries);
        let rules = text(&program, &symbols);
        assert_eq!(rules.lines().next(), Some(expected), "{rules}");
    }

    #[test]
    fn leaves_out_conditions_that_only_reject() {
        check_weakened(
            "(<= (legal x (go ?a)) (true (at ?a)) (free ?a ?b)) (<= (free ?a ?b) (true (at ?a)) (true (at ?b)))",
            "legal(x go(A)) <- true(at(A))",
        );
        check_weakened(
            "(<= (legal x (go ?a)) (true (at ?a)) (not (free ?a))) (<= (free ?a) (true (at ?a)))",
            "legal(x go(A)) <- true(at(A))",
        );
    }

    #[test]
    fn keeps_conditions_that_bind_a_variable() {
        check_weakened(
            "(<= (legal x (go ?b)) (true (at ?a)) (free ?a ?b)) (<= (free ?a ?b) (true (at ?a)) (true (at ?b)))",
            "legal(x go(A)) <- true(at(B)), free(B A)",
        );
        // Without it, the sum could have any first part.
        check_weakened(
            "(<= (next (sum ?c)) (lost ?a) (plus ?a ?c)) (<= (lost ?a) (true (at ?a))) (plus a b)",
            "next(sum(A)) <- lost(B), plus(B A)",
        );
    }

    #[test]
    fn keeps_conditions_on_relations_that_never_change() {
        check_weakened(
            "(<= (legal x (go ?a)) (true (at ?a)) (good ?a) (not (bad ?a))) (good a) (bad b)",
            "legal(x go(A)) <- true(at(A)), good(A), not bad(A)",
        );
    }

    #[test]
    fn stops_at_the_step_limit() {
        let digits: String = (0..10).map(|n| format!("(d {n}) ")).collect();
        let rules = format!(
            "(role x) (init (n 0)) {digits} (<= (legal x (go ?a ?b ?c ?d)) (d ?a) (d ?b) (d ?c) (d ?d))
             (<= (next (n ?b)) (does x (go ?a ?b ?c ?d)))"
        );
        let description = Sheet::read(rules).description;
        let found = |steps| {
            let limits = Limits {
                steps,
                ..Limits::default()
            };
            possible_fluents(&description, &limits)
        };
        assert_eq!(found(1_000_000).map(|fluents| fluents.len()), Ok(10));
        match found(5_000) {
            Err(GroundError::Stopped { reason, .. }) => {
                assert_eq!(reason, StopReason::Steps(5_000));
            }
            other => panic!("{other:?}"),
        }
    }
}
