//! Ground terms: the values of variables and the arguments of facts.

use rustc_hash::FxHasher;
use senet_gdl::{Description, Symbol, Symbols, Term, read_term};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Maximum nesting depth of terms. It stops infinite recursion with an error before memory runs
/// out.
pub(super) const MAX_DEPTH: usize = 256;

/// Maximum number of symbols in a term. A term that doubles at every step is small in memory, where
/// equal subterms are shared, but not as text.
pub(super) const MAX_SYMBOLS: usize = 1 << 20;

/// A ground term. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    /// A constant.
    Constant(Symbol),
    /// A function applied to values.
    Compound(Arc<Compound>),
}

/// A function applied to values.
#[derive(Debug)]
pub(super) struct Compound {
    pub functor: Symbol,
    pub args: Vec<Value>,
    depth: usize,
    symbol_count: usize,
    /// Computed once, since facts are looked up far more often than they are created.
    hash: u64,
}

impl Value {
    /// Applies a function to values.
    pub fn compound(functor: Symbol, args: Vec<Value>) -> Value {
        let depth = 1 + args.iter().map(Value::depth).max().unwrap_or(0);
        let symbol_count = args
            .iter()
            .map(Value::symbol_count)
            .fold(1, usize::saturating_add);
        let mut hasher = FxHasher::default();
        (functor, &args).hash(&mut hasher);
        Value::Compound(Arc::new(Compound {
            functor,
            args,
            depth,
            symbol_count,
            hash: hasher.finish(),
        }))
    }

    /// The nesting depth of functions: 0 for a constant.
    pub fn depth(&self) -> usize {
        match self {
            Value::Constant(_) => 0,
            Value::Compound(compound) => compound.depth,
        }
    }

    /// The number of symbols, with repetitions.
    pub fn symbol_count(&self) -> usize {
        match self {
            Value::Constant(_) => 1,
            Value::Compound(compound) => compound.symbol_count,
        }
    }

    /// The value as text: lower case, single spaces.
    pub fn text(&self, symbols: &Symbols) -> String {
        let mut text = String::new();
        self.write(symbols, &mut text);
        text
    }

    fn write(&self, symbols: &Symbols, text: &mut String) {
        match self {
            Value::Constant(name) => text.push_str(symbols.key(*name)),
            Value::Compound(compound) => {
                text.push('(');
                text.push_str(symbols.key(compound.functor));
                for arg in &compound.args {
                    text.push(' ');
                    arg.write(symbols, text);
                }
                text.push(')');
            }
        }
    }

    /// Parses a value; `None` if it is not a ground term over symbols of the description.
    pub fn read(text: &str, description: &Description) -> Option<Value> {
        let mut words = Symbols::new();
        let term = read_term(text, &mut words)?;
        Value::of_term(&term, &words, &description.symbols)
    }

    fn of_term(term: &Term, from: &Symbols, to: &Symbols) -> Option<Value> {
        let known = |name: &Symbol| to.get(from.key(*name));
        match term {
            Term::Variable(..) => None,
            Term::Constant(name, _) => Some(Value::Constant(known(name)?)),
            Term::Function(name, args, _) => {
                let args = args.iter().map(|arg| Value::of_term(arg, from, to));
                Some(Value::compound(known(name)?, args.collect::<Option<_>>()?))
            }
        }
    }
}

impl PartialEq for Compound {
    fn eq(&self, other: &Compound) -> bool {
        std::ptr::eq(self, other)
            || self.hash == other.hash && self.functor == other.functor && self.args == other.args
    }
}

impl Eq for Compound {}

impl Hash for Compound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}
