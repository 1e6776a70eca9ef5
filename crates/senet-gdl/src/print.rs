//! Writes terms, sentences and rules in the prefix notation, on one line, single spaces, folded or as first spelt.

use crate::description::{Literal, Rule, Sentence, Term};
use crate::symbol::{Symbol, Symbols};
use std::fmt::{self, Display};

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Case {
    /// Lower case: the form that traces, records and canonical orders use.
    Folded,
    /// As the sheet first spelt the name.
    Spelt,
}

/// Something of a description together with what is needed to print it.
pub struct Shown<'a, T> {
    item: &'a T,
    symbols: &'a Symbols,
    case: Case,
}

/// Prepares an item for printing with `{}`.
pub fn show<'a, T>(item: &'a T, symbols: &'a Symbols, case: Case) -> Shown<'a, T> {
    Shown {
        item,
        symbols,
        case,
    }
}

impl<'a, T> Shown<'a, T> {
    fn name(&self, symbol: Symbol) -> &'a str {
        match self.case {
            Case::Folded => self.symbols.key(symbol),
            Case::Spelt => self.symbols.spelling(symbol),
        }
    }

    fn other<U>(&self, item: &'a U) -> Shown<'a, U> {
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

impl Display for Shown<'_, Term> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.item {
            Term::Variable(symbol, _) | Term::Constant(symbol, _) => {
                f.write_str(self.name(*symbol))
            }
            Term::Function(name, args, _) => self.application(f, *name, args),
        }
    }
}

impl Display for Shown<'_, Sentence> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.application(f, self.item.relation, &self.item.args)
    }
}

impl Display for Shown<'_, Literal> {
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

impl Display for Shown<'_, Rule> {
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
