//! The rules that the keywords of a game depend on.

use crate::checks::keyword_arity;
use crate::dependencies::{Dependencies, Relation};
use crate::description::Description;
use crate::keyword_named_relations::rename_keyword_relations;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

/// Returns for each rule whether a keyword depends on it.
///
/// Keywords with the wrong arity are needed too, so that the error is reported. Old declarations such as `(base cell 1 1)` are the exception: games
/// do not need them.
pub(crate) fn needed_rules(description: &Description) -> Vec<bool> {
    let mut renamed = description.clone();
    rename_keyword_relations(&mut renamed);
    needed_renamed_rules(&renamed)
}

/// Like [`needed_rules`], for a description in which no relation has the name of a keyword but
/// another arity.
pub(crate) fn needed_renamed_rules(description: &Description) -> Vec<bool> {
    let is_root = |(name, arity): Relation| match name {
        Symbol::BASE | Symbol::INPUT => keyword_arity(name) == Some(arity),
        _ => name.is_relation_keyword(),
    };
    let used = Dependencies::of(description).closure(is_root);
    let used: FxHashSet<Relation> = used.into_iter().collect();
    let rules = description.rules.iter();
    rules
        .map(|rule| used.contains(&rule.head.signature()))
        .collect()
}
