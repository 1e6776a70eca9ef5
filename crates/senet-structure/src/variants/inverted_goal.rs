//! Inverted goal: whatever was worth v is worth 100 − v.

use super::NotApplicable;
use super::edit::{constant, fact, rename_rule};
use crate::{Position, Positions};
use senet_gdl::{Description, Literal, Rule, Sentence, Span, Symbol, Symbols, Term, goal_values};

/// The sheet with all goals inverted.
///
/// Constants in conclusions are replaced, and in tables if nothing else is looked up by them. Where the value comes from the state, the old goal
/// becomes a relation of its own and a table leads from its values to the new ones.
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
    let positions = Positions::of(description);
    let class = positions.class(GOAL_VALUE);
    if is_table(description, &positions) {
        return replace(&mut changed, &|p| positions.class(p) == class).map(|()| changed);
    }
    look_up(&mut changed)?;
    Ok(changed)
}

const GOAL_VALUE: Position = Position {
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

/// Whether goal values stand in facts of the sheet and in conclusions of goals, and nowhere else.
fn is_table(description: &Description, positions: &Positions) -> bool {
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

/// 100 − v as a word.
fn inverted(symbols: &mut Symbols, value: Symbol) -> Result<Symbol, NotApplicable> {
    let text = symbols.key(value).to_owned();
    match text.parse::<i32>() {
        Ok(number @ 0..=100) => Ok(symbols.intern(&(100 - number).to_string())),
        _ => Err(NotApplicable::range("a goal that is inverted", text)),
    }
}

/// Replaces all values at some positions.
fn replace(
    changed: &mut Description,
    is_value: &dyn Fn(Position) -> bool,
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

/// Makes the goals a relation of their own, from whose values a table leads to the new ones.
fn look_up(changed: &mut Description) -> Result<(), NotApplicable> {
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
