//! The input of the checks.

use crate::dependencies::Dependencies;
use crate::description::{Description, Rule};
use crate::lexer::{TokenKind, tokens};
use crate::sheet::Sheet;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use crate::tree::SyntaxNode;
use std::borrow::Cow;

/// A sheet and the analyses that several checks share.
pub(crate) struct Context<'a> {
    /// The source text.
    pub text: &'a str,
    /// The syntax trees of the forms. Empty if only some rules are checked.
    pub forms: &'a [SyntaxNode],
    /// The rules.
    pub description: &'a Description,
    /// The dependency graph of the relations.
    pub dependencies: Dependencies,
    /// The symbol `percept`, if the sheet has percepts.
    pub percept: Option<Symbol>,
}

impl<'a> Context<'a> {
    /// The context of a whole sheet.
    pub fn of_sheet(sheet: &'a Sheet) -> Context<'a> {
        Context {
            forms: &sheet.forms,
            ..Context::of_rules(&sheet.text, &sheet.description)
        }
    }

    /// The context of these rules alone. Their spans refer to the text.
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

    /// The symbol table.
    pub fn symbols(&self) -> &'a Symbols {
        &self.description.symbols
    }

    /// A name in its first spelling in the sheet, short enough for a message.
    pub fn name(&self, symbol: Symbol) -> Cow<'a, str> {
        shortened(self.symbols().spelling(symbol))
    }

    /// The text of a span, short enough for a message.
    pub fn quote(&self, span: Span) -> Cow<'a, str> {
        shortened(span.of(self.text))
    }

    /// The span of the name of the sentence or function that occupies `whole`.
    pub fn name_span(&self, whole: Span) -> Span {
        let start = whole.start as usize;
        tokens(whole.of(self.text))
            .find(|token| token.kind == TokenKind::Word)
            .map_or(whole, |token| {
                let range = token.span.range();
                Span::new(start + range.start, start + range.end)
            })
    }

    /// Returns whether the relation is a keyword in this sheet.
    pub fn is_keyword(&self, relation: Symbol) -> bool {
        relation.is_relation_keyword() || Some(relation) == self.percept
    }

    /// The number of arguments of a keyword in this sheet.
    pub fn keyword_arity(&self, relation: Symbol) -> Option<usize> {
        if Some(relation) == self.percept {
            return Some(2);
        }
        keyword_arity(relation)
    }
}

/// Cuts a long text. A sheet can use one name of a megabyte in many places, and each place may get a message with it.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 80;
    match text.len() <= LONGEST {
        true => text.into(),
        false => format!("{}…", &text[..text.floor_char_boundary(LONGEST)]).into(),
    }
}

/// The number of arguments of a keyword of GDL.
pub(crate) fn keyword_arity(relation: Symbol) -> Option<usize> {
    match relation {
        Symbol::TERMINAL => Some(0),
        Symbol::ROLE | Symbol::INIT | Symbol::TRUE | Symbol::NEXT | Symbol::BASE => Some(1),
        Symbol::LEGAL | Symbol::DOES | Symbol::GOAL | Symbol::INPUT | Symbol::SEES => Some(2),
        _ => None,
    }
}

/// `percept` declares the possible percepts, as `input` declares the possible moves. Without `sees` it is an ordinary name.
fn percept(description: &Description) -> Option<Symbol> {
    let sees = |rule: &Rule| rule.head.relation == Symbol::SEES;
    if description.rules.iter().any(sees) {
        description.symbols.get("percept")
    } else {
        None
    }
}
