//! Ground terms: what variables stand for and facts are made of.

use rustc_hash::FxHasher;
use senet_gdl::{Description, Sheet, Symbol, Symbols, SyntaxNode};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Terms may nest this deep; the limit makes runaway recursion end with a message instead of with a full memory.
pub(super) const MAX_DEPTH: usize = 256;

/// Terms may have this many names in them, for the same reason: a term that doubles at every step is short in memory, where
/// equal parts are one, but not as text.
pub(super) const MAX_WORDS: usize = 1 << 20;

/// A term without variables. Cheap to copy.
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
    words: usize,
    /// Computed once, since facts are looked up far more often than they are made.
    hash: u64,
}

impl Value {
    /// Applies a function to values.
    pub fn compound(functor: Symbol, args: Vec<Value>) -> Value {
        let depth = 1 + args.iter().map(Value::depth).max().unwrap_or(0);
        let words = args.iter().map(Value::words).fold(1, usize::saturating_add);
        let mut hasher = FxHasher::default();
        (functor, &args).hash(&mut hasher);
        Value::Compound(Arc::new(Compound {
            functor,
            args,
            depth,
            words,
            hash: hasher.finish(),
        }))
    }

    /// How deep functions are nested in it: 0 for a constant.
    pub fn depth(&self) -> usize {
        match self {
            Value::Constant(_) => 0,
            Value::Compound(compound) => compound.depth,
        }
    }

    /// How many names there are in it, counting repetitions.
    pub fn words(&self) -> usize {
        match self {
            Value::Constant(_) => 1,
            Value::Compound(compound) => compound.words,
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

    /// Reads a value; `None` if it is no ground term made of words of the description.
    pub fn read(text: &str, description: &Description) -> Option<Value> {
        let sheet = Sheet::read(text);
        match &sheet.forms[..] {
            [form] if sheet.description.rules.len() == 1 => {
                Value::of_node(form, &sheet.description.symbols, &description.symbols)
            }
            _ => None,
        }
    }

    fn of_node(node: &SyntaxNode, from: &Symbols, to: &Symbols) -> Option<Value> {
        let name = to.get(from.key(node.head()?))?;
        if to.is_variable(name) {
            return None;
        }
        let args: Vec<_> = node
            .rest()
            .iter()
            .map(|arg| Value::of_node(arg, from, to))
            .collect::<Option<_>>()?;
        Some(if args.is_empty() {
            Value::Constant(name)
        } else {
            Value::compound(name, args)
        })
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
