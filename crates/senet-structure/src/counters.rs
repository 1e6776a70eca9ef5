//! Step counters: facts of the state that go from one constant to its successor at every step, whatever is played.

use super::positions::{dynamic, plain};
use super::successors::{End, Successor};
use rustc_hash::FxHashSet;
use senet_gdl::{Dependencies, Description, Rule, Sentence, Symbol, Term};

/// A fact of the state with one argument that counts steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The fact's name; it has one argument.
    pub fluent: Symbol,
    /// The successor relation by which it counts.
    pub relation: Symbol,
    /// Whether it counts from successors to predecessors.
    pub is_countdown: bool,
    /// Where it starts.
    pub start: Symbol,
    /// Where the rules that end matches look for it: constants of the row by which it counts.
    pub limits: Vec<Symbol>,
}

/// Finds all step counters.
///
/// What counts: a fact of one argument with a `next` rule that leads from what holds to its successor in a row that is no circle, all of
/// whose `next` rules depend on nothing else that happens, and which has one value in the beginning.
pub fn counters(description: &Description, successors: &[Successor]) -> Vec<Counter> {
    let dynamic = dynamic(description);
    let mut found: Vec<Counter> = Vec::new();
    for rule in &description.rules {
        let Some((fluent, relation, is_countdown)) = counting(rule, successors) else {
            continue;
        };
        if found.iter().any(|counter| counter.fluent == fluent)
            || !goes_by_itself(description, fluent, &dynamic)
        {
            continue;
        }
        if let Some(start) = start(description, fluent) {
            found.push(Counter {
                fluent,
                relation,
                is_countdown,
                start,
                limits: limits(description, fluent, relation, successors),
            });
        }
    }
    found
}

/// The fact of one argument that a sentence such as `(true (step ?n))` speaks of, and its argument.
pub(crate) fn single(sentence: &Sentence, keyword: Symbol) -> Option<(Symbol, &Term)> {
    match &sentence.args[..] {
        [Term::Function(name, args, _)] if sentence.relation == keyword && args.len() == 1 => {
            Some((*name, &args[0]))
        }
        _ => None,
    }
}

/// Fact, relation and direction of a rule that counts.
fn counting(rule: &Rule, successors: &[Successor]) -> Option<(Symbol, Symbol, bool)> {
    let (fluent, Term::Variable(after, _)) = single(&rule.head, Symbol::NEXT)? else {
        return None;
    };
    let conditions: Vec<_> = rule.body.iter().filter_map(plain).collect();
    let before = conditions
        .iter()
        .find_map(|s| match single(s, Symbol::TRUE)? {
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

/// Whether nothing but the fact itself has a say in what it is next.
fn goes_by_itself(
    description: &Description,
    fluent: Symbol,
    dynamic: &FxHashSet<(Symbol, usize)>,
) -> bool {
    let rules = description.rules.iter();
    let mut own = rules
        .filter(|rule| single(&rule.head, Symbol::NEXT).is_some_and(|(name, _)| name == fluent));
    own.all(|rule| {
        rule.body_sentences().into_iter().all(|(s, _)| {
            single(s, Symbol::TRUE).is_some_and(|(name, _)| name == fluent)
                || !dynamic.contains(&s.signature())
        })
    })
}

fn start(description: &Description, fluent: Symbol) -> Option<Symbol> {
    let rules = description.rules.iter();
    let mut starts = rules
        .filter(|rule| single(&rule.head, Symbol::INIT).is_some_and(|(name, _)| name == fluent));
    match (starts.next()?, starts.next()) {
        (rule, None) if rule.body.is_empty() => constant(single(&rule.head, Symbol::INIT)?.1),
        _ => None,
    }
}

fn constant(term: &Term) -> Option<Symbol> {
    match term {
        Term::Constant(constant, _) => Some(*constant),
        _ => None,
    }
}

/// The constants of the row at which matches end: those that a rule for `terminal` asks for, or a rule with no other condition for something
/// that `terminal` depends on. A constant outside the row stands for the one after which it comes.
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
    let mut found = Vec::new();
    for rule in &description.rules {
        let is_end = rule.head.relation == Symbol::TERMINAL
            || rule.body.len() == 1 && ends.contains(&rule.head.signature());
        if is_end {
            found.extend(asked(rule, fluent));
        }
    }
    let in_row = |c: Symbol| {
        let known = successors.iter().find(|s| s.relation == relation);
        known.is_some_and(|s| s.chain_of(c).is_some())
    };
    let mut limits: Vec<Symbol> = Vec::new();
    for limit in found {
        let real = match in_row(limit) {
            true => vec![limit],
            false => leads_to(description, fluent, limit),
        };
        limits.extend(real.into_iter().filter(|&l| in_row(l)));
    }
    limits.sort();
    limits.dedup();
    limits
}

/// The constants for which a rule's conditions ask.
fn asked(rule: &Rule, fluent: Symbol) -> impl Iterator<Item = Symbol> + '_ {
    let conditions = rule.body.iter().filter_map(plain);
    conditions.filter_map(move |s| match single(s, Symbol::TRUE)? {
        (name, term) if name == fluent => constant(term),
        _ => None,
    })
}

/// The constants from which rules lead to this one.
fn leads_to(description: &Description, fluent: Symbol, after: Symbol) -> Vec<Symbol> {
    let rules = description.rules.iter();
    let leading = rules.filter(|rule| {
        single(&rule.head, Symbol::NEXT)
            .is_some_and(|(name, term)| name == fluent && constant(term) == Some(after))
    });
    leading.flat_map(|rule| asked(rule, fluent)).collect()
}
