//! Latches: facts that never change back.

use super::Context;
use super::finding::{Basis, Finding, FindingKind};
use super::patterns::pattern;
use crate::latch::Latch;
use crate::prover::Induction;

/// Maximum number of counterexamples. Afterwards the remaining latches count as seen, not as proved.
const MAX_ROUNDS: usize = 200;

/// Finds all facts that never changed back in random matches, and whether that is proved. Relations of known counters,
/// numbers and turns are skipped.
pub fn find(context: &mut Context, earlier: &[Finding]) -> Vec<Finding> {
    if context.seen.steps == 0 {
        return Vec::new();
    }
    let candidates = candidates(context);
    let proved = proved(context, &candidates);
    let known: Vec<&str> = earlier.iter().filter_map(Finding::counts).collect();
    let mut found = Vec::new();
    for relation in 0..context.space.relations.len() {
        if known.contains(&context.space.name(relation)) {
            continue;
        }
        for stays_true in [true, false] {
            found.extend(latch_findings(
                context,
                relation,
                stays_true,
                &candidates,
                &proved,
            ));
        }
    }
    found
}

/// Facts that changed in one direction only, and initial facts that were never lost. If all changes of a relation go
/// in one direction, its unchanged facts are candidates too.
fn candidates(context: &Context) -> Vec<Latch> {
    let (seen, initial) = (&context.seen, &context.index.grounded.initial);
    let mut found = Vec::new();
    for relation in &context.space.relations {
        let any = |changed: &[bool]| relation.fluents.iter().any(|&f| changed[f as usize]);
        let all_alike = match (any(&seen.rose), any(&seen.fell)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        for &fluent in &relation.fluents {
            let stays_true = match (seen.rose[fluent as usize], seen.fell[fluent as usize]) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                (true, true) => None,
                (false, false) if all_alike.is_some() => all_alike,
                (false, false) => initial.binary_search(&fluent).is_ok().then_some(true),
            };
            found.extend(stays_true.map(|stays_true| Latch { fluent, stays_true }));
        }
    }
    found
}

/// The candidates that are latches in all matches: each counterexample drops those that it breaks.
fn proved(context: &mut Context, candidates: &[Latch]) -> Vec<Latch> {
    let mut left = candidates.to_vec();
    for _ in 0..MAX_ROUNDS {
        if left.is_empty() {
            break;
        }
        let (families, lemmas) = (&context.known.families, &context.known.lemmas);
        match context.prover.changes(families, lemmas, &left) {
            Induction::Holds => return left,
            Induction::Unknown => break,
            Induction::Fails(found) => left.retain(|l| !l.is_broken(&found.state, &found.next)),
        }
    }
    Vec::new()
}

/// The findings about a relation's latches of one kind.
fn latch_findings(
    context: &Context,
    relation: usize,
    stays_true: bool,
    candidates: &[Latch],
    proved: &[Latch],
) -> Vec<Finding> {
    let own = &context.space.relations[relation];
    let of_kind = |latches: &[Latch]| -> Vec<u32> {
        let kind = latches
            .iter()
            .filter(|latch| latch.stays_true == stays_true);
        let facts = kind.map(|latch| latch.fluent);
        facts
            .filter(|fluent| own.fluents.binary_search(fluent).is_ok())
            .collect()
    };
    let sure = of_kind(proved);
    let seen: Vec<u32> = of_kind(candidates)
        .into_iter()
        .filter(|f| !sure.contains(f))
        .collect();
    let mut found = Vec::new();
    for (facts, basis) in [(sure, Basis::Proved), (seen, Basis::Seen)] {
        let is_constant = |fluent: &u32| stays_true && is_always(context, *fluent);
        let (constant, changing): (Vec<u32>, Vec<u32>) = facts.into_iter().partition(is_constant);
        found.extend(latch(context, relation, stays_true, changing, basis));
        found.extend(constants(context, relation, constant, basis));
    }
    found
}

/// True if a fact holds initially and was never lost.
fn is_always(context: &Context, fluent: u32) -> bool {
    let initial = &context.index.grounded.initial;
    initial.binary_search(&fluent).is_ok() && !context.seen.changes(fluent)
}

fn latch(
    context: &Context,
    relation: usize,
    stays: bool,
    facts: Vec<u32>,
    basis: Basis,
) -> Option<Finding> {
    let own = &context.space.relations[relation];
    let pattern = pattern(context.index.grounded, own, &facts);
    // A few facts that happened not to change back mean nothing.
    if facts.is_empty() || basis == Basis::Seen && pattern.is_none() {
        return None;
    }
    let name = context.word(own.name);
    let only = pattern.clone().flatten().map(|(position, values)| {
        let values: Vec<String> = values.iter().map(|&value| context.text(value)).collect();
        (position + 1, values)
    });
    let texts: Vec<String> = facts.iter().map(|&fluent| context.fact(fluent)).collect();
    let which = match (&only, pattern) {
        (Some((position, values)), _) => {
            format!(
                "Facts of {name} with {} in argument {position}",
                values.join(", ")
            )
        }
        (None, Some(_)) if texts.len() > 1 => format!("All facts of {name}"),
        (None, _) if texts.len() <= 3 => texts.join(", "),
        (None, _) => format!("{} facts of {name}, such as {},", texts.len(), texts[0]),
    };
    let state = if stays { "true" } else { "false" };
    let verb = match (&only, texts.len()) {
        (None, 1) => "stays",
        _ => "stay",
    };
    let text = format!("{which} {verb} {state} once {state}{}.", doubt(basis));
    let what = FindingKind::Latch {
        relation: name,
        stays,
        only,
        facts: texts,
    };
    Some(Finding { what, basis, text })
}

fn constants(context: &Context, relation: usize, facts: Vec<u32>, basis: Basis) -> Option<Finding> {
    if facts.is_empty() || basis == Basis::Seen {
        return None;
    }
    let name = context.word(context.space.relations[relation].name);
    let facts: Vec<String> = facts.iter().map(|&fluent| context.fact(fluent)).collect();
    let which = match &facts[..] {
        [only] => format!("{only} holds"),
        _ => format!("{} facts of {name} hold", facts.len()),
    };
    let text = format!("{which} in every state.");
    let what = FindingKind::Constant {
        relation: name,
        facts,
    };
    Some(Finding { what, basis, text })
}

fn doubt(basis: Basis) -> &'static str {
    match basis {
        Basis::Seen => " in all matches seen",
        _ => "",
    }
}
