//! Unfolds all helper conditions of one clause.

use super::definitions::Definitions;
use super::resolve::resolve;
use super::simplify::simplify;
use super::unify::TooLarge;
use crate::clauses::{Clause, Condition};
use crate::dependencies::Relation;

/// An unfolded clause.
pub(super) struct Expansion {
    /// The clauses that replace the original clause.
    pub clauses: Vec<Clause>,
    /// The helpers that stay folded because a clause would grow too large.
    pub kept: Vec<Relation>,
}

/// Unfolds a clause into at most `limit` clauses. If there would be more, relations stay folded, starting with the relation that has the most rules.
///
/// A helper that was too large for a definition stays folded wherever that definition is used. Trying again would take
/// quadratic time for a chain of rules.
pub(super) fn expand(clause: &Clause, known: &Definitions, limit: usize) -> Expansion {
    let mut kept: Vec<Relation> = Vec::new();
    for condition in &clause.body {
        if let Condition::Holds(atom) = condition {
            kept.extend(known.kept_helpers(atom.signature()));
        }
    }
    let mut folded = kept.clone();
    loop {
        let error = match expand_except(clause, known, limit, &folded) {
            Ok(clauses) => return Expansion { clauses, kept },
            Err(error) => error,
        };
        let Some(relation) = largest_relation(clause, known, &folded) else {
            let clauses = vec![clause.clone()];
            return Expansion { clauses, kept };
        };
        folded.push(relation);
        if error == TooLarge::Clause {
            kept.retain(|helper| !known.kept_helpers(relation).contains(helper));
            kept.push(relation);
        }
    }
}

/// Returns the relation with the most rules among those that would still be unfolded.
fn largest_relation(clause: &Clause, known: &Definitions, folded: &[Relation]) -> Option<Relation> {
    let candidates = clause.body.iter().filter_map(|condition| match condition {
        Condition::Holds(atom) if !folded.contains(&atom.signature()) => {
            Some((known.definition(atom.signature())?.len(), atom.signature()))
        }
        _ => None,
    });
    candidates
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, relation)| relation)
}

/// Unfolds breadth-first, so that the size limit is checked after every layer.
fn expand_except(
    clause: &Clause,
    known: &Definitions,
    limit: usize,
    folded: &[Relation],
) -> Result<Vec<Clause>, TooLarge> {
    let mut done: Vec<Clause> = Vec::new();
    let mut layer: Vec<Clause> = simplify(clause.clone(), known)?.into_iter().collect();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for clause in layer {
            match place_to_unfold(&clause, known, folded) {
                Some(place) => next.extend(unfolded_at(&clause, place, known)?),
                None if done.contains(&clause) => {}
                None => done.push(clause),
            }
            if done.len() + next.len() > limit {
                return Err(TooLarge::Clauses);
            }
        }
        layer = next;
    }
    Ok(done)
}

/// Returns the condition whose definition has the fewest clauses, to keep the layers small.
fn place_to_unfold(clause: &Clause, known: &Definitions, folded: &[Relation]) -> Option<usize> {
    let places = clause.body.iter().enumerate();
    let candidates = places.filter_map(|(place, condition)| match condition {
        Condition::Holds(atom) if !folded.contains(&atom.signature()) => {
            Some((known.definition(atom.signature())?.len(), place))
        }
        _ => None,
    });
    candidates.min().map(|(_, place)| place)
}

fn unfolded_at(
    clause: &Clause,
    place: usize,
    known: &Definitions,
) -> Result<Vec<Clause>, TooLarge> {
    let Condition::Holds(atom) = &clause.body[place] else {
        return Ok(vec![clause.clone()]);
    };
    let definition = known.definition(atom.signature()).unwrap_or_default();
    let mut found = Vec::new();
    for rule in definition {
        known.spend_step()?;
        if let Some(joined) = resolve(clause, place, rule)? {
            found.extend(simplify(joined, known)?);
        }
    }
    Ok(found)
}
