//! Missing feature: one kind of fact is no longer part of the state.
//!
//! Without it, conditions that ask for such a fact never hold, and conditions that ask for its absence always do: rules with the first kind go,
//! conditions of the second kind go, and so on with whatever can no longer be concluded.

use super::NotApplicable;
use super::edit::drop_unused;
use rustc_hash::FxHashSet;
use senet_gdl::{Description, Literal, Sentence, Symbol, Term};

/// The sheet without a feature: facts with this name and number of arguments.
pub(super) fn apply(
    description: &Description,
    feature: &str,
    arity: usize,
) -> Result<Description, NotApplicable> {
    let unknown = || NotApplicable::unknown("kind of fact", feature);
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
    needs(&changed, description)?;
    Ok(changed)
}

/// There must still be moves, goals and ends.
fn needs(changed: &Description, description: &Description) -> Result<(), NotApplicable> {
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
    /// Relations that can no longer be concluded.
    impossible: FxHashSet<(Symbol, usize)>,
}

/// What is known of a condition.
enum Known {
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
                match self.known(literal) {
                    Known::Never => return None,
                    Known::Always => {}
                    Known::Depends(literal) => body.push(literal),
                }
            }
            rule.body = body;
            Some(rule)
        });
        simpler.collect()
    }

    fn known(&self, literal: &Literal) -> Known {
        match literal {
            Literal::Holds(s) if self.is_feature(s) || self.impossible.contains(&s.signature()) => {
                Known::Never
            }
            Literal::Not(inner, span) => match self.known(inner) {
                Known::Never => Known::Always,
                Known::Always => Known::Never,
                Known::Depends(inner) => Known::Depends(Literal::Not(Box::new(inner), *span)),
            },
            Literal::Or(parts, span) => self.or(parts, *span),
            Literal::And(parts, span) => self.and(parts, *span),
            other => Known::Depends(other.clone()),
        }
    }

    fn or(&self, parts: &[Literal], span: senet_gdl::Span) -> Known {
        let mut left = Vec::new();
        for part in parts {
            match self.known(part) {
                Known::Always => return Known::Always,
                Known::Never => {}
                Known::Depends(part) => left.push(part),
            }
        }
        match left.len() {
            0 => Known::Never,
            1 => Known::Depends(left.remove(0)),
            _ => Known::Depends(Literal::Or(left, span)),
        }
    }

    fn and(&self, parts: &[Literal], span: senet_gdl::Span) -> Known {
        let mut left = Vec::new();
        for part in parts {
            match self.known(part) {
                Known::Never => return Known::Never,
                Known::Always => {}
                Known::Depends(part) => left.push(part),
            }
        }
        match left.len() {
            0 => Known::Always,
            1 => Known::Depends(left.remove(0)),
            _ => Known::Depends(Literal::And(left, span)),
        }
    }

    /// Relations that had rules and have none any more.
    fn find_impossible(&mut self, description: &Description, changed: &Description) {
        let heads = |d: &Description| -> FxHashSet<(Symbol, usize)> {
            d.rules.iter().map(|rule| rule.head.signature()).collect()
        };
        let (old, new) = (heads(description), heads(changed));
        self.impossible.extend(old.difference(&new).copied());
    }
}
