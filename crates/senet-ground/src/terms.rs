//! Hash-consed ground terms: equal terms have equal ids, so comparing them costs one integer comparison.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use senet_gdl::{Pattern, Symbol, Symbols};
use std::hash::{Hash, Hasher};

/// A ground term of a [`Terms`] table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// All ground terms so far.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    table: HashTable<u32>,
    /// Per symbol, its constant: the most frequent look-up.
    constants: Vec<Option<TermId>>,
    /// Arguments of the term under construction, kept to save allocations.
    waiting: Vec<TermId>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    name: Symbol,
    /// The start of the arguments in the common vector.
    start: u32,
    arity: u32,
    depth: u32,
    /// The number of names in the term; saturates at the largest number.
    words: u32,
}

impl Terms {
    /// The term with this name and these arguments.
    pub fn make(&mut self, name: Symbol, args: &[TermId]) -> TermId {
        if args.is_empty() {
            return self.constant(name);
        }
        let hash = hash(name, args);
        if let Some(id) = self.find(hash, name, args) {
            return id;
        }
        let id = self.add(name, args);
        let Terms {
            nodes, args, table, ..
        } = self;
        table.insert_unique(hash, id.0, |&other| rehash(nodes, args, other));
        id
    }

    /// The constant of a name.
    fn constant(&mut self, name: Symbol) -> TermId {
        if let Some(known) = self.known_constant(name) {
            return known;
        }
        let id = self.add(name, &[]);
        if self.constants.len() <= name.index() {
            self.constants.resize(name.index() + 1, None);
        }
        self.constants[name.index()] = Some(id);
        id
    }

    #[inline]
    fn known_constant(&self, name: Symbol) -> Option<TermId> {
        self.constants.get(name.index()).copied().flatten()
    }

    /// Adds a new term.
    fn add(&mut self, name: Symbol, args: &[TermId]) -> TermId {
        let depth = 1 + args.iter().map(|&arg| self.depth(arg)).max().unwrap_or(0);
        let words = args.iter().map(|&arg| self.nodes[arg.0 as usize].words);
        let words = words.fold(1, u32::saturating_add);
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            name,
            start: self.args.len() as u32,
            arity: args.len() as u32,
            depth: depth as u32,
            words,
        });
        self.args.extend_from_slice(args);
        TermId(id)
    }

    /// The term with this name and these arguments, if it exists.
    pub fn get(&self, name: Symbol, args: &[TermId]) -> Option<TermId> {
        match args {
            [] => self.known_constant(name),
            _ => self.find(hash(name, args), name, args),
        }
    }

    fn find(&self, hash: u64, name: Symbol, args: &[TermId]) -> Option<TermId> {
        let same = |&id: &u32| self.name(TermId(id)) == name && self.args(TermId(id)) == args;
        self.table.find(hash, same).map(|&id| TermId(id))
    }

    /// The constant or function name of a term.
    #[inline]
    pub fn name(&self, id: TermId) -> Symbol {
        self.nodes[id.0 as usize].name
    }

    /// The arguments of a term; none for a constant.
    #[inline]
    pub fn args(&self, id: TermId) -> &[TermId] {
        let node = &self.nodes[id.0 as usize];
        &self.args[node.start as usize..(node.start + node.arity) as usize]
    }

    /// The nesting depth of a term; 1 for a constant.
    pub fn depth(&self, id: TermId) -> usize {
        self.nodes[id.0 as usize].depth as usize
    }

    /// The number of names in a term, counting repetitions.
    pub fn words(&self, id: TermId) -> usize {
        self.nodes[id.0 as usize].words as usize
    }

    /// Estimated bytes of the table.
    pub fn bytes(&self) -> usize {
        (size_of::<Node>() + 8) * self.nodes.len() + 4 * self.args.len() + 8 * self.constants.len()
    }

    /// The number of terms and arguments.
    pub fn size(&self) -> usize {
        self.nodes.len() + self.args.len()
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Instantiates a pattern with the bindings of its variables.
    pub fn instantiate(&mut self, pattern: &Pattern, bindings: &[TermId]) -> TermId {
        match pattern {
            Pattern::Variable(v) => bindings[*v],
            Pattern::Constant(name) => self.constant(*name),
            Pattern::Function(name, args) => {
                let mut waiting = std::mem::take(&mut self.waiting);
                waiting.clear();
                waiting.extend(args.iter().map(|arg| self.instantiate(arg, bindings)));
                let made = self.make(*name, &waiting);
                self.waiting = waiting;
                made
            }
        }
    }

    /// Like [`Terms::instantiate`], but creates no term: `None` if the term does not exist.
    pub fn look_up(&self, pattern: &Pattern, bindings: &[TermId]) -> Option<TermId> {
        match pattern {
            Pattern::Variable(v) => Some(bindings[*v]),
            Pattern::Constant(name) => self.known_constant(*name),
            Pattern::Function(name, args) => {
                let args: Option<Vec<_>> =
                    args.iter().map(|arg| self.look_up(arg, bindings)).collect();
                self.get(*name, &args?)
            }
        }
    }

    /// True if two patterns are the same term under the bindings.
    pub fn same(&self, left: &Pattern, right: &Pattern, bindings: &[TermId]) -> bool {
        match (left, right) {
            (Pattern::Variable(v), other) | (other, Pattern::Variable(v)) => {
                self.matches(other, bindings[*v], bindings)
            }
            (Pattern::Constant(a), Pattern::Constant(b)) => a == b,
            (Pattern::Function(f, xs), Pattern::Function(g, ys)) => {
                f == g
                    && xs.len() == ys.len()
                    && xs.iter().zip(ys).all(|(x, y)| self.same(x, y, bindings))
            }
            _ => false,
        }
    }

    fn matches(&self, pattern: &Pattern, term: TermId, bindings: &[TermId]) -> bool {
        match pattern {
            Pattern::Variable(v) => bindings[*v] == term,
            Pattern::Constant(name) => self.name(term) == *name && self.args(term).is_empty(),
            Pattern::Function(name, args) => {
                let parts = self.args(term);
                self.name(term) == *name
                    && parts.len() == args.len()
                    && args
                        .iter()
                        .zip(parts)
                        .all(|(arg, &part)| self.matches(arg, part, bindings))
            }
        }
    }

    /// The term as text: prefix notation, lower case, single spaces.
    pub fn text(&self, id: TermId, symbols: &Symbols) -> String {
        let mut text = String::new();
        self.write(id, symbols, &mut text);
        text
    }

    /// The bytes of the text of a term, counted without building it. They do not overflow: a term shares its parts, so its text can be larger than any memory.
    pub fn text_bytes(&self, id: TermId, symbols: &Symbols) -> usize {
        let args = self.args(id).iter();
        let args = args.map(|&arg| self.text_bytes(arg, symbols));
        args.fold(self.own_bytes(id, symbols), usize::saturating_add)
    }

    /// The bytes of the texts of all terms, by id.
    pub(crate) fn all_text_bytes(&self, symbols: &Symbols) -> Vec<usize> {
        let mut all: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for id in (0..self.nodes.len() as u32).map(TermId) {
            let args = self.args(id).iter().map(|arg| all[arg.0 as usize]);
            all.push(args.fold(self.own_bytes(id, symbols), usize::saturating_add));
        }
        all
    }

    /// The bytes of a term's text without those of its arguments.
    fn own_bytes(&self, id: TermId, symbols: &Symbols) -> usize {
        let args = self.args(id).len();
        symbols.key(self.name(id)).len() + args + if args > 0 { 2 } else { 0 }
    }

    /// Appends a term as text.
    pub fn write(&self, id: TermId, symbols: &Symbols, text: &mut String) {
        let args = self.args(id);
        if args.is_empty() {
            return text.push_str(symbols.key(self.name(id)));
        }
        text.push('(');
        text.push_str(symbols.key(self.name(id)));
        for &arg in args {
            text.push(' ');
            self.write(arg, symbols, text);
        }
        text.push(')');
    }
}

fn hash(name: Symbol, args: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    args.iter().for_each(|arg| arg.hash(&mut hasher));
    hasher.finish()
}

fn rehash(nodes: &[Node], args: &[TermId], id: u32) -> u64 {
    let node = &nodes[id as usize];
    hash(
        node.name,
        &args[node.start as usize..(node.start + node.arity) as usize],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_ids() {
        let mut symbols = Symbols::new();
        let (f, a, b) = (
            symbols.intern("f"),
            symbols.intern("a"),
            symbols.intern("b"),
        );
        let mut terms = Terms::default();
        let (one, two) = (terms.make(a, &[]), terms.make(b, &[]));
        let pair = terms.make(f, &[one, two]);
        assert_eq!(terms.make(f, &[one, two]), pair);
        assert_ne!(terms.make(f, &[two, one]), pair);
        assert_eq!(terms.get(f, &[one]), None);
        assert_eq!(
            (terms.text(pair, &symbols).as_str(), terms.depth(pair)),
            ("(f a b)", 2)
        );
    }

    #[test]
    fn patterns_compare_without_being_built() {
        let mut symbols = Symbols::new();
        let (f, a, b) = (
            symbols.intern("f"),
            symbols.intern("a"),
            symbols.intern("b"),
        );
        let mut terms = Terms::default();
        let bindings = [terms.make(a, &[]), terms.make(b, &[])];
        let wrap = |v| Pattern::Function(f, vec![Pattern::Variable(v)]);
        assert!(terms.same(&wrap(0), &wrap(0), &bindings));
        assert!(!terms.same(&wrap(0), &wrap(1), &bindings));
        assert_eq!(terms.look_up(&wrap(0), &bindings), None);
        let built = terms.instantiate(&wrap(0), &bindings);
        assert_eq!(terms.look_up(&wrap(0), &bindings), Some(built));
    }
}
