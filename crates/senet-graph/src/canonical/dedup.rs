//! Removes repeated rules and conditions.
//!
//! A repeated rule or condition does not change the game, so it must not change the key. Repetitions would also slow
//! the search down: exchanging two copies is an automorphism, so 1,000 repeated rules make a group of at least 2^1000
//! automorphisms.

use super::TooHard;
use super::normal_form::{self, NormalRule};
use super::rule_form::RuleForms;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Description, Literal, Rule, Symbol, Symbols};

/// Returns the game without repeated rules and conditions. The first copy of each stays, in the original order.
pub fn deduplicate(description: &Description, deadline: &Deadline) -> Result<Description, TooHard> {
    let rules: Vec<_> = description.rules.iter().map(dedup_rule).collect();
    let has_similar = has_similar(&description.symbols, &rules);
    let mut forms = RuleForms::new(description, deadline);
    let mut seen = FxHashSet::default();
    let mut result = Description {
        symbols: description.symbols.clone(),
        rules: Vec::new(),
    };
    for (rule, has_similar) in rules.into_iter().zip(has_similar) {
        if !has_similar || seen.insert(forms.of(&rule, &|symbol| symbol)?) {
            result.rules.push(rule);
        }
    }
    Ok(result)
}

/// Marks each rule that equals another rule once variables are ignored. Only these rules need the exact comparison.
fn has_similar(symbols: &Symbols, rules: &[Rule]) -> Vec<bool> {
    // No variable is a keyword, so one keyword can stand for all variables.
    let erase_variables = |symbol| match symbols.is_variable(symbol) {
        true => Symbol::ARROW,
        false => symbol,
    };
    let forms: Vec<NormalRule> = rules
        .iter()
        .map(|rule| normal_form::normalise_rule(rule, &erase_variables))
        .collect();
    let mut counts: FxHashMap<&NormalRule, u32> = FxHashMap::default();
    for form in &forms {
        *counts.entry(form).or_default() += 1;
    }
    forms.iter().map(|form| counts[form] > 1).collect()
}

fn dedup_rule(rule: &Rule) -> Rule {
    Rule {
        head: rule.head.clone(),
        body: dedup_literals(&rule.body),
        span: rule.span,
    }
}

fn dedup_literals(literals: &[Literal]) -> Vec<Literal> {
    let mut seen = FxHashSet::default();
    let new = literals
        .iter()
        .filter(|part| seen.insert(normal_form::normalise_literal(part, &|symbol| symbol)));
    new.map(dedup_literal).collect()
}

fn dedup_literal(literal: &Literal) -> Literal {
    match literal {
        Literal::Or(parts, span) => Literal::Or(dedup_literals(parts), *span),
        Literal::And(parts, span) => Literal::And(dedup_literals(parts), *span),
        Literal::Not(inner, span) => Literal::Not(Box::new(dedup_literal(inner)), *span),
        Literal::Holds(_) | Literal::Distinct(..) => literal.clone(),
    }
}
