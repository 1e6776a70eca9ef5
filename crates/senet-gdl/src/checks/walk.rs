//! Traversals of rules that several checks share.

use crate::description::{Literal, Rule, Sentence, Term};
use crate::tree::SyntaxNode;

/// Calls the function on every literal of the body, including nested ones, outermost first.
pub(super) fn literals<'a>(rule: &'a Rule, action: &mut impl FnMut(&'a Literal)) {
    rule.body
        .iter()
        .for_each(|literal| visit_literal(literal, action));
}

fn visit_literal<'a>(literal: &'a Literal, action: &mut impl FnMut(&'a Literal)) {
    action(literal);
    match literal {
        Literal::Not(inner, _) => visit_literal(inner, action),
        Literal::Or(parts, _) | Literal::And(parts, _) => {
            parts.iter().for_each(|part| visit_literal(part, action));
        }
        Literal::Holds(_) | Literal::Distinct(..) => {}
    }
}

/// Calls the function on every sentence of the rule: the head, then the body at any depth.
pub(super) fn sentences<'a>(rule: &'a Rule, action: &mut impl FnMut(&'a Sentence)) {
    action(&rule.head);
    body_sentences(rule, action);
}

/// Calls the function on every sentence of the body at any depth.
pub(super) fn body_sentences<'a>(rule: &'a Rule, action: &mut impl FnMut(&'a Sentence)) {
    literals(rule, &mut |literal| {
        if let Literal::Holds(sentence) = literal {
            action(sentence);
        }
    });
}

/// Calls the function on every term of the rule, including nested ones, outermost first.
pub(super) fn terms<'a>(rule: &'a Rule, action: &mut impl FnMut(&'a Term)) {
    rule.head.args.iter().for_each(|term| term.visit(action));
    literals(rule, &mut |literal| match literal {
        Literal::Holds(sentence) => sentence.args.iter().for_each(|term| term.visit(action)),
        Literal::Distinct(left, right, _) => [left, right]
            .into_iter()
            .for_each(|term| term.visit(action)),
        Literal::Not(..) | Literal::Or(..) | Literal::And(..) => {}
    });
}

/// Calls the function on every node of the forms, parents first.
pub(super) fn nodes<'a>(forms: &'a [SyntaxNode], action: &mut impl FnMut(&'a SyntaxNode)) {
    forms.iter().for_each(|form| form.visit(action));
}
