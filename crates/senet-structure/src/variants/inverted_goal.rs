//! Inverted goal: a goal of v becomes a goal of 100 − v.

use super::NotApplicable;
use super::rule_edits::{constant, fact, rename_rule};
use crate::{ArgumentPosition, ArgumentPositions};
use senet_gdl::{Description, Literal, Rule, Sentence, Span, Symbol, Symbols, Term, goal_values};

/// Returns the description with inverted goals.
///
/// Constants in goal heads are replaced, and also constants in lookup tables that hold only goal values. If a value
/// comes from the state, the old goal becomes an auxiliary relation, and a new table maps its values.
pub(super) fn apply(description: &Description) -> Result<Description, NotApplicable> {
    let goals: Vec<&Rule> = rules(description).collect();
    if goals.is_empty() {
        return Err(NotApplicable::nothing("goal"));
    }
    let mut changed = description.clone();
    let constants = goals.iter().all(|rule| value(rule).is_some());
    if constants {
        return replace(&mut changed, &|p| p == GOAL_VALUE).map(|()| changed);
    }
    let positions = ArgumentPositions::of(description);
    let class = positions.class(GOAL_VALUE);
    if is_table(description, &positions) {
        return replace(&mut changed, &|p| positions.class(p) == class).map(|()| changed);
    }
    map_values(&mut changed)?;
    Ok(changed)
}

const GOAL_VALUE: ArgumentPosition = ArgumentPosition {
    name: Symbol::GOAL,
    arity: 2,
    index: 1,
};

fn rules(description: &Description) -> impl Iterator<Item = &Rule> {
    let rules = description.rules.iter();
    rules.filter(|rule| rule.head.relation == Symbol::GOAL && rule.head.args.len() == 2)
}

fn value(rule: &Rule) -> Option<Symbol> {
    match rule.head.args[1] {
        Term::Constant(value, _) => Some(value),
        _ => None,
    }
}

/// Returns true if goal values occur only in facts of the rule sheet and in the heads of goal rules.
fn is_table(description: &Description, positions: &ArgumentPositions) -> bool {
    let class = positions.class(GOAL_VALUE);
    let members = class.map(|class| positions.members(class));
    members.unwrap_or_default().into_iter().all(|p| {
        p.name == Symbol::GOAL
            || description.rules.iter().all(|rule| {
                let is_here = rule.head.signature() == (p.name, p.arity);
                let fact_of_sheet = rule.body.is_empty() && !p.name.is_keyword();
                !is_here || fact_of_sheet
            }) && description
                .rules
                .iter()
                .any(|rule| rule.head.signature() == (p.name, p.arity))
    })
}

/// Returns the symbol for 100 − v.
fn inverted(symbols: &mut Symbols, value: Symbol) -> Result<Symbol, NotApplicable> {
    let text = symbols.key(value).to_owned();
    match text.parse::<i32>() {
        Ok(number @ 0..=100) => Ok(symbols.intern(&(100 - number).to_string())),
        _ => Err(NotApplicable::range("an inverted goal", text)),
    }
}

/// Replaces all goal values at some positions.
fn replace(
    changed: &mut Description,
    is_value: &dyn Fn(ArgumentPosition) -> bool,
) -> Result<(), NotApplicable> {
    let mut values: Vec<Symbol> = goal_values(changed).into_iter().collect();
    values.sort();
    let mut pairs = Vec::new();
    for value in values {
        pairs.push((value, inverted(&mut changed.symbols, value)?));
    }
    let renamed = |position, constant| {
        let pair = pairs.iter().find(|(old, _)| *old == constant);
        Some(
            pair.filter(|_| is_value(position))
                .map_or(constant, |p| p.1),
        )
    };
    let rules = changed.rules.iter();
    changed.rules = rules
        .filter_map(|rule| rename_rule(rule, &renamed))
        .collect();
    Ok(())
}

/// Renames the old `goal` relation, and defines a new one by a table from old to new values.
fn map_values(changed: &mut Description) -> Result<(), NotApplicable> {
    let mut values: Vec<Symbol> = goal_values(changed).into_iter().collect();
    values.sort();
    let symbols = &mut changed.symbols;
    let (before, table) = (symbols.fresh("goal_before"), symbols.fresh("instead_of"));
    let [role, old, new] = ["?role", "?old", "?new"].map(|name| symbols.intern(name));
    let mut facts = Vec::new();
    for value in values {
        let other = inverted(symbols, value)?;
        facts.push(fact(table, vec![constant(value), constant(other)]));
    }
    for rule in &mut changed.rules {
        if rule.head.relation == Symbol::GOAL {
            rule.head.relation = before;
        }
        for literal in &mut rule.body {
            *literal = literal.map_sentences(&|s| {
                let mut s = s.clone();
                if s.relation == Symbol::GOAL {
                    s.relation = before;
                }
                Literal::Holds(s)
            });
        }
    }
    let variable = |name| Term::Variable(name, Span::default());
    let sentence = |relation, args| Sentence {
        relation,
        args,
        span: Span::default(),
    };
    changed.rules.push(Rule {
        head: sentence(Symbol::GOAL, vec![variable(role), variable(new)]),
        body: vec![
            Literal::Holds(sentence(before, vec![variable(role), variable(old)])),
            Literal::Holds(sentence(table, vec![variable(old), variable(new)])),
        ],
        span: Span::default(),
    });
    changed.rules.extend(facts);
    Ok(())
}
