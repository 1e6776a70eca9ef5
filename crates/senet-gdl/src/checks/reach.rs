//! Which relations depend, through however many rules, on some others; and by which condition.

use crate::dependencies::Relation;
use crate::description::{Rule, Sentence};
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

/// For each relation that depends on a target: the relation it uses that is one step nearer, and the condition that does.
pub(super) struct Reach {
    via: FxHashMap<Relation, (Relation, Span)>,
}

/// Longer chains are cut: the first steps tell where to look.
const SHOWN_STEPS: usize = 4;

impl Reach {
    /// Finds everything that depends on the relations of these names.
    pub fn of(rules: &[Rule], is_target: impl Fn(Symbol) -> bool) -> Reach {
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
        Reach { via }
    }

    /// Whether a relation depends on a target.
    pub fn depends(&self, sentence: &Sentence) -> bool {
        self.via.contains_key(&sentence.signature())
    }

    /// The conditions that lead from a sentence to a target, each with the relation it belongs to.
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
