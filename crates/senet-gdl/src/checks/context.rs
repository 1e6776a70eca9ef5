//! What the checks look at.

use crate::dependencies::Dependencies;
use crate::description::{Description, Rule};
use crate::lexer::{TokenKind, tokens};
use crate::sheet::Sheet;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use crate::tree::Node;

/// A sheet with what several checks need of it, computed once.
pub(crate) struct Context<'a> {
    /// The source.
    pub text: &'a str,
    /// The nesting as it was written; empty where only the meaning of some of the rules is looked at.
    pub forms: &'a [Node],
    /// The meaning.
    pub description: &'a Description,
    /// Which relation uses which.
    pub dependencies: Dependencies,
    /// The declaration of percepts, in sheets that have percepts.
    pub percept: Option<Symbol>,
}

impl<'a> Context<'a> {
    /// Everything in a sheet.
    pub fn of_sheet(sheet: &'a Sheet) -> Context<'a> {
        Context {
            forms: &sheet.forms,
            ..Context::of_rules(&sheet.text, &sheet.description)
        }
    }

    /// Just these rules, whose spans lie in the text.
    pub fn of_rules(text: &'a str, description: &'a Description) -> Context<'a> {
        Context {
            text,
            forms: &[],
            description,
            dependencies: Dependencies::of(description),
            percept: percept(description),
        }
    }

    /// The rules, facts included.
    pub fn rules(&self) -> &'a [Rule] {
        &self.description.rules
    }

    /// The words.
    pub fn symbols(&self) -> &'a Symbols {
        &self.description.symbols
    }

    /// A name as the sheet first wrote it.
    pub fn name(&self, symbol: Symbol) -> &'a str {
        self.symbols().spelling(symbol)
    }

    /// Where the name of a sentence or function stands that fills the span.
    pub fn name_span(&self, whole: Span) -> Span {
        let start = whole.start as usize;
        tokens(whole.of(self.text))
            .find(|token| token.kind == TokenKind::Word)
            .map_or(whole, |token| {
                let range = token.span.range();
                Span::new(start + range.start, start + range.end)
            })
    }

    /// Whether the name has a fixed meaning as a relation in this sheet.
    pub fn is_keyword(&self, relation: Symbol) -> bool {
        relation.is_relation_keyword() || Some(relation) == self.percept
    }

    /// How many arguments a keyword takes.
    pub fn keyword_arity(&self, relation: Symbol) -> Option<usize> {
        if Some(relation) == self.percept {
            return Some(2);
        }
        keyword_arity(relation)
    }
}

/// How many arguments a keyword takes that is one in every sheet.
pub(crate) fn keyword_arity(relation: Symbol) -> Option<usize> {
    match relation {
        Symbol::TERMINAL => Some(0),
        Symbol::ROLE | Symbol::INIT | Symbol::TRUE | Symbol::NEXT | Symbol::BASE => Some(1),
        Symbol::LEGAL | Symbol::DOES | Symbol::GOAL | Symbol::INPUT | Symbol::SEES => Some(2),
        _ => None,
    }
}

/// `percept` declares what `sees` may deliver, as `input` does for `legal`. It is an ordinary name in a sheet without `sees`.
fn percept(description: &Description) -> Option<Symbol> {
    let sees = |rule: &Rule| rule.head.relation == Symbol::SEES;
    if description.rules.iter().any(sees) {
        description.symbols.get("percept")
    } else {
        None
    }
}
