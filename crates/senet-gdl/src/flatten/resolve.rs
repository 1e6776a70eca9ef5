//! One resolution step: replaces a condition by the conditions of a rule that concludes it.

use super::unify::{Bindings, TooLarge};
use crate::clauses::{Atom, Clause, Condition, Pattern};
use crate::parser::MAX_DEPTH;

/// The maximum depth of terms, such that the parser can read the result again.
const MAX_TERM_DEPTH: usize = MAX_DEPTH - 8;

/// The maximum number of conditions of a rule.
const MAX_CONDITIONS: usize = 200;

/// Returns the clause with the condition at `place` replaced by the body of the definition; `None` if they do not unify.
pub(super) fn resolve(
    clause: &Clause,
    place: usize,
    definition: &Clause,
) -> Result<Option<Clause>, TooLarge> {
    let Condition::Holds(atom) = &clause.body[place] else {
        return Ok(None);
    };
    let shift = clause.variables.len();
    let mut bindings = Bindings::new(shift + definition.variables.len());
    let head = shifted_atom(&definition.head, shift);
    if !bindings.unify_all(&atom.args, &head.args)? {
        return Ok(None);
    }
    let middle = definition.body.iter().map(|c| shifted_condition(c, shift));
    let body: Vec<Condition> = clause.body[..place]
        .iter()
        .cloned()
        .chain(middle)
        .chain(clause.body[place + 1..].iter().cloned())
        .collect();
    let names = clause.variables.iter().chain(&definition.variables);
    let joined = Clause {
        head: clause.head.clone(),
        body,
        variables: names.copied().collect(),
        rule: clause.rule,
    };
    substituted(&joined, &bindings).map(Some)
}

/// Returns the clause with all bindings applied.
pub(super) fn substituted(clause: &Clause, bindings: &Bindings) -> Result<Clause, TooLarge> {
    let head = bindings.apply_atom(&clause.head)?;
    let body = clause.body.iter().map(|c| bindings.apply_condition(c));
    let body: Vec<Condition> = body.collect::<Result<_, _>>()?;
    let too_deep = body
        .iter()
        .any(|c| patterns(c).any(|p| depth(p) > MAX_TERM_DEPTH));
    if body.len() > MAX_CONDITIONS
        || too_deep
        || head.args.iter().any(|p| depth(p) > MAX_TERM_DEPTH)
    {
        return Err(TooLarge::Clause);
    }
    Ok(renumbered(Clause {
        head,
        body,
        variables: clause.variables.clone(),
        rule: clause.rule,
    }))
}

/// Renumbers the variables by first occurrence, so that equivalent clauses are equal.
fn renumbered(clause: Clause) -> Clause {
    let mut order = Vec::new();
    let mut numbers = vec![None; clause.variables.len()];
    let body = clause.body.iter().flat_map(Condition::variables);
    for variable in clause.head.variables().into_iter().chain(body) {
        numbers[variable].get_or_insert_with(|| {
            order.push(variable);
            order.len() - 1
        });
    }
    let renumber = &|variable: usize| numbers[variable].unwrap_or(0);
    Clause {
        head: map_atom(&clause.head, renumber),
        body: clause
            .body
            .iter()
            .map(|c| map_condition(c, renumber))
            .collect(),
        variables: order.iter().map(|&v| clause.variables[v]).collect(),
        rule: clause.rule,
    }
}

fn shifted_atom(atom: &Atom, shift: usize) -> Atom {
    map_atom(atom, &|variable| variable + shift)
}

fn shifted_condition(condition: &Condition, shift: usize) -> Condition {
    map_condition(condition, &|variable| variable + shift)
}

fn map_condition(condition: &Condition, number: &impl Fn(usize) -> usize) -> Condition {
    match condition {
        Condition::Holds(atom) => Condition::Holds(map_atom(atom, number)),
        Condition::Fails(atom) => Condition::Fails(map_atom(atom, number)),
        Condition::Distinct(left, right) => {
            Condition::Distinct(map_pattern(left, number), map_pattern(right, number))
        }
    }
}

fn map_atom(atom: &Atom, number: &impl Fn(usize) -> usize) -> Atom {
    Atom {
        relation: atom.relation,
        args: atom
            .args
            .iter()
            .map(|arg| map_pattern(arg, number))
            .collect(),
    }
}

fn map_pattern(pattern: &Pattern, number: &impl Fn(usize) -> usize) -> Pattern {
    match pattern {
        Pattern::Variable(variable) => Pattern::Variable(number(*variable)),
        Pattern::Constant(name) => Pattern::Constant(*name),
        Pattern::Function(name, args) => Pattern::Function(
            *name,
            args.iter().map(|arg| map_pattern(arg, number)).collect(),
        ),
    }
}

fn patterns(condition: &Condition) -> Box<dyn Iterator<Item = &Pattern> + '_> {
    match condition {
        Condition::Holds(atom) | Condition::Fails(atom) => Box::new(atom.args.iter()),
        Condition::Distinct(left, right) => Box::new([left, right].into_iter()),
    }
}

fn depth(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Variable(_) | Pattern::Constant(_) => 0,
        Pattern::Function(_, args) => 1 + args.iter().map(depth).max().unwrap_or(0),
    }
}
