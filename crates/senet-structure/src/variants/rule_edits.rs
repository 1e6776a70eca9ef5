//! Small edits of rules that several transformations share.

use crate::{ArgumentPosition, normal_relation, variable_positions};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{
    Dependencies, Description, LetterCase, Literal, Rule, Sentence, Span, Symbol, Symbols, Term,
    show,
};

/// Maps a constant at a position to its replacement; `None` if the constant stays.
pub(super) type Renamed<'a> = &'a dyn Fn(ArgumentPosition, Symbol) -> Option<Symbol>;

/// Replaces the constants of a rule, position by position; `None` if one of them has no replacement.
pub(super) fn rename_rule(rule: &Rule, renamed: Renamed) -> Option<Rule> {
    let variables = variable_positions(rule);
    Some(Rule {
        head: rename_sentence(&rule.head, renamed)?,
        body: rename_literals(&rule.body, renamed, &variables)?,
        span: rule.span,
    })
}

fn rename_literals(
    literals: &[Literal],
    renamed: Renamed,
    variables: &FxHashMap<Symbol, ArgumentPosition>,
) -> Option<Vec<Literal>> {
    let each = |literal| rename_literal(literal, renamed, variables);
    literals.iter().map(each).collect()
}

fn rename_literal(
    literal: &Literal,
    renamed: Renamed,
    variables: &FxHashMap<Symbol, ArgumentPosition>,
) -> Option<Literal> {
    let literals = |parts| rename_literals(parts, renamed, variables);
    Some(match literal {
        Literal::Holds(sentence) => Literal::Holds(rename_sentence(sentence, renamed)?),
        Literal::Not(inner, span) => {
            Literal::Not(Box::new(rename_literal(inner, renamed, variables)?), *span)
        }
        Literal::Or(parts, span) => Literal::Or(literals(parts)?, *span),
        Literal::And(parts, span) => Literal::And(literals(parts)?, *span),
        Literal::Distinct(left, right, span) => {
            // A constant that is compared with a variable counts as a constant at the variable's position.
            let compared = |term: &Term, other: &Term| match (term, other) {
                (Term::Constant(constant, at), Term::Variable(variable, _)) => {
                    match variables.get(variable) {
                        Some(&position) => Some(Term::Constant(renamed(position, *constant)?, *at)),
                        None => Some(term.clone()),
                    }
                }
                _ => rename_inside(term, renamed),
            };
            Literal::Distinct(compared(left, right)?, compared(right, left)?, *span)
        }
    })
}

/// Replaces the constants of a sentence; `None` if one of them has no replacement.
pub(super) fn rename_sentence(sentence: &Sentence, renamed: Renamed) -> Option<Sentence> {
    let name = normal_relation(sentence.relation);
    Some(Sentence {
        relation: sentence.relation,
        args: rename_args(name, &sentence.args, renamed)?,
        span: sentence.span,
    })
}

fn rename_args(name: Symbol, args: &[Term], renamed: Renamed) -> Option<Vec<Term>> {
    let each = args.iter().enumerate().map(|(index, arg)| match arg {
        Term::Constant(constant, span) => {
            let position = ArgumentPosition::new(name, args.len(), index);
            Some(Term::Constant(renamed(position, *constant)?, *span))
        }
        other => rename_inside(other, renamed),
    });
    each.collect()
}

/// Replaces the constants inside functions.
pub(super) fn rename_inside(term: &Term, renamed: Renamed) -> Option<Term> {
    match term {
        Term::Function(name, args, span) => Some(Term::Function(
            *name,
            rename_args(*name, args, renamed)?,
            *span,
        )),
        other => Some(other.clone()),
    }
}

/// Makes a rule without conditions.
pub(super) fn fact(relation: Symbol, args: Vec<Term>) -> Rule {
    Rule {
        head: Sentence {
            relation,
            args,
            span: Span::default(),
        },
        body: Vec::new(),
        span: Span::default(),
    }
}

/// Makes a constant term.
pub(super) fn constant(symbol: Symbol) -> Term {
    Term::Constant(symbol, Span::default())
}

/// Returns the text of a term in the spelling of the rule sheet.
pub(super) fn text(term: &Term, symbols: &Symbols) -> String {
    show(term, symbols, LetterCase::AsWritten).to_string()
}

/// Reads a ground term that [`text`] wrote; `None` for other text.
pub(super) fn read_term(text: &str, symbols: &mut Symbols) -> Option<Term> {
    senet_gdl::read_term(text, symbols).filter(Term::is_ground)
}

/// Removes rules that no keyword depends on any more. Rules that were unused before stay.
pub(super) fn drop_unused(description: &mut Description, before: &Description) {
    let used = |d: &Description| -> FxHashSet<_> {
        let closure = Dependencies::of(d).closure(|(name, _)| name.is_relation_keyword());
        closure.into_iter().collect()
    };
    let (old, new) = (used(before), used(description));
    description.rules.retain(|rule| {
        let relation = rule.head.signature();
        new.contains(&relation) || !old.contains(&relation)
    });
}
