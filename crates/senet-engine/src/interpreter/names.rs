//! Ids of fluents and moves that all threads share, assigned on first occurrence.
//!
//! Each thread has its own terms. Terms cross threads as lists of symbols.

use crate::Stopped;
use rustc_hash::FxHashMap;
use senet_gdl::{Symbol, Symbols, Term, read_term};
use senet_ground::{TermId, Terms};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// A term as symbols in prefix order, each with its number of arguments.
type Code = Arc<[(Symbol, u32)]>;

/// The largest number of bytes that the terms with ids may take.
const MAX_BYTES: usize = 512 << 20;

/// Terms and their ids. Ids never change.
pub(super) struct TermNames {
    /// What the terms are, for errors.
    what: &'static str,
    entries: RwLock<Entries>,
}

/// The terms with ids.
#[derive(Default)]
pub(super) struct Entries {
    numbers: FxHashMap<Code, u32>,
    entries: Vec<(Code, String)>,
    bytes: usize,
}

impl TermNames {
    /// No terms yet.
    pub fn of(what: &'static str) -> TermNames {
        TermNames {
            what,
            entries: RwLock::default(),
        }
    }

    /// The id of a term; a new one if the term is new.
    pub fn number(&self, term: TermId, terms: &Terms, symbols: &Symbols) -> Result<u32, Stopped> {
        let mut code = Vec::new();
        write_code(term, terms, &mut code);
        let code: Code = code.into();
        if let Some(&known) = self.read().numbers.get(&code) {
            return Ok(known);
        }
        let bytes = size_of_val(&code[..]) + terms.text_bytes(term, symbols);
        let too_much = Stopped::TooMuchText {
            what: self.what,
            limit: MAX_BYTES >> 20,
        };
        if self.read().bytes.saturating_add(bytes) > MAX_BYTES {
            return Err(too_much);
        }
        let text = terms.text(term, symbols);
        // No panic can leave the entries inconsistent.
        let mut words = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let next = words.entries.len() as u32;
        let number = *words.numbers.entry(code.clone()).or_insert(next);
        if number == next {
            words.entries.push((code, text));
            words.bytes += bytes;
        }
        Ok(number)
    }

    /// The id of the term with this text; `None` if it is not a term over known symbols.
    pub fn number_of_text(&self, text: &str, symbols: &Symbols) -> Option<u32> {
        let mut words = Symbols::new();
        let term = read_term(text, &mut words)?;
        let mut code = Vec::new();
        code_of_term(&term, &words, symbols, &mut code)?;
        let mut terms = Terms::default();
        let term = read_code(&mut code.iter(), &mut terms)?;
        self.number(term, &terms, symbols).ok()
    }

    /// Locks the entries for reading.
    pub fn read(&self) -> RwLockReadGuard<'_, Entries> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner)
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

fn write_code(term: TermId, terms: &Terms, code: &mut Vec<(Symbol, u32)>) {
    let args = terms.args(term);
    code.push((terms.name(term), args.len() as u32));
    args.iter().for_each(|&arg| write_code(arg, terms, code));
}

fn read_code<'a>(
    code: &mut impl Iterator<Item = &'a (Symbol, u32)>,
    terms: &mut Terms,
) -> Option<TermId> {
    let &(name, arity) = code.next()?;
    let mut args = Vec::with_capacity(arity as usize);
    for _ in 0..arity {
        args.push(read_code(&mut *code, terms)?);
    }
    Some(terms.make(name, &args))
}

fn code_of_term(
    term: &Term,
    from: &Symbols,
    to: &Symbols,
    code: &mut Vec<(Symbol, u32)>,
) -> Option<()> {
    let (name, args): (_, &[Term]) = match term {
        Term::Variable(..) => return None,
        Term::Constant(name, _) => (name, &[]),
        Term::Function(name, args, _) => (name, args),
    };
    code.push((to.get(from.key(*name))?, args.len() as u32));
    let mut args = args.iter();
    args.try_for_each(|arg| code_of_term(arg, from, to, code))
}
