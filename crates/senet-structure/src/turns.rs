//! Turn fluents, read off the text of the rules.
//!
//! `senet-analyze` finds and proves turn facts on the grounded rules, which also covers other forms of rules.

use senet_gdl::{Description, Literal, Sentence, Symbol, Term};

/// The fluents that say whose turn it is: they have one argument, and a `legal` rule requires them for its own role.
pub fn turn_fluents(description: &Description) -> Vec<Symbol> {
    let mut found = Vec::new();
    for rule in &description.rules {
        let (Symbol::LEGAL, Some(role)) = (rule.head.relation, rule.head.args.first()) else {
            continue;
        };
        let conditions = rule.body.iter().filter_map(|literal| match literal {
            Literal::Holds(sentence) => fact_about(sentence, role),
            _ => None,
        });
        for name in conditions {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found.retain(|&name| is_said_of_one(description, name));
    found
}

/// The name of a fluent whose only argument is the role.
fn fact_about(sentence: &Sentence, role: &Term) -> Option<Symbol> {
    match &sentence.args[..] {
        [Term::Function(name, args, _)] if sentence.relation == Symbol::TRUE => {
            (args.len() == 1 && args[0].same(role)).then_some(*name)
        }
        _ => None,
    }
}

/// Whether at most one role has it in the initial state.
fn is_said_of_one(description: &Description, name: Symbol) -> bool {
    let said = description.rules.iter().filter(|rule| {
        rule.head.relation == Symbol::INIT
            && matches!(&rule.head.args[..], [Term::Function(n, _, _)] if *n == name)
    });
    said.clone().count() <= 1 && said.into_iter().all(|rule| rule.body.is_empty())
}
