//! Small changes of sheets that several transformations need.

use crate::{Position, same_over_time, variable_positions};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{
    Dependencies, Description, LetterCase, Literal, Rule, Sentence, Span, Symbol, Symbols, Term,
    show,
};

/// What becomes of a constant at a position; `None` if there is nothing that it could become.
pub(super) type Renamed<'a> = &'a dyn Fn(Position, Symbol) -> Option<Symbol>;

/// A rule with its constants replaced, position by position; `None` if one of them is gone.
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
    variables: &FxHashMap<Symbol, Position>,
) -> Option<Vec<Literal>> {
    let each = |literal| rename_literal(literal, renamed, variables);
    literals.iter().map(each).collect()
}

fn rename_literal(
    literal: &Literal,
    renamed: Renamed,
    variables: &FxHashMap<Symbol, Position>,
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
            // A constant that is compared with a variable stands for something at the variable's position.
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

/// A sentence with its constants replaced; `None` if one of them is gone.
pub(super) fn rename_sentence(sentence: &Sentence, renamed: Renamed) -> Option<Sentence> {
    let name = same_over_time(sentence.relation);
    Some(Sentence {
        relation: sentence.relation,
        args: rename_args(name, &sentence.args, renamed)?,
        span: sentence.span,
    })
}

fn rename_args(name: Symbol, args: &[Term], renamed: Renamed) -> Option<Vec<Term>> {
    let each = args.iter().enumerate().map(|(index, arg)| match arg {
        Term::Constant(constant, span) => {
            let position = Position::new(name, args.len(), index);
            Some(Term::Constant(renamed(position, *constant)?, *span))
        }
        other => rename_inside(other, renamed),
    });
    each.collect()
}

/// Replaces the constants at the arguments of functions.
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

/// A fact of a sheet: a rule without conditions.
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

/// A constant as a term.
pub(super) fn constant(symbol: Symbol) -> Term {
    Term::Constant(symbol, Span::default())
}

/// The text of a term, as the sheet spells its words.
pub(super) fn text(term: &Term, symbols: &Symbols) -> String {
    show(term, symbols, LetterCase::AsWritten).to_string()
}

/// Reads a term that was written by [`text`]; `None` if it is none.
pub(super) fn read_term(text: &str, symbols: &mut Symbols) -> Option<Term> {
    senet_gdl::read_term(text, symbols).filter(Term::is_ground)
}

/// Leaves out the rules for relations that no answer depends on, if some answer depended on them in the other sheet.
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
