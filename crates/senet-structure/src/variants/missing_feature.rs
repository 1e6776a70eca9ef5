//! Missing feature: removes one fluent from the state.
//!
//! Conditions that require the fluent never hold, so their rules are removed. Conditions that require its absence
//! always hold, so they are dropped. The same follows for relations that lose all their rules.

use super::NotApplicable;
use super::rule_edits::drop_unused;
use rustc_hash::FxHashSet;
use senet_gdl::{Description, Literal, Sentence, Symbol, Term};

/// Removes the fluent with this name and arity.
pub(super) fn apply(
    description: &Description,
    feature: &str,
    arity: usize,
) -> Result<Description, NotApplicable> {
    let unknown = || NotApplicable::unknown("fluent", feature);
    let name = description.symbols.get(feature).ok_or_else(unknown)?;
    let mut removal = Removal {
        feature: (name, arity),
        impossible: FxHashSet::default(),
    };
    let mut changed = description.clone();
    loop {
        let before = changed.rules.len();
        changed.rules = removal.rules(&changed);
        removal.find_impossible(description, &changed);
        if changed.rules.len() == before {
            break;
        }
    }
    if changed.rules.len() == description.rules.len() {
        return Err(unknown());
    }
    drop_unused(&mut changed, description);
    check_still_a_game(&changed, description)?;
    Ok(changed)
}

/// Fails if no rule for moves, goals or the end is left.
fn check_still_a_game(
    changed: &Description,
    description: &Description,
) -> Result<(), NotApplicable> {
    for keyword in [Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL] {
        let has = |d: &Description| d.rules.iter().any(|rule| rule.head.relation == keyword);
        if has(description) && !has(changed) {
            let what = format!("`{}` without it", description.symbols.key(keyword));
            return Err(NotApplicable::nothing(&what));
        }
    }
    Ok(())
}

struct Removal {
    feature: (Symbol, usize),
    /// The relations that have lost all their rules.
    impossible: FxHashSet<(Symbol, usize)>,
}

/// A condition after simplification.
enum Simplified {
    Always,
    Never,
    Depends(Literal),
}

impl Removal {
    fn is_feature(&self, sentence: &Sentence) -> bool {
        let of_state = matches!(
            sentence.relation,
            Symbol::TRUE | Symbol::INIT | Symbol::NEXT | Symbol::BASE
        );
        of_state
            && match &sentence.args[..] {
                [Term::Function(name, args, _)] => (*name, args.len()) == self.feature,
                [Term::Constant(name, _)] => (*name, 0) == self.feature,
                _ => false,
            }
    }

    fn rules(&self, description: &Description) -> Vec<senet_gdl::Rule> {
        let rules = description.rules.iter();
        let kept = rules.filter(|rule| !self.is_feature(&rule.head));
        let simpler = kept.filter_map(|rule| {
            let mut rule = rule.clone();
            let mut body = Vec::with_capacity(rule.body.len());
            for literal in &rule.body {
                match self.simplify(literal) {
                    Simplified::Never => return None,
                    Simplified::Always => {}
                    Simplified::Depends(literal) => body.push(literal),
                }
            }
            rule.body = body;
            Some(rule)
        });
        simpler.collect()
    }

    fn simplify(&self, literal: &Literal) -> Simplified {
        match literal {
            Literal::Holds(s) if self.is_feature(s) || self.impossible.contains(&s.signature()) => {
                Simplified::Never
            }
            Literal::Not(inner, span) => match self.simplify(inner) {
                Simplified::Never => Simplified::Always,
                Simplified::Always => Simplified::Never,
                Simplified::Depends(inner) => {
                    Simplified::Depends(Literal::Not(Box::new(inner), *span))
                }
            },
            Literal::Or(parts, span) => self.or(parts, *span),
            Literal::And(parts, span) => self.and(parts, *span),
            other => Simplified::Depends(other.clone()),
        }
    }

    fn or(&self, parts: &[Literal], span: senet_gdl::Span) -> Simplified {
        let mut left = Vec::new();
        for part in parts {
            match self.simplify(part) {
                Simplified::Always => return Simplified::Always,
                Simplified::Never => {}
                Simplified::Depends(part) => left.push(part),
            }
        }
        match left.len() {
            0 => Simplified::Never,
            1 => Simplified::Depends(left.remove(0)),
            _ => Simplified::Depends(Literal::Or(left, span)),
        }
    }

    fn and(&self, parts: &[Literal], span: senet_gdl::Span) -> Simplified {
        let mut left = Vec::new();
        for part in parts {
            match self.simplify(part) {
                Simplified::Never => return Simplified::Never,
                Simplified::Always => {}
                Simplified::Depends(part) => left.push(part),
            }
        }
        match left.len() {
            0 => Simplified::Always,
            1 => Simplified::Depends(left.remove(0)),
            _ => Simplified::Depends(Literal::And(left, span)),
        }
    }

    /// Finds the relations that had rules and have none left.
    fn find_impossible(&mut self, description: &Description, changed: &Description) {
        let heads = |d: &Description| -> FxHashSet<(Symbol, usize)> {
            d.rules.iter().map(|rule| rule.head.signature()).collect()
        };
        let (old, new) = (heads(description), heads(changed));
        self.impossible.extend(old.difference(&new).copied());
    }
}
