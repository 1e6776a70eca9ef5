//! Decides conditions that do not depend on the state: `distinct` and fact tables.

use super::definitions::Definitions;
use super::fact_table::Matches;
use super::resolve::substituted;
use super::unify::{Bindings, TooLarge};
use crate::clauses::{Atom, Clause, Condition, Pattern};
use rustc_hash::FxHashSet;

/// The static value of a condition.
enum StaticValue {
    /// The value is unknown; the condition stays.
    Unknown,
    /// The condition always holds.
    True,
    /// The condition never holds.
    False,
    /// The condition holds if and only if these pairs are equal.
    IfEqual(Vec<(Pattern, Pattern)>),
}

/// Removes the conditions that can be decided; `None` if the clause can never apply.
pub(super) fn simplify(clause: Clause, known: &Definitions) -> Result<Option<Clause>, TooLarge> {
    let mut clause = clause;
    let mut place = 0;
    while place < clause.body.len() {
        known.check_time()?;
        match static_value(&clause.body[place], clause.variables.len(), known)? {
            StaticValue::Unknown => place += 1,
            StaticValue::True => {
                clause.body.remove(place);
            }
            StaticValue::False => return Ok(None),
            StaticValue::IfEqual(pairs) => {
                clause.body.remove(place);
                let mut bindings = Bindings::new(clause.variables.len());
                for (left, right) in &pairs {
                    if !bindings.unify(left, right)? {
                        return Ok(None);
                    }
                }
                clause = substituted(&clause, &bindings)?;
                // The new bindings may decide earlier conditions.
                place = 0;
            }
        }
    }
    Ok(without_repetitions(clause))
}

fn static_value(
    condition: &Condition,
    variables: usize,
    known: &Definitions,
) -> Result<StaticValue, TooLarge> {
    Ok(match condition {
        Condition::Distinct(left, right) if left == right => StaticValue::False,
        Condition::Distinct(left, right) => match Bindings::new(variables).unify(left, right)? {
            true => StaticValue::Unknown,
            false => StaticValue::True,
        },
        Condition::Holds(atom) => match known.table(atom.signature()).map(|t| t.matches(atom)) {
            None | Some(Matches::Several) => StaticValue::Unknown,
            Some(Matches::None) => StaticValue::False,
            Some(Matches::One(row)) => {
                StaticValue::IfEqual(atom.args.iter().cloned().zip(row.iter().cloned()).collect())
            }
        },
        Condition::Fails(atom) => match known.table(atom.signature()).map(|t| t.matches(atom)) {
            Some(Matches::None) => StaticValue::True,
            Some(Matches::One(_)) if is_ground(atom) => StaticValue::False,
            _ => StaticValue::Unknown,
        },
    })
}

fn is_ground(atom: &Atom) -> bool {
    atom.variables().is_empty()
}

/// Removes repeated conditions; `None` if two conditions contradict each other.
fn without_repetitions(mut clause: Clause) -> Option<Clause> {
    let (mut holds, mut fails) = (FxHashSet::default(), FxHashSet::default());
    let mut distinct = FxHashSet::default();
    let mut is_new = Vec::with_capacity(clause.body.len());
    for condition in &clause.body {
        is_new.push(match condition {
            Condition::Holds(atom) if fails.contains(atom) => return None,
            Condition::Fails(atom) if holds.contains(atom) => return None,
            Condition::Holds(atom) => holds.insert(atom),
            Condition::Fails(atom) => fails.insert(atom),
            Condition::Distinct(left, right) => distinct.insert((left, right)),
        });
    }
    let mut is_new = is_new.into_iter();
    clause.body.retain(|_| is_new.next().unwrap_or(true));
    Some(clause)
}
