//! The fluents and moves that a sheet declares with `base` and `input`.

use senet_engine::{Game, QueryLimits, Reference, Stopped};
use senet_gdl::{Description, Relation, Rule, Symbol, Term};
use std::collections::HashSet;

/// The declared fluents and moves, as text. `None` for a relation without declarations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declarations {
    /// All fluents that `base` declares.
    pub base: Option<HashSet<String>>,
    /// All moves that `input` declares, each as `(does ROLE MOVE)`.
    pub input: Option<HashSet<String>>,
}

impl Declarations {
    /// Evaluates the declarations of a playable description.
    ///
    /// Like `init`, the declarations do not depend on the state. So this function replaces `init` by the declaration and computes
    /// the initial state.
    pub fn of(description: &Description, limits: &QueryLimits) -> Result<Declarations, Stopped> {
        Ok(Declarations {
            base: declared(description, (Symbol::BASE, 1), limits)?,
            input: declared(description, (Symbol::INPUT, 2), limits)?,
        })
    }

    /// The text of a move in [`Declarations::input`].
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
        .retain(|rule| !depends_on_state(rule.head.relation));
    for rule in rules.rules.iter_mut().filter(|rule| is_declaration(rule)) {
        replace_by_init(rule);
    }
    let game = Reference::new(&rules, limits.clone())?;
    Ok(Some(game.fluents(&game.initial()?).into_iter().collect()))
}

/// Returns whether the relation is about states. The declarations do not need such relations.
fn depends_on_state(relation: Symbol) -> bool {
    let state_relations = [
        Symbol::INIT,
        Symbol::NEXT,
        Symbol::LEGAL,
        Symbol::GOAL,
        Symbol::TERMINAL,
        Symbol::SEES,
    ];
    state_relations.contains(&relation)
}

/// Turns `(base F)` into `(init F)`, and `(input R M)` into `(init (does R M))`.
fn replace_by_init(rule: &mut Rule) {
    if rule.head.relation == Symbol::INPUT {
        let args = std::mem::take(&mut rule.head.args);
        rule.head.args = vec![Term::Function(Symbol::DOES, args, rule.head.span)];
    }
    rule.head.relation = Symbol::INIT;
}
