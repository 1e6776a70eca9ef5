//! The search trees of a game, with equal subtrees shared (hash consing).
//!
//! The search from a symbol depends on neither the other game nor the colours, so it runs once per symbol. Subtrees
//! with the same symbols are shared. Each tree comes after its subtrees.

use crate::mapping::colour_code::{code, fingerprint};
use crate::mapping::neighbours::Neighbours;
use crate::mapping::shuffle::mixed;
use crate::{Colour, GraphNodeId};
use rustc_hash::FxHashMap;
use senet_gdl::{Deadline, OutOfTime};

/// The index of a tree.
pub type TreeId = u32;

/// All search trees of a game.
#[derive(Default)]
pub struct SharedTrees {
    /// The colour code of each root.
    pub codes: Vec<u64>,
    /// The number of nodes of each tree.
    pub sizes: Vec<u32>,
    /// The height of each tree.
    pub heights: Vec<u8>,
    spans: Vec<Span>,
    items: Vec<TreeId>,
    /// The tree of each symbol.
    pub roots: Vec<TreeId>,
    /// The leaf that stands for each symbol inside other trees.
    pub leaves: Vec<TreeId>,
}

/// The boundaries of a tree's three lists. Each list holds first the leaves, where every search ends, then the inner
/// trees.
#[derive(Clone, Copy)]
struct Span {
    cuts: [u32; 7],
}

impl SharedTrees {
    /// Unfolds the searches from all symbols.
    pub fn new(
        graph: &Neighbours,
        max_depth: u8,
        deadline: &Deadline,
    ) -> Result<SharedTrees, OutOfTime> {
        let mut unfolding = Unfolding::new(graph, max_depth, deadline);
        for &symbol in &graph.symbols {
            let root = unfolding.expand(symbol, 0);
            unfolding.trees.roots.push(root);
            deadline.check()?;
        }
        Ok(unfolding.trees)
    }

    /// The number of trees.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The subtrees of a root in one list.
    #[inline]
    pub fn list(&self, tree: TreeId, list: usize) -> &[TreeId] {
        let cuts = &self.spans[tree as usize].cuts;
        &self.items[cuts[2 * list] as usize..cuts[2 * list + 2] as usize]
    }

    /// The leaves of a root in one list.
    #[inline]
    pub fn ends(&self, tree: TreeId, list: usize) -> &[TreeId] {
        let cuts = &self.spans[tree as usize].cuts;
        &self.items[cuts[2 * list] as usize..cuts[2 * list + 1] as usize]
    }

    /// The inner subtrees of a root in one list.
    #[inline]
    pub fn branches(&self, tree: TreeId, list: usize) -> &[TreeId] {
        let cuts = &self.spans[tree as usize].cuts;
        &self.items[cuts[2 * list + 1] as usize..cuts[2 * list + 2] as usize]
    }

    fn add(&mut self, code: u64, items: &[TreeId], lengths: [usize; 6]) -> TreeId {
        let mut end = self.items.len();
        let mut cuts = [end as u32; 7];
        for (cut, length) in cuts[1..].iter_mut().zip(lengths) {
            end += length;
            *cut = end as u32;
        }
        self.items.extend_from_slice(items);
        let below = items.iter().map(|&item| self.sizes[item as usize]);
        let size = below.fold(1, u32::saturating_add);
        let heights = items.iter().map(|&item| self.heights[item as usize] + 1);
        let height = heights.max().unwrap_or(0);
        self.sizes.push(size);
        self.heights.push(height);
        self.codes.push(code);
        self.spans.push(Span { cuts });
        self.codes.len() as TreeId - 1
    }
}

struct Unfolding<'a> {
    graph: &'a Neighbours,
    max_depth: u8,
    deadline: &'a Deadline,
    /// True once the deadline is over. The rest is then not unfolded.
    is_out_of_time: bool,
    trees: SharedTrees,
    /// A hash of each tree that distinguishes symbols.
    identities: Vec<u64>,
    known: FxHashMap<u64, TreeId>,
    /// The leaf of each node.
    end_of: Vec<TreeId>,
    on_path: Vec<bool>,
    /// The lists under construction.
    stack: Vec<TreeId>,
}

impl<'a> Unfolding<'a> {
    fn new(graph: &'a Neighbours, max_depth: u8, deadline: &'a Deadline) -> Unfolding<'a> {
        let nodes = graph.colours.len();
        let mut unfolding = Unfolding {
            graph,
            max_depth,
            deadline,
            is_out_of_time: false,
            trees: SharedTrees::default(),
            identities: Vec::new(),
            known: FxHashMap::default(),
            end_of: vec![0; nodes],
            on_path: vec![false; nodes],
            stack: Vec::new(),
        };
        for node in 0..nodes as GraphNodeId {
            let code = code(graph.colour(node));
            let end = match graph.colour(node) {
                Colour::Symbol => {
                    let end = unfolding.add_new(code, mixed(!u64::from(node)), 0, [0; 6]);
                    unfolding.trees.leaves.push(end);
                    end
                }
                _ => unfolding.intern(code, 0, [0; 6]),
            };
            unfolding.end_of[node as usize] = end;
        }
        unfolding
    }

    /// Unfolds the inner tree of a node.
    fn expand(&mut self, node: GraphNodeId, depth: u8) -> TreeId {
        let graph = self.graph;
        let colour = graph.colour(node);
        if colour == Colour::Argument && depth > 1 {
            let symbol = graph.symbol_of[node as usize];
            self.stack.push(self.end_of[symbol as usize]);
            return self.intern(code(colour), self.stack.len() - 1, [0, 0, 1, 0, 0, 0]);
        }
        let start = self.stack.len();
        let mut lengths = [0; 6];
        self.on_path[node as usize] = true;
        let lists = [&graph.children, &graph.parents, &graph.siblings];
        for (list, lists) in lists.into_iter().enumerate() {
            lengths[2 * list] = self.push_ends(lists.of(node), depth + 1);
            lengths[2 * list + 1] = self.push_branches(lists.of(node), depth + 1);
        }
        self.on_path[node as usize] = false;
        match colour {
            // Each symbol gets a tree of its own, so that a changed tree identifies its symbol.
            Colour::Symbol => self.add_new(code(colour), 0, start, lengths),
            _ => self.intern(code(colour), start, lengths),
        }
    }

    /// Tests whether every search ends at nodes of this colour and depth.
    fn is_end(&self, colour: Colour, depth: u8) -> bool {
        depth >= self.max_depth
            || match colour {
                Colour::VariableOccurrence | Colour::Symbol => true,
                Colour::Occurrence => depth > 1,
                _ => false,
            }
    }

    fn push_ends(&mut self, nodes: &[GraphNodeId], depth: u8) -> usize {
        let before = self.stack.len();
        for &node in nodes {
            let colour = self.graph.colour(node);
            if self.is_end(colour, depth) && !self.on_path[node as usize] {
                let seen = match colour == Colour::Occurrence && depth > 1 {
                    true => self.graph.symbol_of[node as usize],
                    false => node,
                };
                self.stack.push(self.end_of[seen as usize]);
            }
        }
        self.stack.len() - before
    }

    fn push_branches(&mut self, nodes: &[GraphNodeId], depth: u8) -> usize {
        let before = self.stack.len();
        // Trees of one symbol grow with the number of its occurrences, so one symbol can take long.
        self.is_out_of_time = self.is_out_of_time || self.deadline.is_over();
        if depth >= self.max_depth || self.is_out_of_time {
            return 0;
        }
        for &node in nodes {
            if self.is_out_of_time {
                break;
            }
            if !self.on_path[node as usize] && !self.is_end(self.graph.colour(node), depth) {
                let tree = self.expand(node, depth);
                self.stack.push(tree);
            }
        }
        self.stack.len() - before
    }

    /// Returns the tree with these lists and pops them off the stack.
    fn intern(&mut self, code: u64, start: usize, lengths: [usize; 6]) -> TreeId {
        let identity = self.identity(code, start, lengths);
        match self.known.get(&identity) {
            Some(&known) => {
                self.stack.truncate(start);
                known
            }
            None => {
                let new = self.add_new(code, identity, start, lengths);
                self.known.insert(identity, new);
                new
            }
        }
    }

    /// Hashes a tree with its symbols. A leaf and an inner tree without children get different hashes, because each
    /// matches only its own sort.
    fn identity(&self, code: u64, start: usize, lengths: [usize; 6]) -> u64 {
        let mut items = self.stack[start..].iter();
        let mut sums = [0u64; 3];
        for (part, length) in lengths.into_iter().enumerate() {
            let flip = if part % 2 == 0 { 0 } else { u64::MAX };
            for &item in items.by_ref().take(length) {
                let print = mixed(self.identities[item as usize] ^ flip);
                sums[part / 2] = sums[part / 2].wrapping_add(print);
            }
        }
        fingerprint(code, sums)
    }

    fn add_new(&mut self, code: u64, identity: u64, start: usize, lengths: [usize; 6]) -> TreeId {
        let tree = self.trees.add(code, &self.stack[start..], lengths);
        self.stack.truncate(start);
        self.identities.push(identity);
        tree
    }
}
