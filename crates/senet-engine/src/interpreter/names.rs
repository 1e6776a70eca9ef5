//! Ids of fluents and moves that all threads share, assigned on first occurrence.
//!
//! Each thread has its own terms. Terms cross threads as lists of symbols.

use rustc_hash::FxHashMap;
use senet_gdl::{Symbol, Symbols, Term, read_term};
use senet_ground::{TermId, Terms};
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
        let code: Code = code.into();
        let known = self.read().numbers.get(&code).copied();
        known.unwrap_or_else(|| {
            let text = terms.text(term, symbols);
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

    /// The id of the term with this text; `None` if it is not a term over known symbols.
    pub fn number_of_text(&self, text: &str, symbols: &Symbols) -> Option<u32> {
        let mut words = Symbols::new();
        let term = read_term(text, &mut words)?;
        let mut code = Vec::new();
        code_of_term(&term, &words, symbols, &mut code)?;
        let mut terms = Terms::default();
        let term = read_code(&mut code.iter(), &mut terms)?;
        Some(self.number(term, &terms, symbols))
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

    /// The term with this id.
    pub fn term(&self, number: u32, terms: &mut Terms) -> Option<TermId> {
        let (code, _) = self.entries.get(number as usize)?;
        read_code(&mut code.iter(), terms)
    }
}

fn write_code(term: TermId, terms: &Terms, code: &mut Vec<(Symbol, usize)>) {
    let args = terms.args(term);
    code.push((terms.name(term), args.len()));
    args.iter().for_each(|&arg| write_code(arg, terms, code));
}

fn read_code<'a>(
    code: &mut impl Iterator<Item = &'a (Symbol, usize)>,
    terms: &mut Terms,
) -> Option<TermId> {
    let &(name, arity) = code.next()?;
    let mut args = Vec::with_capacity(arity);
    for _ in 0..arity {
        args.push(read_code(&mut *code, terms)?);
    }
    Some(terms.make(name, &args))
}

fn code_of_term(
    term: &Term,
    from: &Symbols,
    to: &Symbols,
    code: &mut Vec<(Symbol, usize)>,
) -> Option<()> {
    let (name, args): (_, &[Term]) = match term {
        Term::Variable(..) => return None,
        Term::Constant(name, _) => (name, &[]),
        Term::Function(name, args, _) => (name, args),
    };
    code.push((to.get(from.key(*name))?, args.len()));
    let mut args = args.iter();
    args.try_for_each(|arg| code_of_term(arg, from, to, code))
}
