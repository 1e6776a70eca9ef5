//! Turn facts: facts without which a role has no choice, exactly one of which holds at any time.
//!
//! `senet_structure::turn_fact_candidates` finds the candidates. Random matches refute most of them, and the prover tries the
//! rest.

use super::Context;
use super::finding::{Basis, Finding, FindingKind, RelationArguments};
use crate::family::Family;
use crate::prover::Induction;
use senet_structure::roles_with_choice;

/// Finds the turn facts, or whether roles choose at the same time.
pub fn find(context: &mut Context) -> Vec<Finding> {
    let mut fitting: Vec<Vec<u32>> = Vec::new();
    if context.seen.steps > 0 {
        let pairs = context.seen.turn_candidates.iter().zip(&context.seen.fits);
        fitting = pairs
            .filter(|(_, fits)| **fits)
            .map(|(h, _)| h.clone())
            .collect();
    }
    let alike: Vec<_> = fitting
        .iter()
        .filter(|h| differing(context, h).is_some())
        .cloned()
        .collect();
    let chosen = match (alike.is_empty(), fitting.len()) {
        (false, _) => alike,
        (true, 1) => fitting,
        _ => Vec::new(),
    };
    if chosen.is_empty() {
        return order(context).into_iter().collect();
    }
    let mut found = Vec::new();
    for holder in chosen {
        found.push(finding(context, &holder));
    }
    found
}

fn finding(context: &mut Context, holder: &[u32]) -> Finding {
    let basis = match is_proved(context, holder) {
        true => Basis::Proved,
        false => Basis::Seen,
    };
    let roles = roles_with_choice(context.index).into_iter();
    let names = roles.map(|role| context.text(context.index.grounded.roles[role]));
    let facts = holder.iter().map(|&fluent| context.fact(fluent));
    let turns: Vec<(String, String)> = names.zip(facts).collect();
    let holder = differing(context, holder);
    let each: Vec<_> = turns
        .iter()
        .map(|(role, fact)| format!("{fact} for {role}"))
        .collect();
    let each = each.join(", ");
    let text = match &holder {
        Some(RelationArguments {
            relation,
            positions,
            ..
        }) if !positions.is_empty() => format!(
            "Argument {} of {relation} says whose turn it is: {each}; a role without it has one move at most.",
            positions[0]
        ),
        _ => format!("Whose turn it is: {each}; a role without its fact has one move at most."),
    };
    let what = FindingKind::TurnHolder { turns, holder };
    Finding { what, basis, text }
}

/// The only argument in which facts of the same relation differ.
fn differing(context: &Context, facts: &[u32]) -> Option<RelationArguments> {
    let grounded = context.index.grounded;
    let terms: Vec<_> = facts
        .iter()
        .map(|&f| grounded.fluents[f as usize])
        .collect();
    let (name, args) = (grounded.terms.name(terms[0]), grounded.terms.args(terms[0]));
    let same = |position: &usize| {
        let alike = |&term: &_| grounded.terms.args(term).get(*position) == args.get(*position);
        terms.iter().all(alike)
    };
    let is_kind = |&term: &_| {
        grounded.terms.name(term) == name && grounded.terms.args(term).len() == args.len()
    };
    let mut positions: Vec<usize> = (0..args.len()).filter(|p| !same(p)).collect();
    let fits = terms.iter().all(is_kind) && positions.len() == 1;
    positions.iter_mut().for_each(|position| *position += 1);
    fits.then(|| RelationArguments {
        relation: context.word(name),
        arity: args.len(),
        positions,
    })
}

/// True if exactly one of the facts holds in all states.
fn is_proved(context: &mut Context, facts: &[u32]) -> bool {
    let families = &mut context.known.families;
    let first = families.len();
    families.push(Family::some_of(facts));
    families.push(Family::one_of(facts));
    context.known.holds.extend([false, false]);
    let asked = [first, first + 1];
    let assumed = [&context.known.lemmas[..], &asked].concat();
    let step = context
        .prover
        .step(&context.known.families, &assumed, &asked, true);
    matches!(step, Induction::Holds)
}

/// Finds from random matches if several roles choose at the same time.
fn order(context: &Context) -> Option<Finding> {
    let several = roles_with_choice(context.index).len() > 1;
    if !several || !context.seen.choices {
        return None;
    }
    let simultaneous = context.seen.simultaneous;
    let text = match simultaneous {
        true => "Several roles choose at the same time.",
        false => "Roles choose one after the other, in all matches seen.",
    };
    Some(Finding {
        what: FindingKind::Order { simultaneous },
        basis: Basis::Seen,
        text: text.to_string(),
    })
}
