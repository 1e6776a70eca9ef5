//! Finds step counters: fluents that advance by one successor in every step, whatever the players do.

use super::positions::{dynamic_relations, positive_sentence};
use super::successors::{End, Successor};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Dependencies, Description, OutOfTime, Rule, Sentence, Symbol, Term};

/// A fluent with one argument that counts steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepCounter {
    /// The name of the fluent.
    pub fluent: Symbol,
    /// The successor relation by which it counts.
    pub relation: Symbol,
    /// True if the fluent counts down.
    pub is_countdown: bool,
    /// The initial value.
    pub start: Symbol,
    /// The values at which rules for `terminal` test the counter. All of them lie in the chain by which it counts.
    pub limits: Vec<Symbol>,
}

/// Finds all step counters.
///
/// A step counter has one argument and one initial value. One of its `next` rules steps to the successor in a chain
/// that is not a cycle. None of its `next` rules depends on moves or on other fluents.
pub fn counters(
    description: &Description,
    successors: &[Successor],
    deadline: &Deadline,
) -> Result<Vec<StepCounter>, OutOfTime> {
    let dynamic = dynamic_relations(description);
    let mut found: Vec<StepCounter> = Vec::new();
    for rule in &description.rules {
        let Some((fluent, relation, is_countdown)) = counting_rule(rule, successors) else {
            continue;
        };
        deadline.check()?;
        if found.iter().any(|counter| counter.fluent == fluent)
            || !is_autonomous(description, fluent, &dynamic)
        {
            continue;
        }
        if let Some(start) = start(description, fluent) {
            found.push(StepCounter {
                fluent,
                relation,
                is_countdown,
                start,
                limits: limits(description, fluent, relation, successors),
            });
        }
    }
    Ok(found)
}

/// Matches a sentence about a fluent with one argument, such as `(true (step ?n))`. Returns the name and the argument.
pub(crate) fn unary_fluent(sentence: &Sentence, keyword: Symbol) -> Option<(Symbol, &Term)> {
    match &sentence.args[..] {
        [Term::Function(name, args, _)] if sentence.relation == keyword && args.len() == 1 => {
            Some((*name, &args[0]))
        }
        _ => None,
    }
}

/// Returns the fluent, the relation and whether it counts down, if the rule counts.
fn counting_rule(rule: &Rule, successors: &[Successor]) -> Option<(Symbol, Symbol, bool)> {
    let (fluent, Term::Variable(after, _)) = unary_fluent(&rule.head, Symbol::NEXT)? else {
        return None;
    };
    let conditions: Vec<_> = rule.body.iter().filter_map(positive_sentence).collect();
    let before = conditions
        .iter()
        .find_map(|s| match unary_fluent(s, Symbol::TRUE)? {
            (name, Term::Variable(before, _)) if name == fluent => Some(*before),
            _ => None,
        })?;
    conditions.iter().find_map(|s| {
        let [Term::Variable(a, _), Term::Variable(b, _)] = &s.args[..] else {
            return None;
        };
        let known = successors.iter().find(|k| k.relation == s.relation)?;
        if known.chains.iter().any(|chain| chain.end == End::Cyclic) {
            return None;
        }
        match (*a == before && b == after, *b == before && a == after) {
            _ if known.both_ways => None,
            (true, _) => Some((fluent, s.relation, false)),
            (_, true) => Some((fluent, s.relation, true)),
            _ => None,
        }
    })
}

/// Returns true if the next value of the fluent depends on nothing but its current value.
fn is_autonomous(
    description: &Description,
    fluent: Symbol,
    dynamic: &FxHashSet<(Symbol, usize)>,
) -> bool {
    let rules = description.rules.iter();
    let mut own = rules.filter(|rule| {
        unary_fluent(&rule.head, Symbol::NEXT).is_some_and(|(name, _)| name == fluent)
    });
    own.all(|rule| {
        rule.body_sentences().into_iter().all(|(s, _)| {
            unary_fluent(s, Symbol::TRUE).is_some_and(|(name, _)| name == fluent)
                || !dynamic.contains(&s.signature())
        })
    })
}

fn start(description: &Description, fluent: Symbol) -> Option<Symbol> {
    let rules = description.rules.iter();
    let mut starts = rules.filter(|rule| {
        unary_fluent(&rule.head, Symbol::INIT).is_some_and(|(name, _)| name == fluent)
    });
    match (starts.next()?, starts.next()) {
        (rule, None) if rule.body.is_empty() => constant(unary_fluent(&rule.head, Symbol::INIT)?.1),
        _ => None,
    }
}

fn constant(term: &Term) -> Option<Symbol> {
    match term {
        Term::Constant(constant, _) => Some(*constant),
        _ => None,
    }
}

/// Returns the values at which matches end. They occur in a `terminal` rule, or in a rule with one condition that
/// `terminal` depends on. A value outside the chain is replaced by the values that precede it.
fn limits(
    description: &Description,
    fluent: Symbol,
    relation: Symbol,
    successors: &[Successor],
) -> Vec<Symbol> {
    let ends: FxHashSet<_> = Dependencies::of(description)
        .closure(|(name, _)| name == Symbol::TERMINAL)
        .into_iter()
        .collect();
    let mut found = FxHashSet::default();
    for rule in &description.rules {
        let is_end = rule.head.relation == Symbol::TERMINAL
            || rule.body.len() == 1 && ends.contains(&rule.head.signature());
        if is_end {
            found.extend(limits_asked_by(rule, fluent));
        }
    }
    let in_row = |c: Symbol| {
        let known = successors.iter().find(|s| s.relation == relation);
        known.is_some_and(|s| s.chain_of(c).is_some())
    };
    let predecessors = predecessors(description, fluent);
    let mut limits: FxHashSet<Symbol> = FxHashSet::default();
    for limit in found {
        match in_row(limit) {
            true => drop(limits.insert(limit)),
            false => limits.extend(predecessors.get(&limit).into_iter().flatten()),
        }
    }
    let mut limits: Vec<Symbol> = limits.into_iter().filter(|&l| in_row(l)).collect();
    limits.sort();
    limits
}

/// Returns the counter values that the body of a rule requires.
fn limits_asked_by(rule: &Rule, fluent: Symbol) -> impl Iterator<Item = Symbol> + '_ {
    let conditions = rule.body.iter().filter_map(positive_sentence);
    conditions.filter_map(move |s| match unary_fluent(s, Symbol::TRUE)? {
        (name, term) if name == fluent => constant(term),
        _ => None,
    })
}

/// For each value, the values from which `next` rules step to it.
fn predecessors(description: &Description, fluent: Symbol) -> FxHashMap<Symbol, FxHashSet<Symbol>> {
    let mut found: FxHashMap<Symbol, FxHashSet<Symbol>> = FxHashMap::default();
    for rule in &description.rules {
        if let Some((name, term)) = unary_fluent(&rule.head, Symbol::NEXT)
            && name == fluent
            && let Some(after) = constant(term)
        {
            let before = limits_asked_by(rule, fluent);
            found.entry(after).or_default().extend(before);
        }
    }
    found
}
