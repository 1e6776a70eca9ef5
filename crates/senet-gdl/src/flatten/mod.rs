//! Unfolds helper relations into the rules for `legal` and `next`, and optionally into others.
//!
//! Resolution replaces a condition on a helper relation by the conditions of each of its rules. A rule with `or` becomes
//! several rules. A condition on a fact table is decided if at most one fact matches. The result reports the helpers that
//! remain, with the reason. It plays exactly like the original.

mod definitions;
mod emit;
mod expand;
mod fact_table;
mod resolve;
mod simplify;
mod unify;

use crate::deadline::Deadline;
use crate::dependencies::Relation;
use crate::description::Description;
use std::fmt;

/// Options and limits of flattening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlattenOptions {
    /// Also unfolds into the rules for `goal`.
    pub goal: bool,
    /// Also unfolds into the rules for `terminal`.
    pub terminal: bool,
    /// Also unfolds into the rules for `sees`.
    pub sees: bool,
    /// The maximum number of rules that replace one rule.
    pub rules_per_rule: usize,
    /// The maximum number of rules of the result. Rules that would exceed it stay as they are.
    pub rules: usize,
    /// The maximum number of resolution steps. After that, the remaining conditions stay as they are.
    pub steps: usize,
}

impl Default for FlattenOptions {
    fn default() -> FlattenOptions {
        FlattenOptions {
            goal: false,
            terminal: false,
            sees: false,
            rules_per_rule: 64,
            rules: 10_000,
            steps: 1_000_000,
        }
    }
}

/// A flattened game.
#[derive(Clone, Debug)]
pub struct Flattened {
    /// The flattened rules.
    pub description: Description,
    /// The helper relations that were removed.
    pub unfolded: Vec<Relation>,
    /// The helper relations that flattened rules still use, with the reason.
    pub left_alone: Vec<(Relation, NotUnfolded)>,
    /// False if the deadline ended the work early. The rules are still correct: conditions that were not unfolded stay
    /// as they are.
    pub is_complete: bool,
}

/// The reason why a relation was not unfolded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotUnfolded {
    /// The relation is recursive.
    Recursive,
    /// Unfolding the relation would exceed a size limit.
    TooLarge,
    /// A rule negates the relation.
    Negated,
    /// The relation has only facts (this many), and several of them may match.
    FactTable(usize),
    /// The time was used up before the relation was unfolded.
    OutOfTime,
}

impl fmt::Display for NotUnfolded {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NotUnfolded::Recursive => f.write_str("it is recursive"),
            NotUnfolded::TooLarge => f.write_str("unfolding it would exceed the size limit"),
            NotUnfolded::Negated => f.write_str("a rule negates it"),
            NotUnfolded::FactTable(facts) => write!(f, "it is a table of {facts} facts"),
            NotUnfolded::OutOfTime => f.write_str("the time was used up"),
        }
    }
}

/// Flattens a game. Pass the result of [`crate::playable`]: the flattened rules are safe only if the input rules are.
/// When the deadline is over, the remaining conditions stay as they are.
///
/// ```
/// use senet_gdl::{Deadline, FlattenOptions, Notation, Sheet, flatten, write};
/// let sheet = Sheet::read("(<= (legal ?p go) (turn ?p)) (<= (turn ?p) (true (control ?p)) (not over)) (<= over (true end))");
/// let flat = flatten(&sheet.description, &FlattenOptions::default(), &Deadline::never());
/// let text = write(&flat.description, Notation::Prefix);
/// assert!(text.contains("(<= (legal ?p go) (true (control ?p)) (not over))"));
/// assert_eq!(flat.left_alone.len(), 1);
/// ```
pub fn flatten(
    description: &Description,
    options: &FlattenOptions,
    deadline: &Deadline,
) -> Flattened {
    let known = definitions::Definitions::of(description, options, deadline);
    let mut description = emit::flattened(description, &known, options);
    let unfolded = emit::remove_unused(&mut description, known.original());
    let left_alone = emit::left_alone(&description, &known, options);
    Flattened {
        description,
        unfolded,
        left_alone,
        is_complete: !known.is_out_of_time(),
    }
}

#[cfg(test)]
mod tests;
