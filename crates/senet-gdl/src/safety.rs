//! Safety: finds the variables of a rule that no positive condition binds.

use crate::description::{Literal, Rule};
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

/// The place where a rule uses an unsafe variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnsafePlace {
    /// In the head of the rule.
    Head,
    /// Inside a `not`.
    Negation,
    /// In a `distinct`.
    Distinct,
}

/// Returns the uses of variables that no positive sentence of the body binds.
///
/// An `or` binds a variable if all its branches bind it. Inside a branch, the variables that the branch binds also count.
///
/// ```
/// use senet_gdl::{Sheet, UnsafePlace, unsafe_uses};
/// let rules = Sheet::read("(<= (p ?x) (not (q ?y)))").description.rules;
/// let places: Vec<_> = unsafe_uses(&rules[0]).iter().map(|(_, _, place)| *place).collect();
/// assert_eq!(places, [UnsafePlace::Head, UnsafePlace::Negation]);
/// ```
pub fn unsafe_uses(rule: &Rule) -> Vec<(Symbol, Span, UnsafePlace)> {
    let mut collector = UseCollector {
        bound: vec![bound_by_all(&rule.body)],
        found: Vec::new(),
    };
    collector.report(rule.head.variables(), UnsafePlace::Head);
    collector.visit_all(&rule.body);
    collector.found
}

pub(crate) type Variables = FxHashSet<Symbol>;

fn bound_by_all(literals: &[Literal]) -> Variables {
    literals.iter().flat_map(bound_by).collect()
}

/// The variables that a literal binds wherever it holds.
pub(crate) fn bound_by(literal: &Literal) -> Variables {
    match literal {
        Literal::Holds(sentence) => sentence.variables().into_iter().map(|(v, _)| v).collect(),
        Literal::And(parts, _) => bound_by_all(parts),
        Literal::Or(parts, _) => {
            let in_both = |common: Variables, branch: Variables| -> Variables {
                common.intersection(&branch).copied().collect()
            };
            parts
                .iter()
                .map(bound_by)
                .reduce(in_both)
                .unwrap_or_default()
        }
        Literal::Not(..) | Literal::Distinct(..) => Variables::default(),
    }
}

/// Collects the unsafe uses of a rule.
struct UseCollector {
    /// The bound variables: those of the whole body, then those of each enclosing branch.
    bound: Vec<Variables>,
    found: Vec<(Symbol, Span, UnsafePlace)>,
}

impl UseCollector {
    fn report(&mut self, used: impl IntoIterator<Item = (Symbol, Span)>, place: UnsafePlace) {
        for (variable, span) in used {
            if !self.bound.iter().any(|bound| bound.contains(&variable)) {
                self.found.push((variable, span, place));
            }
        }
    }

    fn visit_all(&mut self, literals: &[Literal]) {
        literals.iter().for_each(|literal| self.visit(literal));
    }

    fn visit(&mut self, literal: &Literal) {
        match literal {
            Literal::Holds(_) => {}
            Literal::And(parts, _) => self.visit_all(parts),
            Literal::Or(parts, _) => {
                for part in parts {
                    self.bound.push(bound_by(part));
                    self.visit(part);
                    self.bound.pop();
                }
            }
            Literal::Not(inner, _) => self.visit_negated(inner),
            Literal::Distinct(left, right, _) => {
                self.report(left.variables(), UnsafePlace::Distinct);
                self.report(right.variables(), UnsafePlace::Distinct);
            }
        }
    }

    /// Visits a literal under `not`. No variable is bound there.
    fn visit_negated(&mut self, literal: &Literal) {
        match literal {
            Literal::Holds(sentence) => self.report(sentence.variables(), UnsafePlace::Negation),
            Literal::Not(inner, _) => self.visit_negated(inner),
            Literal::And(parts, _) | Literal::Or(parts, _) => {
                parts.iter().for_each(|part| self.visit_negated(part));
            }
            Literal::Distinct(..) => self.visit(literal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;

    fn check(rule: &str, expected: &[(&str, UnsafePlace)]) {
        let sheet = Sheet::read(rule);
        let uses = unsafe_uses(&sheet.description.rules[0]);
        let found: Vec<_> = uses
            .iter()
            .map(|(v, _, place)| (sheet.description.symbols.key(*v), *place))
            .collect();
        assert_eq!(found, expected, "{rule}");
    }

    #[test]
    fn only_positive_sentences_bind_variables() {
        check("(<= (p ?x) (q ?x) (not (r ?x)) (distinct ?x 1))", &[]);
        check(
            "(<= (p ?x) (not (q ?x)))",
            &[("?x", UnsafePlace::Head), ("?x", UnsafePlace::Negation)],
        );
        check(
            "(<= p (q ?x) (distinct ?x ?y))",
            &[("?y", UnsafePlace::Distinct)],
        );
        check("(p ?x)", &[("?x", UnsafePlace::Head)]);
    }

    #[test]
    fn or_binds_only_variables_of_all_branches() {
        check("(<= (p ?x) (or (q ?x) (r ?x ?y)))", &[]);
        check(
            "(<= (p ?y) (or (q ?x) (r ?x ?y)))",
            &[("?y", UnsafePlace::Head)],
        );
        check(
            "(<= p (q ?x) (or (distinct ?x a) (and (r ?y) (distinct ?x ?y))))",
            &[],
        );
    }
}
