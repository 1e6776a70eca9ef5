//! Safety: which variables of a rule have no finite set of values to range over.

use crate::description::{Literal, Rule};
use crate::span::Span;
use crate::symbol::Symbol;

/// Where an unsafe variable is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    let mut found = Vec::new();
    let bound = bound_by_all(&rule.body);
    for (variable, span) in rule.head.variables() {
        if !bound.contains(&variable) {
            found.push((variable, span, Place::Head));
        }
    }
    check_all(&rule.body, &bound, &mut found);
    found
}

fn bound_by_all(literals: &[Literal]) -> Vec<Symbol> {
    literals.iter().flat_map(bound_by).collect()
}

fn bound_by(literal: &Literal) -> Vec<Symbol> {
    match literal {
        Literal::Holds(sentence) => sentence.variables().into_iter().map(|(v, _)| v).collect(),
        Literal::And(parts, _) => bound_by_all(parts),
        Literal::Or(parts, _) => {
            let mut branches = parts.iter().map(bound_by);
            let first = branches.next().unwrap_or_default();
            branches.fold(first, |common, branch| {
                common.into_iter().filter(|v| branch.contains(v)).collect()
            })
        }
        Literal::Not(..) | Literal::Distinct(..) => Vec::new(),
    }
}

fn check_all(literals: &[Literal], bound: &[Symbol], found: &mut Vec<(Symbol, Span, Place)>) {
    for literal in literals {
        match literal {
            Literal::Holds(_) => {}
            Literal::And(parts, _) => check_all(parts, bound, found),
            Literal::Or(parts, _) => {
                for part in parts {
                    let inner: Vec<_> = bound.iter().copied().chain(bound_by(part)).collect();
                    check_all(std::slice::from_ref(part), &inner, found);
                }
            }
            Literal::Not(inner, _) => check_negated(inner, bound, found),
            Literal::Distinct(left, right, _) => {
                let used = left.variables().into_iter().chain(right.variables());
                found.extend(
                    used.filter(|(v, _)| !bound.contains(v))
                        .map(|(v, span)| (v, span, Place::Distinct)),
                );
            }
        }
    }
}

fn check_negated(literal: &Literal, bound: &[Symbol], found: &mut Vec<(Symbol, Span, Place)>) {
    match literal {
        Literal::Distinct(..) => check_all(std::slice::from_ref(literal), bound, found),
        _ => literal.visit_sentences(&mut |sentence, _| {
            let used = sentence
                .variables()
                .into_iter()
                .filter(|(v, _)| !bound.contains(v));
            found.extend(used.map(|(v, span)| (v, span, Place::Negation)));
        }),
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
