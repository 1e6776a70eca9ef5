//! Safety: which variables of a rule have no finite set of values to range over.

use crate::description::{Literal, Rule};
use crate::span::Span;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

/// Where an unsafe variable is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In the head of the rule.
    Head,
    /// Inside a `not`.
    Negation,
    /// In a `distinct`.
    Distinct,
}

/// The uses of variables that no positive sentence of the body binds.
///
/// An `or` binds only what all its branches bind; inside a branch, what the branch itself binds counts too.
pub fn unsafe_uses(rule: &Rule) -> Vec<(Symbol, Span, Place)> {
    let mut uses = Uses {
        bound: vec![bound_by_all(&rule.body)],
        found: Vec::new(),
    };
    uses.report(rule.head.variables(), Place::Head);
    uses.visit_all(&rule.body);
    uses.found
}

type Variables = FxHashSet<Symbol>;

fn bound_by_all(literals: &[Literal]) -> Variables {
    literals.iter().flat_map(bound_by).collect()
}

fn bound_by(literal: &Literal) -> Variables {
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

/// A walk through a rule.
struct Uses {
    /// What is bound here: by the whole body, then by each branch that the walk is in.
    bound: Vec<Variables>,
    found: Vec<(Symbol, Span, Place)>,
}

impl Uses {
    fn report(&mut self, used: impl IntoIterator<Item = (Symbol, Span)>, place: Place) {
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
                self.report(left.variables(), Place::Distinct);
                self.report(right.variables(), Place::Distinct);
            }
        }
    }

    /// Under `not` nothing binds, whatever is nested in it.
    fn visit_negated(&mut self, literal: &Literal) {
        match literal {
            Literal::Holds(sentence) => self.report(sentence.variables(), Place::Negation),
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

    fn check(rule: &str, expected: &[(&str, Place)]) {
        let sheet = Sheet::read(rule);
        let uses = unsafe_uses(&sheet.description.rules[0]);
        let found: Vec<_> = uses
            .iter()
            .map(|(v, _, place)| (sheet.description.symbols.key(*v), *place))
            .collect();
        assert_eq!(found, expected, "{rule}");
    }

    #[test]
    fn positive_sentences_bind() {
        check("(<= (p ?x) (q ?x) (not (r ?x)) (distinct ?x 1))", &[]);
        check(
            "(<= (p ?x) (not (q ?x)))",
            &[("?x", Place::Head), ("?x", Place::Negation)],
        );
        check("(<= p (q ?x) (distinct ?x ?y))", &[("?y", Place::Distinct)]);
        check("(p ?x)", &[("?x", Place::Head)]);
    }

    #[test]
    fn branches_bind_only_what_all_bind() {
        check("(<= (p ?x) (or (q ?x) (r ?x ?y)))", &[]);
        check("(<= (p ?y) (or (q ?x) (r ?x ?y)))", &[("?y", Place::Head)]);
        check(
            "(<= p (q ?x) (or (distinct ?x a) (and (r ?y) (distinct ?x ?y))))",
            &[],
        );
    }
}
