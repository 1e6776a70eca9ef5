//! Prints terms, sentences and rules in prefix notation on one line.

use crate::description::{Literal, Rule, Sentence, Term};
use crate::symbol::{Symbol, Symbols};
use std::fmt::{self, Display};

/// The letter case of printed names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetterCase {
    /// Lower case, as in traces, records and canonical orders.
    Folded,
    /// The first spelling in the sheet.
    AsWritten,
}

/// A part of a description together with its symbol table, ready to print with `{}`.
pub struct Printed<'a, T> {
    item: &'a T,
    symbols: &'a Symbols,
    case: LetterCase,
}

/// Prepares a part of a description for printing with `{}`.
///
/// ```
/// use senet_gdl::{LetterCase, Sheet, show};
/// let description = Sheet::read("(<= (legal Robot push) (true  off))").description;
/// let rule = &description.rules[0];
/// let folded = show(rule, &description.symbols, LetterCase::Folded).to_string();
/// assert_eq!(folded, "(<= (legal robot push) (true off))");
/// ```
pub fn show<'a, T>(item: &'a T, symbols: &'a Symbols, case: LetterCase) -> Printed<'a, T> {
    Printed {
        item,
        symbols,
        case,
    }
}

/// Prints the rules of a description, one per line.
#[cfg(test)]
pub(crate) fn show_rules(description: &crate::Description) -> String {
    let rules = description.rules.iter();
    let lines = rules.map(|rule| show(rule, &description.symbols, LetterCase::Folded).to_string());
    lines.collect::<Vec<_>>().join("\n")
}

impl<'a, T> Printed<'a, T> {
    fn name(&self, symbol: Symbol) -> &'a str {
        match self.case {
            LetterCase::Folded => self.symbols.key(symbol),
            LetterCase::AsWritten => self.symbols.spelling(symbol),
        }
    }

    fn other<U>(&self, item: &'a U) -> Printed<'a, U> {
        show(item, self.symbols, self.case)
    }

    fn application(&self, f: &mut fmt::Formatter, name: Symbol, args: &'a [Term]) -> fmt::Result {
        if args.is_empty() {
            return f.write_str(self.name(name));
        }
        write!(f, "({}", self.name(name))?;
        for arg in args {
            write!(f, " {}", self.other(arg))?;
        }
        f.write_str(")")
    }

    fn list(&self, f: &mut fmt::Formatter, name: &str, parts: &'a [Literal]) -> fmt::Result {
        write!(f, "({name}")?;
        for part in parts {
            write!(f, " {}", self.other(part))?;
        }
        f.write_str(")")
    }
}

impl Display for Printed<'_, Term> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.item {
            Term::Variable(symbol, _) | Term::Constant(symbol, _) => {
                f.write_str(self.name(*symbol))
            }
            Term::Function(name, args, _) => self.application(f, *name, args),
        }
    }
}

impl Display for Printed<'_, Sentence> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.application(f, self.item.relation, &self.item.args)
    }
}

impl Display for Printed<'_, Literal> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.item {
            Literal::Holds(sentence) => write!(f, "{}", self.other(sentence)),
            Literal::Not(inner, _) => write!(f, "(not {})", self.other(&**inner)),
            Literal::Or(parts, _) => self.list(f, "or", parts),
            Literal::And(parts, _) => self.list(f, "and", parts),
            Literal::Distinct(left, right, _) => {
                write!(f, "(distinct {} {})", self.other(left), self.other(right))
            }
        }
    }
}

impl Display for Printed<'_, Rule> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.item.body.is_empty() {
            return write!(f, "{}", self.other(&self.item.head));
        }
        write!(f, "(<= {}", self.other(&self.item.head))?;
        for literal in &self.item.body {
            write!(f, " {}", self.other(literal))?;
        }
        f.write_str(")")
    }
}
