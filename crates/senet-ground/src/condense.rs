//! Splits rules so that joins enumerate no useless combinations.
//!
//! Take `p(X) ← q(X,Y), r(Y,Z), s(Z)`. A single join enumerates every (X,Y,Z). Only `r` and `s` use `Z`, so they
//! become a helper `h(Y) ← r(Y,Z), s(Z)`, and the rule becomes `p(X) ← q(X,Y), h(Y)`, which may be split again. Rules
//! share equal helpers, so the network gets common subexpressions early.
//!
//! Very long rules are shortened first: conditions on the same variables become a helper, which has at most as many
//! tuples as each of them.

use crate::program::{Literal, Pred, Program, Rule, Test};
use crate::renumber::{append_variables, renumber_tests};
use rustc_hash::FxHashMap;
use senet_gdl::Pattern;
use std::rc::Rc;

/// Longer rules are only shortened: choosing a split takes quadratic time.
const MAX_CONDITIONS: usize = 64;
/// Rules with more variables are not split.
const MAX_VARIABLES: usize = 64;
/// The number of conditions in a helper of a long rule.
const CHUNK: usize = 8;

/// Helpers by definition, with canonical variable numbers.
pub type Helpers = FxHashMap<Definition, Pred>;

/// The definition of a helper.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Definition {
    body: Vec<Test>,
    arity: usize,
    is_guard: bool,
}

/// Splits every rule as long as this makes its largest join smaller. Returns the helpers.
pub fn condense(program: &mut Program) -> Helpers {
    let mut helpers = Helpers::default();
    let rules = std::mem::take(&mut program.rules);
    condense_more(program, &mut helpers, rules);
    helpers
}

/// Adds rules to a program, split in the same way; existing helpers are reused.
pub fn condense_more(program: &mut Program, helpers: &mut Helpers, rules: Vec<Rc<Rule>>) {
    let mut open = rules;
    open.reverse();
    while let Some(rule) = open.pop() {
        match split(program, helpers, &rule) {
            Some(parts) => open.extend(parts.into_iter().rev().map(Rc::new)),
            None => program.rules.push(rule),
        }
    }
}

/// A set of conditions to split off.
struct Part {
    /// The conditions.
    conditions: Vec<usize>,
    /// The variables that the rest of the rule needs.
    interface: Vec<usize>,
    /// Variables that no positive condition of the part binds.
    unbound: Vec<usize>,
    /// All variables of the part.
    bag: Vec<usize>,
}

/// The rules that replace a rule, helpers first; `None` if the rule should stay.
fn split(program: &mut Program, helpers: &mut Helpers, rule: &Rule) -> Option<Vec<Rule>> {
    if rule.body.len() > MAX_CONDITIONS {
        return shorten(program, helpers, rule);
    }
    if rule.body.len() < 2 || rule.variables > MAX_VARIABLES {
        return None;
    }
    let variables: Vec<Vec<usize>> = rule.body.iter().map(Test::variables).collect();
    let part = best_part(rule, &variables)?;
    let mut body: Vec<Test> = part
        .conditions
        .iter()
        .map(|&c| rule.body[c].clone())
        .collect();
    let mut added = Vec::new();
    body.extend(guards(
        program, helpers, rule, &variables, &part, &mut added,
    )?);
    let of = rule.head.pred;
    let helper = helper(
        program,
        helpers,
        of,
        body,
        &part.interface,
        false,
        &mut added,
    );
    let kept = (0..rule.body.len())
        .filter(|c| !part.conditions.contains(c))
        .map(|c| rule.body[c].clone());
    let body = kept.chain([Test::Holds(helper)]).collect();
    added.push(Rule {
        head: rule.head.clone(),
        body,
        variables: rule.variables,
        source: None,
    });
    Some(added)
}

/// Replaces positive conditions on the same variables by helpers; `None` if that does not help.
fn shorten(program: &mut Program, helpers: &mut Helpers, rule: &Rule) -> Option<Vec<Rule>> {
    let of = rule.head.pred;
    let mut added = Vec::new();
    let mut body = Vec::new();
    for (variables, conditions) in by_variables(rule) {
        for chunk in conditions.chunks(CHUNK) {
            let tests: Vec<Test> = chunk.iter().map(|&c| rule.body[c].clone()).collect();
            let same = variables.as_deref().filter(|_| tests.len() > 1);
            body.extend(match same {
                Some(interface) => {
                    let helper = helper(program, helpers, of, tests, interface, false, &mut added);
                    vec![Test::Holds(helper)]
                }
                None => tests,
            });
        }
    }
    let shortened = Rule {
        head: rule.head.clone(),
        body,
        variables: rule.variables,
        source: None,
    };
    let is_shorter = shortened.body.len() < rule.body.len();
    is_shorter.then(|| added.into_iter().chain([shortened]).collect())
}

/// Groups the conditions by their variables, in the order of the rule. Negative conditions stand alone.
fn by_variables(rule: &Rule) -> Vec<(Option<Vec<usize>>, Vec<usize>)> {
    let mut groups: Vec<(Option<Vec<usize>>, Vec<usize>)> = Vec::new();
    let mut places: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
    for (condition, test) in rule.body.iter().enumerate() {
        let variables = test.positive().map(|literal| {
            let mut variables = literal.variables();
            variables.sort_unstable();
            variables
        });
        let place = match &variables {
            Some(variables) => *places.entry(variables.clone()).or_insert(groups.len()),
            None => groups.len(),
        };
        if place == groups.len() {
            groups.push((variables, Vec::new()));
        }
        groups[place].1.push(condition);
    }
    groups
}

/// The useful part with the fewest variables.
fn best_part(rule: &Rule, variables: &[Vec<usize>]) -> Option<Part> {
    let head = rule.head.variables();
    let mut all: Vec<usize> = variables.concat();
    all.sort_unstable();
    all.dedup();
    let inner: Vec<usize> = all.iter().copied().filter(|v| !head.contains(v)).collect();
    let mut best: Option<Part> = None;
    for conditions in candidates(variables, &inner) {
        let part = part(rule, variables, &inner, conditions);
        let better = best.as_ref().is_none_or(|best| {
            part.as_ref()
                .is_some_and(|part| part.bag.len() < best.bag.len())
        });
        if let Some(part) = part.filter(|part| part.bag.len() < all.len() && better) {
            best = Some(part);
        }
    }
    best
}

/// Candidate parts: per inner variable its conditions, and all conditions connected through inner variables.
fn candidates(variables: &[Vec<usize>], inner: &[usize]) -> Vec<Vec<usize>> {
    let mentioning = |wanted: &dyn Fn(&usize) -> bool| -> Vec<usize> {
        (0..variables.len())
            .filter(|&c| variables[c].iter().any(wanted))
            .collect()
    };
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut seen: Vec<usize> = Vec::new();
    for &start in inner {
        if seen.contains(&start) {
            continue;
        }
        let mut component = vec![start];
        let mut at = 0;
        while let Some(&variable) = component.get(at) {
            for mentioned in variables.iter().filter(|vs| vs.contains(&variable)) {
                let new = mentioned
                    .iter()
                    .filter(|v| inner.contains(v) && !component.contains(v));
                let new: Vec<usize> = new.copied().collect();
                component.extend(new);
            }
            at += 1;
        }
        seen.extend(&component);
        found.push(mentioning(&|v| component.contains(v)));
    }
    for variable in inner {
        let conditions = mentioning(&|v| v == variable);
        if !found.contains(&conditions) {
            found.push(conditions);
        }
    }
    found
}

/// Describes a set of conditions; `None` if splitting it off gains nothing.
fn part(
    rule: &Rule,
    variables: &[Vec<usize>],
    inner: &[usize],
    conditions: Vec<usize>,
) -> Option<Part> {
    let mut bag: Vec<usize> = Vec::new();
    let mut bound: Vec<usize> = Vec::new();
    for &condition in &conditions {
        for &variable in &variables[condition] {
            if !bag.contains(&variable) {
                bag.push(variable);
            }
            if rule.body[condition].positive().is_some() {
                bound.push(variable);
            }
        }
    }
    let only_here = |v: &usize| {
        (0..variables.len()).all(|c| conditions.contains(&c) || !variables[c].contains(v))
    };
    let (gone, interface): (Vec<usize>, Vec<usize>) =
        bag.iter().partition(|v| inner.contains(v) && only_here(v));
    let unbound: Vec<usize> = bag.iter().copied().filter(|v| !bound.contains(v)).collect();
    let useful = !gone.is_empty() && !gone.iter().any(|v| unbound.contains(v));
    useful.then_some(Part {
        conditions,
        interface,
        unbound,
        bag,
    })
}

/// Conditions that bind the unbound variables of a part; `None` if there are too few. The rest of the rule keeps
/// them too, so adding them to the part does not change the rule.
fn guards(
    program: &mut Program,
    helpers: &mut Helpers,
    rule: &Rule,
    variables: &[Vec<usize>],
    part: &Part,
    added: &mut Vec<Rule>,
) -> Option<Vec<Test>> {
    let mut needed = part.unbound.clone();
    let mut guards = Vec::new();
    while !needed.is_empty() {
        let binds = |c: usize| variables[c].iter().filter(|v| needed.contains(v)).count();
        let outside = |&c: &usize| {
            !part.conditions.contains(&c) && rule.body[c].positive().is_some() && binds(c) > 0
        };
        let guard = (0..rule.body.len()).filter(outside).max_by_key(|&c| {
            (
                binds(c),
                std::cmp::Reverse(variables[c].len()),
                std::cmp::Reverse(c),
            )
        })?;
        let given: Vec<usize> = variables[guard]
            .iter()
            .copied()
            .filter(|v| part.bag.contains(v))
            .collect();
        needed.retain(|v| !given.contains(v));
        if given.len() == variables[guard].len() {
            guards.push(rule.body[guard].clone());
        } else {
            let of = rule.head.pred;
            let body = vec![rule.body[guard].clone()];
            guards.push(Test::Holds(helper(
                program, helpers, of, body, &given, true, added,
            )));
        }
    }
    Some(guards)
}

/// A literal for the helper with this body and these arguments. Adds its rule unless it exists.
fn helper(
    program: &mut Program,
    helpers: &mut Helpers,
    of: Pred,
    body: Vec<Test>,
    interface: &[usize],
    is_guard: bool,
    added: &mut Vec<Rule>,
) -> Literal {
    let mut order = interface.to_vec();
    append_variables(&body, &mut order);
    let definition = Definition {
        body: renumber_tests(&body, &order),
        arity: interface.len(),
        is_guard,
    };
    let pred = match helpers.get(&definition) {
        Some(&pred) => pred,
        None => {
            let pred = program.helper(of, interface.len());
            program.predicates[pred].is_guard = is_guard;
            let args = (0..interface.len()).map(Pattern::Variable).collect();
            added.push(Rule {
                head: Literal { pred, args },
                body: definition.body.clone(),
                variables: order.len(),
                source: None,
            });
            helpers.insert(definition, pred);
            pred
        }
    };
    Literal {
        pred,
        args: interface.iter().map(|&v| Pattern::Variable(v)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{Sheet, clauses};

    fn condensed(text: &str) -> Program {
        let sheet = Sheet::read(text);
        let mut program = Program::of(clauses(&sheet.description).unwrap());
        condense(&mut program);
        program
    }

    fn widest(program: &Program) -> usize {
        let width = |rule: &Rule| {
            let mut all: Vec<usize> = rule.body.iter().flat_map(Test::variables).collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        program
            .rules
            .iter()
            .map(|rule| width(rule))
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn chains_are_projected_early() {
        assert_eq!(
            widest(&condensed("(<= (p ?x) (q ?x ?y) (r ?y ?z) (s ?z))")),
            2
        );
    }

    #[test]
    fn equal_helpers_are_shared() {
        let program = condensed("(<= (p ?x) (q ?x ?y) (r ?y ?z)) (<= (t ?a) (u ?a ?b) (r ?b ?c))");
        assert_eq!(program.rules.len(), 3);
    }

    #[test]
    fn long_rules_are_shortened() {
        let positive: String = (0..5000).map(|n| format!("(p{n} ?x) q{n} ")).collect();
        let program = condensed(&format!("(<= (r ?x) {positive} (not (s ?x)))"));
        let longest = program.rules.iter().map(|rule| rule.body.len()).max();
        assert!(longest <= Some(MAX_CONDITIONS));
    }

    #[test]
    fn negated_conditions_take_their_guards_along() {
        let program = condensed("(<= p (q ?x ?y) (r ?y ?z) (not (s ?x ?z)) (t ?x ?w))");
        for rule in &program.rules {
            let bound: Vec<usize> = rule
                .body
                .iter()
                .filter_map(Test::positive)
                .flat_map(Literal::variables)
                .collect();
            assert!(
                rule.body
                    .iter()
                    .flat_map(Test::variables)
                    .all(|v| bound.contains(&v))
            );
            assert!(rule.head.variables().iter().all(|v| bound.contains(v)));
        }
    }
}
