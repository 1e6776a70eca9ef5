//! Decides conditions that need no state: comparisons and tables.

use super::definitions::Definitions;
use super::resolve::substituted;
use super::tables::Matches;
use super::unify::{Bindings, TooLarge};
use crate::clauses::{Atom, Clause, Condition, Pattern};

/// What can be said of a condition.
enum Verdict {
    /// It stays.
    Open,
    /// It always holds.
    Certain,
    /// It never holds.
    Impossible,
    /// It holds exactly if these pairs are equal.
    If(Vec<(Pattern, Pattern)>),
}

/// The clause without the conditions that can be decided; `None` if it can never apply.
pub(super) fn simplify(clause: Clause, known: &Definitions) -> Result<Option<Clause>, TooLarge> {
    let mut clause = clause;
    let mut place = 0;
    while place < clause.body.len() {
        match verdict(&clause.body[place], clause.variables.len(), known)? {
            Verdict::Open => place += 1,
            Verdict::Certain => {
                clause.body.remove(place);
            }
            Verdict::Impossible => return Ok(None),
            Verdict::If(pairs) => {
                clause.body.remove(place);
                let mut bindings = Bindings::new(clause.variables.len());
                for (left, right) in &pairs {
                    if !bindings.unify(left, right)? {
                        return Ok(None);
                    }
                }
                clause = substituted(&clause, &bindings)?;
                // The values may decide what was open before.
                place = 0;
            }
        }
    }
    Ok(without_repetitions(clause))
}

fn verdict(
    condition: &Condition,
    variables: usize,
    known: &Definitions,
) -> Result<Verdict, TooLarge> {
    Ok(match condition {
        Condition::Distinct(left, right) if left == right => Verdict::Impossible,
        Condition::Distinct(left, right) => match Bindings::new(variables).unify(left, right)? {
            true => Verdict::Open,
            false => Verdict::Certain,
        },
        Condition::Holds(atom) => match known.table(atom.signature()).map(|t| t.matches(atom)) {
            None | Some(Matches::Several) => Verdict::Open,
            Some(Matches::None) => Verdict::Impossible,
            Some(Matches::One(row)) => {
                Verdict::If(atom.args.iter().cloned().zip(row.iter().cloned()).collect())
            }
        },
        Condition::Fails(atom) => match known.table(atom.signature()).map(|t| t.matches(atom)) {
            Some(Matches::None) => Verdict::Certain,
            Some(Matches::One(_)) if is_ground(atom) => Verdict::Impossible,
            _ => Verdict::Open,
        },
    })
}

fn is_ground(atom: &Atom) -> bool {
    atom.variables().is_empty()
}

/// Each condition once; `None` if one contradicts another.
fn without_repetitions(mut clause: Clause) -> Option<Clause> {
    let mut body: Vec<Condition> = Vec::with_capacity(clause.body.len());
    for condition in clause.body {
        if body.iter().any(|other| contradict(other, &condition)) {
            return None;
        }
        if !body.contains(&condition) {
            body.push(condition);
        }
    }
    clause.body = body;
    Some(clause)
}

fn contradict(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::Holds(a), Condition::Fails(b)) | (Condition::Fails(a), Condition::Holds(b)) => {
            a == b
        }
        _ => false,
    }
}
