//! What the rules declare by `base` and `input`.

use senet_engine::{Game, QueryLimits, Reference, Stopped};
use senet_gdl::{Description, Relation, Rule, Symbol, Term};
use std::collections::HashSet;

/// The declared facts and moves, as text. Nothing where the sheet declares nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declared {
    /// All facts that `base` lists.
    pub base: Option<HashSet<String>>,
    /// All moves that `input` lists, each as `(does ROLE MOVE)`.
    pub input: Option<HashSet<String>>,
}

impl Declared {
    /// Evaluates the declarations of a playable description.
    ///
    /// They depend on nothing that changes during a match, just like `init`, so the reasoner is asked for the initial state of
    /// rules in which the declaration stands in the place of `init`.
    pub fn of(description: &Description, limits: &QueryLimits) -> Result<Declared, Stopped> {
        Ok(Declared {
            base: declared(description, (Symbol::BASE, 1), limits)?,
            input: declared(description, (Symbol::INPUT, 2), limits)?,
        })
    }

    /// How a move is written in [`Declared::input`].
    pub fn input_text(role: &str, name: &str) -> String {
        format!("(does {role} {name})")
    }
}

fn declared(
    description: &Description,
    relation: Relation,
    limits: &QueryLimits,
) -> Result<Option<HashSet<String>>, Stopped> {
    let is_declaration = |rule: &Rule| (rule.head.relation, rule.head.args.len()) == relation;
    if !description.rules.iter().any(is_declaration) {
        return Ok(None);
    }
    let mut rules = description.clone();
    rules
        .rules
        .retain(|rule| !is_asked_of_states(rule.head.relation));
    for rule in rules.rules.iter_mut().filter(|rule| is_declaration(rule)) {
        state_initially(rule);
    }
    let game = Reference::new(&rules, limits.clone())?;
    Ok(Some(game.fluents(&game.initial()?).into_iter().collect()))
}

/// The relations that speak of states; the declarations do not need them.
fn is_asked_of_states(relation: Symbol) -> bool {
    let asked = [
        Symbol::INIT,
        Symbol::NEXT,
        Symbol::LEGAL,
        Symbol::GOAL,
        Symbol::TERMINAL,
        Symbol::SEES,
    ];
    asked.contains(&relation)
}

/// `(base F)` becomes `(init F)`, and `(input R M)` becomes `(init (does R M))`.
fn state_initially(rule: &mut Rule) {
    if rule.head.relation == Symbol::INPUT {
        let args = std::mem::take(&mut rule.head.args);
        rule.head.args = vec![Term::Function(Symbol::DOES, args, rule.head.span)];
    }
    rule.head.relation = Symbol::INIT;
}
