//! Unfolds helper relations into the rules for `legal` and `next` (and others, if asked), where that is finite.
//!
//! A condition on a helper relation is replaced by the conditions of each of its rules in turn (resolution); a rule with
//! `or` becomes several; conditions on tables of facts are decided where the table leaves at most one possibility. What
//! is left alone, and why, is reported. The result plays exactly like the original.

mod definitions;
mod emit;
mod expand;
mod resolve;
mod simplify;
mod tables;
mod unify;

use crate::dependencies::Relation;
use crate::description::Description;
use std::fmt;

/// What to unfold into, and how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlattenOptions {
    /// Also into the rules for `goal`.
    pub goal: bool,
    /// Also into the rules for `terminal`.
    pub terminal: bool,
    /// Also into the rules for `sees`.
    pub sees: bool,
    /// One rule may become at most this many.
    pub rules_per_rule: usize,
    /// The result may have at most this many rules; what would pass it stays as it is.
    pub rules: usize,
    /// So many times may a condition be replaced in all; then the rest stays as it is.
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
    /// The same game.
    pub description: Description,
    /// The helper relations that are gone.
    pub unfolded: Vec<Relation>,
    /// The helper relations that flattened rules still use, each with the reason.
    pub left_alone: Vec<(Relation, Reason)>,
}

/// Why a relation was not unfolded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// It is defined by means of itself.
    Recursive,
    /// Unfolding it would pass a limit on the size of the result.
    TooLarge,
    /// A rule asks for its absence.
    Negated,
    /// It is a table of this many facts, of which more than one may apply.
    Table(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::Recursive => f.write_str("it is defined by means of itself"),
            Reason::TooLarge => f.write_str("unfolding it would pass the size limit"),
            Reason::Negated => f.write_str("a rule asks for its absence"),
            Reason::Table(facts) => write!(f, "it is a table of {facts} facts"),
        }
    }
}

/// Flattens a game, which should be what [`crate::playable`] gives: only of safe rules is the result sure to be safe.
///
/// ```
/// use senet_gdl::{FlattenOptions, Notation, Sheet, flatten, write};
/// let sheet = Sheet::read("(<= (legal ?p go) (turn ?p)) (<= (turn ?p) (true (control ?p)) (not over)) (<= over (true end))");
/// let flat = flatten(&sheet.description, &FlattenOptions::default());
/// let text = write(&flat.description, Notation::Prefix);
/// assert!(text.contains("(<= (legal ?p go) (true (control ?p)) (not over))"));
/// assert_eq!(flat.left_alone.len(), 1);
/// ```
pub fn flatten(description: &Description, options: &FlattenOptions) -> Flattened {
    let known = definitions::Definitions::of(description, options);
    let mut description = emit::flattened(description, &known, options);
    let unfolded = emit::remove_unused(&mut description, known.original());
    let left_alone = emit::left_alone(&description, &known, options);
    Flattened {
        description,
        unfolded,
        left_alone,
    }
}

#[cfg(test)]
mod tests;
