//! Turn facts: facts without which a role has no choice, exactly one of which holds at any time.
//!
//! This finding is about the grounded rules: it can be proved for all reachable states, and the facts may have any number of
//! arguments. `senet_structure::turn_fluents` reads turn fluents off the text of `legal` rules instead, without grounding and
//! without proof, which is enough to draw a board. The phases of the engine's network are another property: fluents whose
//! value depends only on the step number.

use super::Context;
use super::finding::{Basis, Finding, Placed, What};
use super::necessary::necessary;
use crate::family::Family;
use crate::prover::Induction;
use crate::solver::SolverError;
use rustc_hash::FxHashMap;
use senet_ground::RuleIndex;

/// Maximal number of combinations of one fact per role.
const MOST: usize = 4096;

/// The roles that ever have a choice.
fn choosers(index: &RuleIndex) -> Vec<usize> {
    let moves = index.legal.iter().enumerate();
    let several = moves.filter(|(_, moves)| moves.len() > 2);
    several.map(|(role, _)| role).collect()
}

/// Candidates: one fact per role with a choice, all different, without which the role has at most one move. It remains
/// to be shown that exactly one of them holds at any time.
pub fn holders(index: &RuleIndex) -> Vec<Vec<u32>> {
    let roles = choosers(index);
    if roles.len() < 2 {
        return Vec::new();
    }
    let necessary = necessary(index);
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    for role in roles {
        let gates = gates(index, role, &necessary);
        if found.len() * gates.len() > MOST {
            return Vec::new();
        }
        let with = |holder: Vec<u32>| {
            let new = gates.iter().filter(|gate| !holder.contains(gate));
            let longer = new.map(|&gate| [holder.clone(), vec![gate]].concat());
            longer.collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(with).collect();
    }
    found
}

/// The facts that all moves of a role need, except at most one move.
fn gates(index: &RuleIndex, role: usize, necessary: &[Vec<u32>]) -> Vec<u32> {
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    let legal: Vec<u32> = index.legal[role].iter().flatten().copied().collect();
    for &atom in &legal {
        for &fluent in &necessary[atom as usize] {
            *counts.entry(fluent).or_default() += 1;
        }
    }
    let enough = counts
        .into_iter()
        .filter(|&(_, count)| count + 1 >= legal.len());
    let mut gates: Vec<u32> = enough.map(|(fluent, _)| fluent).collect();
    gates.sort_unstable();
    gates
}

/// Finds the turn facts, or whether roles choose at the same time.
pub fn find(context: &mut Context) -> Result<Vec<Finding>, SolverError> {
    let mut fitting: Vec<Vec<u32>> = Vec::new();
    if context.seen.steps > 0 {
        let pairs = context.seen.holders.iter().zip(&context.seen.fits);
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
        return Ok(order(context).into_iter().collect());
    }
    let mut found = Vec::new();
    for holder in chosen {
        found.push(finding(context, &holder)?);
    }
    Ok(found)
}

fn finding(context: &mut Context, holder: &[u32]) -> Result<Finding, SolverError> {
    let basis = match is_proved(context, holder)? {
        true => Basis::Proved,
        false => Basis::Seen,
    };
    let roles = choosers(context.index).into_iter();
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
        Some(Placed {
            relation,
            positions,
            ..
        }) if !positions.is_empty() => format!(
            "Argument {} of {relation} says whose turn it is: {each}; a role without it has one move at most.",
            positions[0]
        ),
        _ => format!("Whose turn it is: {each}; a role without its fact has one move at most."),
    };
    let what = What::TurnHolder { turns, holder };
    Ok(Finding { what, basis, text })
}

/// The only argument in which facts of the same relation differ.
fn differing(context: &Context, facts: &[u32]) -> Option<Placed> {
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
    fits.then(|| Placed {
        relation: context.word(name),
        arity: args.len(),
        positions,
    })
}

/// True if exactly one of the facts holds in all states.
fn is_proved(context: &mut Context, facts: &[u32]) -> Result<bool, SolverError> {
    let families = &mut context.known.families;
    let first = families.len();
    families.push(Family::some_of(facts));
    families.push(Family::one_of(facts));
    context.known.holds.extend([false, false]);
    let asked = [first, first + 1];
    let assumed = [&context.known.lemmas[..], &asked].concat();
    let step = context
        .prover
        .step(&context.known.families, &assumed, &asked, true)?;
    Ok(matches!(step, Induction::Holds))
}

/// Finds from random matches if several roles choose at the same time.
fn order(context: &Context) -> Option<Finding> {
    let several = choosers(context.index).len() > 1;
    if !several || !context.seen.choices {
        return None;
    }
    let simultaneous = context.seen.simultaneous;
    let text = match simultaneous {
        true => "Several roles choose at the same time.",
        false => "Roles choose one after the other, in all matches seen.",
    };
    Some(Finding {
        what: What::Order { simultaneous },
        basis: Basis::Seen,
        text: text.to_string(),
    })
}
