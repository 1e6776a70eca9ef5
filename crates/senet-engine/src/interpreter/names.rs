//! Ids of fluents and moves that all threads share, assigned on first occurrence.
//!
//! Each thread has its own terms. Terms cross threads as lists of symbols.

use super::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use senet_gdl::{Pattern, Sheet, Symbol, Symbols, SyntaxNode};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// A term as symbols in prefix order, each with its number of arguments.
type Code = Box<[(Symbol, usize)]>;

/// Terms and their ids. Ids never change.
#[derive(Default)]
pub(super) struct TermNames(RwLock<Entries>);

/// The terms with ids.
#[derive(Default)]
pub(super) struct Entries {
    numbers: FxHashMap<Code, u32>,
    entries: Vec<(Code, String)>,
}

impl TermNames {
    /// The id of a term; a new one if the term is new.
    pub fn number(&self, term: TermId, terms: &Terms, symbols: &Symbols) -> u32 {
        let mut code = Vec::new();
        write_code(term, terms, &mut code);
        self.number_of(code.into(), || terms.text(term, symbols))
    }

    /// The id of the term with this text; `None` if it is not a term over known symbols.
    pub fn number_of_text(&self, text: &str, symbols: &Symbols) -> Option<u32> {
        let sheet = Sheet::read(text);
        let [form] = &sheet.forms[..] else {
            return None;
        };
        if !sheet.problems.is_empty() {
            return None;
        }
        let mut code = Vec::new();
        code_of_node(form, &sheet.description.symbols, symbols, &mut code)?;
        let mut terms = Terms::default();
        let term = read_code(&mut code.iter(), &mut terms)?;
        Some(self.number(term, &terms, symbols))
    }

    /// The number of a term that is given as a pattern; `None` if it has variables.
    pub fn number_of_pattern(&self, pattern: &Pattern, symbols: &Symbols) -> Option<u32> {
        let mut code = Vec::new();
        code_of_pattern(pattern, &mut code)?;
        let text = || {
            let mut terms = Terms::default();
            let term = read_code(&mut code.iter(), &mut terms);
            term.map_or_else(String::new, |term| terms.text(term, symbols))
        };
        Some(self.number_of(code.clone().into(), text))
    }

    fn number_of(&self, code: Code, text: impl FnOnce() -> String) -> u32 {
        let known = self.read().numbers.get(&code).copied();
        known.unwrap_or_else(|| {
            let text = text();
            // No panic can leave the entries inconsistent.
            let mut words = self.0.write().unwrap_or_else(PoisonError::into_inner);
            let next = words.entries.len() as u32;
            let number = *words.numbers.entry(code.clone()).or_insert(next);
            if number == next {
                words.entries.push((code, text));
            }
            number
        })
    }

    /// Locks the entries for reading.
    pub fn read(&self) -> RwLockReadGuard<'_, Entries> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    /// The text of the term with this id.
    pub fn text(&self, number: u32) -> Option<&str> {
        Some(&self.entries.get(number as usize)?.1)
    }

    /// The term with this number as a pattern.
    pub fn pattern(&self, number: u32) -> Option<Pattern> {
        let (code, _) = self.entries.get(number as usize)?;
        pattern_of_code(&mut code.iter())
    }

    /// The term with this id.
    pub fn term(&self, number: u32, terms: &mut Terms) -> Option<TermId> {
        let (code, _) = self.entries.get(number as usize)?;
        read_code(&mut code.iter(), terms)
    }
}

fn write_code(term: TermId, terms: &Terms, code: &mut Vec<(Symbol, usize)>) {
    let args = terms.args(term);
    code.push((terms.functor(term), args.len()));
    args.iter().for_each(|&arg| write_code(arg, terms, code));
}

fn read_code<'a>(
    code: &mut impl Iterator<Item = &'a (Symbol, usize)>,
    terms: &mut Terms,
) -> Option<TermId> {
    let &(functor, arity) = code.next()?;
    let mut args = Vec::with_capacity(arity);
    for _ in 0..arity {
        args.push(read_code(&mut *code, terms)?);
    }
    Some(terms.intern(functor, &args))
}

fn code_of_pattern(pattern: &Pattern, code: &mut Vec<(Symbol, usize)>) -> Option<()> {
    match pattern {
        Pattern::Variable(_) => None,
        Pattern::Constant(name) => {
            code.push((*name, 0));
            Some(())
        }
        Pattern::Function(name, args) => {
            code.push((*name, args.len()));
            args.iter().try_for_each(|arg| code_of_pattern(arg, code))
        }
    }
}

fn pattern_of_code<'a>(code: &mut impl Iterator<Item = &'a (Symbol, usize)>) -> Option<Pattern> {
    let &(name, arity) = code.next()?;
    let args: Option<Vec<Pattern>> = (0..arity).map(|_| pattern_of_code(&mut *code)).collect();
    Some(match arity {
        0 => Pattern::Constant(name),
        _ => Pattern::Function(name, args?),
    })
}

fn code_of_node(
    node: &SyntaxNode,
    from: &Symbols,
    to: &Symbols,
    code: &mut Vec<(Symbol, usize)>,
) -> Option<()> {
    let name = to.get(from.key(node.head()?))?;
    if to.is_variable(name) {
        return None;
    }
    code.push((name, node.rest().len()));
    let mut args = node.rest().iter();
    args.try_for_each(|arg| code_of_node(arg, from, to, code))
}
