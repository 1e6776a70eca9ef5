//! Finds turn fluents in the text of the rules.

use senet_gdl::{Description, Literal, Sentence, Symbol, Term};

/// Returns the fluents that tell whose turn it is. They have one argument, and a `legal` rule requires them for its
/// own role.
pub fn turn_fluents(description: &Description) -> Vec<Symbol> {
    let mut found = Vec::new();
    for rule in &description.rules {
        let (Symbol::LEGAL, Some(role)) = (rule.head.relation, rule.head.args.first()) else {
            continue;
        };
        let conditions = rule.body.iter().filter_map(|literal| match literal {
            Literal::Holds(sentence) => fluent_about(sentence, role),
            _ => None,
        });
        for name in conditions {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found.retain(|&name| holds_initially_for_one(description, name));
    found
}

/// Returns the name of a fluent whose only argument is the role.
fn fluent_about(sentence: &Sentence, role: &Term) -> Option<Symbol> {
    match &sentence.args[..] {
        [Term::Function(name, args, _)] if sentence.relation == Symbol::TRUE => {
            (args.len() == 1 && args[0].same(role)).then_some(*name)
        }
        _ => None,
    }
}

/// Returns true if at most one role has the fluent in the initial state.
fn holds_initially_for_one(description: &Description, name: Symbol) -> bool {
    let said = description.rules.iter().filter(|rule| {
        rule.head.relation == Symbol::INIT
            && matches!(&rule.head.args[..], [Term::Function(n, _, _)] if *n == name)
    });
    said.clone().count() <= 1 && said.into_iter().all(|rule| rule.body.is_empty())
}
