//! Ground terms as numbers: equal terms have equal numbers, so comparing terms costs one comparison.

use hashbrown::HashTable;
use senet_gdl::{Symbol, Symbols};

/// The number of a term within one [`Terms`].
pub(super) type TermId = u32;

/// Terms may nest this deep; the limit makes runaway recursion end with a message instead of with a full memory.
pub(super) const MAX_DEPTH: u32 = 256;

/// Terms may have this many names in them. Equal parts are kept once, but a text shows them all, so terms that double at every
/// step would fill the memory as text long before they nest too deep.
pub(super) const MAX_WORDS: u32 = 1 << 20;

/// All terms met so far.
#[derive(Clone, Default)]
pub(super) struct Terms {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    table: HashTable<TermId>,
}

#[derive(Clone, Copy)]
struct Node {
    functor: Symbol,
    start: u32,
    arity: u32,
    depth: u32,
    /// How many names there are in it; the largest number stands for more.
    words: u32,
}

impl Terms {
    /// The number of a constant (no arguments) or function application.
    pub fn intern(&mut self, functor: Symbol, args: &[TermId]) -> TermId {
        let hash = hash_application(functor, args);
        if let Some(known) = self.lookup(hash, functor, args) {
            return known;
        }
        let id = self.nodes.len() as TermId;
        let words = args.iter().map(|&arg| self.words(arg));
        let words = words.fold(1, u32::saturating_add);
        self.nodes.push(Node {
            functor,
            start: self.args.len() as u32,
            arity: args.len() as u32,
            depth: args.iter().map(|&a| self.depth(a) + 1).max().unwrap_or(0),
            words,
        });
        self.args.extend_from_slice(args);
        let (nodes, all_args) = (&self.nodes, &self.args);
        let rehash = |&id: &TermId| {
            let node = nodes[id as usize];
            hash_application(node.functor, slice(all_args, node))
        };
        self.table.insert_unique(hash, id, rehash);
        id
    }

    /// The number of a term, if it was met before.
    pub fn find(&self, functor: Symbol, args: &[TermId]) -> Option<TermId> {
        self.lookup(hash_application(functor, args), functor, args)
    }

    fn lookup(&self, hash: u64, functor: Symbol, args: &[TermId]) -> Option<TermId> {
        let same = |&id: &TermId| {
            let node = self.nodes[id as usize];
            node.functor == functor && slice(&self.args, node) == args
        };
        self.table.find(hash, same).copied()
    }

    /// Name of the function or constant.
    pub fn functor(&self, id: TermId) -> Symbol {
        self.nodes[id as usize].functor
    }

    /// The arguments; none for a constant.
    pub fn args(&self, id: TermId) -> &[TermId] {
        slice(&self.args, self.nodes[id as usize])
    }

    /// How deep functions are nested in it: 0 for a constant.
    pub fn depth(&self, id: TermId) -> u32 {
        self.nodes[id as usize].depth
    }

    /// How many names there are in it, counting repetitions.
    pub fn words(&self, id: TermId) -> u32 {
        self.nodes[id as usize].words
    }

    /// How many terms and arguments of terms there are.
    pub fn size(&self) -> usize {
        self.nodes.len() + self.args.len()
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Appends the term as text: lower case, single spaces.
    pub fn write(&self, id: TermId, symbols: &Symbols, text: &mut String) {
        let args = self.args(id);
        if args.is_empty() {
            return text.push_str(symbols.key(self.functor(id)));
        }
        text.push('(');
        text.push_str(symbols.key(self.functor(id)));
        for &arg in args {
            text.push(' ');
            self.write(arg, symbols, text);
        }
        text.push(')');
    }

    /// The term as text.
    pub fn text(&self, id: TermId, symbols: &Symbols) -> String {
        let mut text = String::new();
        self.write(id, symbols, &mut text);
        text
    }
}

fn slice(args: &[TermId], node: Node) -> &[TermId] {
    &args[node.start as usize..(node.start + node.arity) as usize]
}

fn hash_application(functor: Symbol, args: &[TermId]) -> u64 {
    hash_ids(functor.index() as u32, args.iter().copied())
}

/// A quick hash of some numbers, good enough in its low and in its high bits.
pub(super) fn hash_ids(first: u32, ids: impl Iterator<Item = u32>) -> u64 {
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let mut hash = u64::from(first)
        .wrapping_add(0x9e37_79b9)
        .wrapping_mul(FACTOR);
    for id in ids {
        hash = (hash.rotate_left(23) ^ u64::from(id)).wrapping_mul(FACTOR);
    }
    hash ^ hash >> 29
}
