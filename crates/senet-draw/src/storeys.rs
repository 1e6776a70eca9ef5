//! Boards that are filled again and again: whenever all places are taken they are emptied, and an amount goes up. What was finished lies below, storey by storey.

use crate::plan::is_on_board;
use crate::space::{Space, Storeys};
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};
use senet_structure::{Position, Structure, fluents};

/// More storeys are not drawn.
const MOST: usize = 20;

/// Finds which amount counts how often each board was filled.
pub fn find(description: &Description, structure: &Structure, spaces: &mut [Space]) {
    for at in 0..spaces.len() {
        let Some(event) = emptied_by(description, &spaces[at]) else {
            continue;
        };
        let amounts = fluents(description).into_iter().filter(|&(name, arity)| {
            let word = description.symbols.key(name);
            arity == 1
                && !is_on_board(spaces, word, arity)
                && goes_up_with(description, name, event)
        });
        let found = amounts.filter_map(|(name, _)| counted(description, structure, name));
        spaces[at].storeys = found.into_iter().next();
    }
}

/// What happens when a board of named places that are taken or not is emptied: it keeps whatever lies there from staying, and needs every place.
fn emptied_by(description: &Description, space: &Space) -> Option<Symbol> {
    let [layer] = &space.layers[..] else {
        return None;
    };
    if space.named.is_empty() || !layer.contents.is_empty() || layer.arity != 1 {
        return None;
    }
    let mut own = rules_for(description, &layer.name);
    let first = own.next()?;
    let mut events = first.body.iter().filter_map(denied);
    let everywhere = |event: &Symbol| {
        rules_for(description, &layer.name)
            .all(|rule| rule.body.iter().any(|l| denied(l) == Some(*event)))
    };
    events.find(|event| everywhere(event) && needs_all(description, *event, space))
}

/// The rules for what is so next.
fn rules_for<'a>(description: &'a Description, name: &'a str) -> impl Iterator<Item = &'a Rule> {
    description.rules.iter().filter(move |rule| {
        let fact = match &rule.head.args[..] {
            [Term::Function(fact, _, _)] => description.symbols.key(*fact),
            _ => return false,
        };
        rule.head.relation == Symbol::NEXT && fact == name
    })
}

/// A relation without arguments of which it is said that it does not hold.
fn denied(literal: &Literal) -> Option<Symbol> {
    match literal {
        Literal::Not(inner, _) => match &**inner {
            Literal::Holds(sentence) => plain(sentence),
            _ => None,
        },
        _ => None,
    }
}

fn plain(sentence: &Sentence) -> Option<Symbol> {
    (sentence.args.is_empty() && !sentence.relation.is_keyword()).then_some(sentence.relation)
}

/// Whether an event has one rule, which asks about every place by its name.
fn needs_all(description: &Description, event: Symbol, space: &Space) -> bool {
    let mut rules = description
        .rules
        .iter()
        .filter(|rule| rule.head.relation == event);
    let (Some(rule), None) = (rules.next(), rules.next()) else {
        return false;
    };
    let mut words = Vec::new();
    for (sentence, negated) in rule.body_sentences() {
        for arg in sentence.args.iter().filter(|_| !negated) {
            arg.visit(&mut |term| {
                if let Term::Constant(symbol, _) = term {
                    words.push(description.symbols.key(*symbol));
                }
            });
        }
    }
    space
        .named
        .keys()
        .all(|name| words.contains(&name.as_str()))
}

/// Whether a fact of one argument becomes another when an event happens.
fn goes_up_with(description: &Description, name: Symbol, event: Symbol) -> bool {
    let word = description.symbols.key(name);
    rules_for(description, word).any(|rule| {
        let [Term::Function(_, new, _)] = &rule.head.args[..] else {
            return false;
        };
        let happens =
            |literal: &Literal| matches!(literal, Literal::Holds(s) if plain(s) == Some(event));
        let changes = |literal: &Literal| match literal {
            Literal::Holds(sentence) => match &sentence.args[..] {
                [Term::Function(fact, old, _)] => {
                    sentence.relation == Symbol::TRUE && *fact == name && !old[0].same(&new[0])
                }
                _ => false,
            },
            _ => false,
        };
        rule.body.iter().any(happens) && rule.body.iter().any(changes)
    })
}

fn counted(description: &Description, structure: &Structure, name: Symbol) -> Option<Storeys> {
    let values = structure.ordered(Position::new(name, 1, 0))?.values;
    let word = |symbol: Symbol| description.symbols.key(symbol).to_string();
    (values.len() <= MOST + 1).then(|| Storeys {
        name: word(name),
        order: values.into_iter().map(word).collect(),
    })
}
