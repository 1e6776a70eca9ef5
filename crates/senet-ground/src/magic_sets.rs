//! Magic sets: restrict large relations to the tuples that rules ask for.
//!
//! Take `attacks(U,V,X,Y)`, of which a rule asks only for `X,Y` where a king may stand. A guard is a predicate with
//! the tuples asked for, `asked(X,Y) ← true(cell(X,Y,king))`. Every rule of `attacks` gets the condition `asked(X,Y)`.
//! The guard is not part of the game: its instances are not recorded, and recorded instances omit it.
//!
//! Guards are sound because grounding over-approximates (see the crate documentation). A guard takes the positive conditions of the asking rule and
//! the negative conditions that can be decided now. Whenever an instance of the rule holds, all these conditions hold too. A guarded condition is
//! included only if an earlier guard rule of the same rule asks for it, and does not use it. Every requested tuple that can be derived without
//! guards is derived with guards, by the same instances. The proof is by induction over derivations without guards.

use crate::program::{Literal, Pred, Program, Rule, Test};
use crate::renumber::renumbered;
use rustc_hash::FxHashSet;
use senet_gdl::Pattern;
use std::rc::Rc;

/// Longer rules ask for complete relations: choosing the order of the queries takes quadratic time.
const MAX_CONDITIONS: usize = 64;
/// Maximum number of rounds. In each round relations lose their guard because a rule asks for all of them.
const MAX_ROUNDS: usize = 16;

/// Guards the predicates marked as large, where rules ask only for parts of them. Only `dynamic` predicates may be
/// large; their absence cannot be decided now. Returns the rules of the guards, which are not in the program yet.
pub fn guard(program: &mut Program, large: &[bool], dynamic: &[bool]) -> Vec<Rc<Rule>> {
    let mut guarded = large.to_vec();
    for _ in 0..MAX_ROUNDS {
        let kinds = Kinds {
            guarded: &guarded,
            dynamic,
        };
        let positions = Asked::of(program, kinds).positions;
        let is_whole = |&pred: &Pred| positions[pred].as_ref().is_some_and(Vec::is_empty);
        let whole: Vec<Pred> = (0..guarded.len()).filter(is_whole).collect();
        if whole.is_empty() {
            return add_guards(program, kinds, &positions);
        }
        whole.iter().for_each(|&pred| guarded[pred] = false);
    }
    let count = guarded.len();
    let guarded = &vec![false; count];
    add_guards(program, Kinds { guarded, dynamic }, &vec![None; count])
}

/// Properties per predicate.
#[derive(Clone, Copy)]
struct Kinds<'a> {
    guarded: &'a [bool],
    dynamic: &'a [bool],
}

/// The positions of each guarded predicate that are bound wherever a rule asks for it.
struct Asked<'a> {
    program: &'a Program,
    kinds: Kinds<'a>,
    /// Per predicate: the positions; `None` if no rule asked yet.
    positions: Vec<Option<Vec<usize>>>,
    /// Predicates whose rules must be visited again.
    open: Vec<Pred>,
}

impl Asked<'_> {
    fn of<'a>(program: &'a Program, kinds: Kinds<'a>) -> Asked<'a> {
        let mut rules_of = vec![Vec::new(); program.predicates.len()];
        for rule in &program.rules {
            rules_of[rule.head.pred].push(rule);
        }
        let mut asked = Asked {
            program,
            kinds,
            positions: vec![None; program.predicates.len()],
            open: (0..program.predicates.len())
                .filter(|&pred| !kinds.guarded[pred])
                .collect(),
        };
        while let Some(pred) = asked.open.pop() {
            rules_of[pred].iter().for_each(|rule| asked.look_at(rule));
        }
        asked
    }

    fn look_at(&mut self, rule: &Rule) {
        let known = self.positions[rule.head.pred].clone();
        for (condition, bound) in queries(rule, self.kinds, known.as_deref().unwrap_or(&[])) {
            if let Some(literal) = rule.body[condition].literal() {
                self.ask(literal, &bound);
            }
        }
    }

    /// Notes that a rule asks for a predicate with these variables bound.
    fn ask(&mut self, literal: &Literal, bound: &[usize]) {
        let arity = self.program.predicates[literal.pred].arity;
        let before = self.positions[literal.pred].take();
        let known = |&position: &usize| {
            let mut variables = Vec::new();
            literal.args[position].collect_variables(&mut variables);
            variables.iter().all(|v| bound.contains(v))
        };
        let candidates = before.clone().unwrap_or_else(|| (0..arity).collect());
        let after: Vec<usize> = candidates.into_iter().filter(known).collect();
        if before.as_ref() != Some(&after) {
            self.open.push(literal.pred);
        }
        self.positions[literal.pred] = Some(after);
    }
}

/// The guarded conditions of a rule in the order in which the rule asks for them, each with the variables bound before. Positive conditions come
/// first, ordered by the number of new variables.
fn queries(rule: &Rule, kinds: Kinds, known: &[usize]) -> Vec<(usize, Vec<usize>)> {
    let is_guarded = |&c: &usize| {
        let literal = rule.body[c].literal();
        literal.is_some_and(|literal| kinds.guarded[literal.pred])
    };
    let (mut left, free): (Vec<usize>, Vec<usize>) = (0..rule.body.len()).partition(is_guarded);
    if rule.body.len() > MAX_CONDITIONS {
        return left.into_iter().map(|c| (c, Vec::new())).collect();
    }
    let free: Vec<&Literal> = free
        .iter()
        .filter_map(|&c| rule.body[c].positive())
        .collect();
    let mut bound = Vec::new();
    let given = known.iter().map(|&position| &rule.head.args[position]);
    given.for_each(|arg| arg.collect_variables(&mut bound));
    let mut found = Vec::new();
    while !left.is_empty() {
        extend(&mut bound, &free, kinds);
        let next = cheapest(rule, &left, &bound);
        let condition = left.remove(next);
        found.push((condition, bound.clone()));
        if let Some(literal) = rule.body[condition].positive() {
            let args = literal.args.iter();
            args.for_each(|arg| arg.collect_variables(&mut bound));
        }
    }
    found
}

/// Adds variables that unguarded conditions bind: dynamic conditions always, static ones if a bound variable or a
/// constant leads to them. A static relation without such a link is only a domain; asking for each member would ask
/// for everything.
fn extend(bound: &mut Vec<usize>, free: &[&Literal], kinds: Kinds) {
    loop {
        let before = bound.len();
        for literal in free {
            let starts = |arg: &Pattern| match arg {
                Pattern::Variable(v) => bound.contains(v),
                Pattern::Constant(_) => true,
                Pattern::Function(..) => {
                    let mut variables = Vec::new();
                    arg.collect_variables(&mut variables);
                    variables.iter().any(|v| bound.contains(v))
                }
            };
            if kinds.dynamic[literal.pred] || literal.args.iter().any(starts) {
                let args = literal.args.iter();
                args.for_each(|arg| arg.collect_variables(bound));
            }
        }
        if bound.len() == before {
            return;
        }
    }
}

/// The position of the condition to ask for next.
fn cheapest(rule: &Rule, left: &[usize], bound: &[usize]) -> usize {
    let cost = |&at: &usize| {
        let test = &rule.body[left[at]];
        let variables = test.variables();
        let new = variables.iter().filter(|v| !bound.contains(v)).count();
        (test.positive().is_none(), new, variables.len())
    };
    (0..left.len()).min_by_key(cost).unwrap_or(0)
}

/// Adds a guard for each predicate with bound positions.
fn add_guards(
    program: &mut Program,
    kinds: Kinds,
    positions: &[Option<Vec<usize>>],
) -> Vec<Rc<Rule>> {
    let mut guards = vec![None; positions.len()];
    for (pred, positions) in positions.iter().enumerate() {
        let arity = positions.as_ref().map(Vec::len);
        guards[pred] = arity.map(|arity| program.guard(pred, arity));
    }
    let mut maker = Maker {
        positions,
        guards: &guards,
        kinds,
        rules: Vec::new(),
        seen: FxHashSet::default(),
    };
    for rule in &mut program.rules {
        if !kinds.guarded[rule.head.pred] || positions[rule.head.pred].is_some() {
            maker.ask(rule);
        }
        if let Some(guard) = maker.guard(&rule.head) {
            Rc::make_mut(rule).body.push(Test::Holds(guard));
        }
    }
    maker.rules
}

/// Builds the rules of guards.
struct Maker<'a> {
    positions: &'a [Option<Vec<usize>>],
    guards: &'a [Option<Pred>],
    kinds: Kinds<'a>,
    rules: Vec<Rc<Rule>>,
    seen: FxHashSet<(Literal, Vec<Test>)>,
}

impl Maker<'_> {
    /// The guard of an atom, if it has one.
    fn guard(&self, literal: &Literal) -> Option<Literal> {
        let positions = self.positions[literal.pred].iter().flatten();
        Some(Literal {
            pred: self.guards[literal.pred]?,
            args: positions.map(|&at| literal.args[at].clone()).collect(),
        })
    }

    /// Adds the rules by which a rule asks for its guarded conditions.
    fn ask(&mut self, rule: &Rule) {
        let known = self.positions[rule.head.pred].as_deref().unwrap_or(&[]);
        let order = queries(rule, self.kinds, known);
        if order.is_empty() {
            return;
        }
        let mut body: Vec<Test> = self
            .guard(&rule.head)
            .map(Test::Holds)
            .into_iter()
            .collect();
        body.extend(rule.body.iter().filter(|test| self.is_given(test)).cloned());
        for (condition, bound) in order {
            let test = &rule.body[condition];
            if let Some(head) = test.literal().and_then(|literal| self.guard(literal)) {
                self.add(head, &body, &bound);
            }
            if test.positive().is_some() {
                body.push(test.clone());
            }
        }
    }

    /// True if a condition can be tested before the rule asks for anything.
    fn is_given(&self, test: &Test) -> bool {
        match test {
            Test::Holds(literal) => !self.kinds.guarded[literal.pred],
            Test::Fails(literal) => !self.kinds.dynamic[literal.pred],
            Test::Distinct(..) => true,
        }
    }

    /// Adds a guard rule from the conditions on bound variables, unless it repeats its own head.
    fn add(&mut self, head: Literal, conditions: &[Test], bound: &[usize]) {
        let is_known = |test: &&Test| test.variables().iter().all(|v| bound.contains(v));
        let body: Vec<Test> = conditions.iter().filter(is_known).cloned().collect();
        if body.iter().any(|test| test.positive() == Some(&head)) {
            return;
        }
        let rule = renumbered(head, body);
        if self.seen.insert((rule.head.clone(), rule.body.clone())) {
            self.rules.push(Rc::new(rule));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::tests::{program, text};

    /// Guards all relations whose names start with `big`. State and moves come from `true` and `does`.
    fn check(rules: &str, expected: &str) {
        let (mut program, symbols) = program(rules);
        let names = program.predicates.iter();
        let names: Vec<&str> = names.map(|p| symbols.spelling(p.name)).collect();
        let large: Vec<bool> = names.iter().map(|name| name.starts_with("big")).collect();
        let given: Vec<Pred> = (0..names.len())
            .filter(|&pred| ["true", "does"].contains(&names[pred]))
            .collect();
        let dynamic = program.dependents(&given);
        let rules = guard(&mut program, &large, &dynamic);
        program.rules.extend(rules);
        let lines: Vec<&str> = expected.lines().map(str::trim).collect();
        assert_eq!(text(&program, &symbols), lines.join("\n"));
    }

    #[test]
    fn asks_for_counters_from_their_start() {
        check(
            "(<= (total ?n) (big 0 0 ?n))
             (<= (big 9 ?n ?n) (true (cell 9)))
             (<= (big ?c ?n ?m) (big ?d ?k ?m) (true (cell ?c)) (succ ?n ?k) (succ ?c ?d))",
            "total(A) <- big(0 0 A)
             big(9 A A) <- true(cell(9)), asked-big(9 A)
             big(A B C) <- big(D E C), true(cell(A)), succ(B E), succ(A D), asked-big(A B)
             asked-big(0 0)
             asked-big(A B) <- asked-big(C D), true(cell(C)), succ(D B), succ(C A)",
        );
    }

    #[test]
    fn asks_for_negated_conditions() {
        check(
            "(<= (legal ?x ?y) (true (at ?x)) (d ?x ?y) (distinct ?x ?y) (not (big ?x ?y)) (not (e ?y)) (not (true (at ?y))))
             (<= (big ?x ?y) (true (link ?x ?y)))",
            "legal(A B) <- true(at(A)), d(A B), not big(A B), not e(B), not true(at(B)), A /= B
             big(A B) <- true(link(A B)), asked-big(A B)
             asked-big(A B) <- true(at(A)), d(A B), not e(B), A /= B",
        );
    }

    #[test]
    fn asks_for_conditions_in_order() {
        check(
            "(<= (p ?x ?z) (big2 ?y ?z) (big1 ?x ?y) (true (at ?x)))
             (<= (big1 ?x ?y) (true (link ?x ?y)))
             (<= (big2 ?x ?y) (true (link ?x ?y)))",
            "p(A B) <- big2(C B), big1(A C), true(at(A))
             big1(A B) <- true(link(A B)), asked-big1(A)
             big2(A B) <- true(link(A B)), asked-big2(A)
             asked-big1(A) <- true(at(A))
             asked-big2(A) <- true(at(B)), big1(B A)",
        );
    }

    #[test]
    fn does_not_ask_for_each_member_of_a_domain() {
        check(
            "(<= (p ?x ?y) (true (at ?x)) (d ?y) (big ?x ?y)) (<= (big ?x ?y) (true (link ?x ?y)))",
            "p(A B) <- true(at(A)), d(B), big(A B)
             big(A B) <- true(link(A B)), asked-big(A)
             asked-big(A) <- true(at(A))",
        );
    }

    #[test]
    fn leaves_completely_needed_relations_unguarded() {
        check(
            "(<= (p ?x) (big ?x ?y)) (<= (big ?x ?y) (true (link ?x ?y)))",
            "p(A) <- big(A B)
             big(A B) <- true(link(A B))",
        );
    }

    #[test]
    fn unused_relations_ask_for_nothing() {
        check(
            "(<= (big1 ?x ?y) (big2 ?x ?y) (true (at ?x))) (<= (big2 ?x ?y) (true (link ?x ?y))) (<= (q ?x) (big2 ?x 1) (true (at ?x)))",
            "big1(A B) <- big2(A B), true(at(A))
             big2(A B) <- true(link(A B)), asked-big2(A B)
             q(A) <- big2(A 1), true(at(A))
             asked-big2(A 1) <- true(at(A))",
        );
    }
}
