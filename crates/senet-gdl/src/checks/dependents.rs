//! Finds the relations that depend on given ones, directly or through other rules, and the condition responsible.

use crate::dependencies::Relation;
use crate::description::{Rule, Sentence};
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

/// The relations that depend on a target. Each has the next relation on a shortest chain to the target, and the condition that uses this relation.
pub(super) struct Dependents {
    via: FxHashMap<Relation, (Relation, Span)>,
}

/// The maximum number of steps shown. The first steps suffice to find the cause.
const SHOWN_STEPS: usize = 4;

impl Dependents {
    /// Finds all relations that depend on the targets.
    pub fn of(rules: &[Rule], is_target: impl Fn(Symbol) -> bool) -> Dependents {
        let mut users: FxHashMap<Relation, Vec<(Relation, Span)>> = FxHashMap::default();
        let mut open = Vec::new();
        for rule in rules {
            for (sentence, _) in rule.body_sentences() {
                let used = sentence.signature();
                let users = users.entry(used).or_default();
                if users.is_empty() && is_target(sentence.relation) {
                    open.push(used);
                }
                users.push((rule.head.signature(), sentence.span));
            }
        }
        let mut via = FxHashMap::default();
        while !open.is_empty() {
            for used in std::mem::take(&mut open) {
                for (user, span) in users.remove(&used).unwrap_or_default() {
                    via.entry(user).or_insert_with(|| {
                        open.push(user);
                        (used, span)
                    });
                }
            }
        }
        Dependents { via }
    }

    /// Returns whether a relation depends on a target.
    pub fn depends(&self, sentence: &Sentence) -> bool {
        self.via.contains_key(&sentence.signature())
    }

    /// The chain of conditions from a sentence to a target, each with the relation that has the condition.
    pub fn chain(
        &self,
        sentence: &Sentence,
        is_target: impl Fn(Symbol) -> bool,
    ) -> Vec<(Relation, Span)> {
        let mut at = sentence.signature();
        let mut found = Vec::new();
        while let Some(&(used, span)) = self.via.get(&at) {
            if is_target(at.0) || found.len() == SHOWN_STEPS {
                break;
            }
            found.push((at, span));
            at = used;
        }
        found
    }
}
