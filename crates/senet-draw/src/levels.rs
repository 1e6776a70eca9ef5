//! Finds boards that are filled again and again. When all places are taken, the board is emptied and a counter goes
//! up. The picture shows the finished levels below the board.

use crate::plan::is_on_board;
use crate::space::{BoardSpace, LevelCounter};
use senet_gdl::{Deadline, Description, Literal, Rule, Sentence, Symbol, Term};
use senet_structure::{ArgumentPosition, Structure, fluents};

/// The largest number of levels.
const MOST: usize = 20;

/// Finds the fluent that counts the finished levels of each board.
pub fn find(
    description: &Description,
    structure: &Structure,
    spaces: &mut [BoardSpace],
    deadline: &Deadline,
) {
    for at in (0..spaces.len()).take_while(|_| !deadline.is_over()) {
        let Some(event) = emptying_event(description, &spaces[at]) else {
            continue;
        };
        let amounts = fluents(description).into_iter().filter(|&(name, arity)| {
            let word = description.symbols.key(name);
            arity == 1
                && !is_on_board(spaces, word, arity)
                && changes_with(description, name, event)
        });
        let found = amounts.filter_map(|(name, _)| level_counter(description, structure, name));
        spaces[at].levels = found.into_iter().next();
    }
}

/// Finds the event that empties a board of named places. Each `next` rule of the board requires its absence, and the
/// event requires all places.
fn emptying_event(description: &Description, space: &BoardSpace) -> Option<Symbol> {
    let [layer] = &space.layers[..] else {
        return None;
    };
    if space.named.is_empty() || !layer.contents.is_empty() || layer.arity != 1 {
        return None;
    }
    let mut own = rules_for(description, &layer.name);
    let first = own.next()?;
    let mut events = first.body.iter().filter_map(negated_event);
    let everywhere = |event: &Symbol| {
        rules_for(description, &layer.name)
            .all(|rule| rule.body.iter().any(|l| negated_event(l) == Some(*event)))
    };
    events.find(|event| everywhere(event) && requires_all_places(description, *event, space))
}

/// Returns the `next` rules for a fluent.
fn rules_for<'a>(description: &'a Description, name: &'a str) -> impl Iterator<Item = &'a Rule> {
    description.rules.iter().filter(move |rule| {
        let fact = match &rule.head.args[..] {
            [Term::Function(fact, _, _)] => description.symbols.key(*fact),
            _ => return false,
        };
        rule.head.relation == Symbol::NEXT && fact == name
    })
}

/// Returns a negated relation without arguments.
fn negated_event(literal: &Literal) -> Option<Symbol> {
    match literal {
        Literal::Not(inner, _) => match &**inner {
            Literal::Holds(sentence) => event_of(sentence),
            _ => None,
        },
        _ => None,
    }
}

fn event_of(sentence: &Sentence) -> Option<Symbol> {
    (sentence.args.is_empty() && !sentence.relation.is_keyword()).then_some(sentence.relation)
}

/// Returns true if an event has a single rule, which requires each place by name.
fn requires_all_places(description: &Description, event: Symbol, space: &BoardSpace) -> bool {
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

/// Returns true if a unary fluent changes its value when an event happens.
fn changes_with(description: &Description, name: Symbol, event: Symbol) -> bool {
    let word = description.symbols.key(name);
    rules_for(description, word).any(|rule| {
        let [Term::Function(_, new, _)] = &rule.head.args[..] else {
            return false;
        };
        let happens =
            |literal: &Literal| matches!(literal, Literal::Holds(s) if event_of(s) == Some(event));
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

fn level_counter(
    description: &Description,
    structure: &Structure,
    name: Symbol,
) -> Option<LevelCounter> {
    let values = structure
        .ordered_coordinate(ArgumentPosition::new(name, 1, 0))?
        .values;
    let word = |symbol: Symbol| description.symbols.key(symbol).to_string();
    (values.len() <= MOST + 1).then(|| LevelCounter {
        name: word(name),
        order: values.into_iter().map(word).collect(),
    })
}
