//! Each thread's cache of the nodes near the root.
//!
//! Every descent of every thread passes the nodes near the root. Reading a counter that another core has just changed
//! takes a hundred times longer. If threads share a tree, each thread therefore caches the nodes that it passes
//! often. It updates its copies for some batches, and then flushes the changes into the tree. A larger tree changes
//! less per batch, so its cache is kept longer. Deeper down threads rarely meet. If they do, an update may get lost,
//! which does no harm there.

use super::descent::{DescentPath, DescentPaths, SelectionPolicy, ucb1};
use super::node::{Edge, NONE, NodeId, NodeKind};
use super::tree::Tree;

/// Nodes are cached if they are expected to be passed this often before the next flush.
const MIN_PASSES: u64 = 4;
/// The cache is kept until the root's visits have grown by one part in this many.
const GROWTH: u64 = 32;
/// The maximum number of batches between two flushes.
const MAX_BATCHES: u64 = 32;

/// The cached nodes. The first is the root.
#[derive(Default)]
pub struct RootCache {
    nodes: Vec<CachedNode>,
    edges: Vec<CachedEdge>,
    /// The minimum number of visits of a node to be cached.
    min_visits: u64,
    /// The remaining batches before the flush, including the current one. It also identifies the current batch.
    batches_left: u8,
    /// True if the tree is so small that each batch changes it a lot.
    is_small: bool,
    /// The generation of the tree when the nodes were cached.
    generation: u32,
}

struct CachedNode {
    id: NodeId,
    visits: u32,
    /// Visits that are not flushed yet.
    unflushed_visits: u32,
    mover: u32,
    /// The first edge of the node in the tree.
    first: u32,
    /// The range of the edges of the node in the cache.
    edges: (u32, u32),
}

struct CachedEdge {
    sum: f64,
    visits: u32,
    /// Visits and values that are not flushed yet.
    unflushed_visits: u32,
    unflushed_sum: f64,
    /// The child, or [`NONE`] if it is unvisited.
    child: NodeId,
    /// The index of the child in the cache, if it is cached.
    cached_child: Option<u32>,
    /// The last batch in which a descent passed the uncached child. The child is not cached in the same batch, since
    /// the values of those descents would be missing.
    passed: u8,
    /// The cached node that the edge belongs to.
    owner: u32,
}

impl RootCache {
    /// Before a batch: if the cache has expired, flushes it and caches the root again, if possible.
    pub fn start_batch(&mut self, tree: &Tree, batch: usize) {
        let is_same = self.generation == tree.generation;
        self.batches_left = self.batches_left.saturating_sub(1);
        if is_same && self.batches_left > 0 {
            return;
        }
        self.flush(tree);
        self.nodes.clear();
        self.edges.clear();
        let visits = u64::from(tree.node(tree.root).visits.get());
        self.generation = tree.generation;
        let batches = (visits / GROWTH / batch as u64).clamp(1, MAX_BATCHES);
        self.batches_left = batches as u8;
        self.is_small = batches == 1;
        self.min_visits = MIN_PASSES * visits / (batch as u64 * batches);
        self.cache_node(tree, tree.root);
    }

    /// After the descents of a batch: while the tree is small, other threads must see the virtual losses at once.
    pub fn publish_descents(&mut self, tree: &Tree) {
        if self.is_small {
            self.flush(tree);
        }
    }

    /// True if the cache is empty. Then not even the root is cached.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Caches a node; `None` if it is passed too rarely or has untried edges.
    fn cache_node(&mut self, tree: &Tree, id: NodeId) -> Option<u32> {
        let node = tree.node(id);
        let visits = node.visits.get();
        let is_passed_often = u64::from(visits) >= self.min_visits.max(1);
        let all_tried = || node.kind() == NodeKind::Turn && node.all_tried();
        if !is_passed_often || !all_tried() {
            return None;
        }
        let (start, owner) = (self.edges.len() as u32, self.nodes.len() as u32);
        let edges = tree.edges.slice(node.edges()).iter();
        self.edges.extend(edges.map(|edge| CachedEdge {
            sum: edge.sum.get(),
            visits: edge.visits.get(),
            unflushed_visits: 0,
            unflushed_sum: 0.0,
            child: edge.child().unwrap_or(NONE),
            cached_child: None,
            passed: 0,
            owner,
        }));
        self.nodes.push(CachedNode {
            id,
            visits,
            unflushed_visits: 0,
            mover: node.mover() as u32,
            first: node.first.get(),
            edges: (start, self.edges.len() as u32),
        });
        Some(owner)
    }

    /// Descends through cached nodes. Returns the first node that is not cached. Each step counts a visit.
    pub fn descend(
        &mut self,
        tree: &Tree,
        policy: SelectionPolicy,
        paths: &mut DescentPaths,
    ) -> NodeId {
        let mut at = (!self.nodes.is_empty()).then_some(0);
        let mut below = tree.root;
        while let Some(number) = at {
            let edge = self.choose(number, tree, policy);
            if self.edges[edge as usize].child == NONE {
                return self.nodes[number as usize].id;
            }
            self.pass(number, edge, paths);
            below = self.edges[edge as usize].child;
            if self.edges[edge as usize].may_be_cached(self.batches_left) {
                self.edges[edge as usize].cached_child = self.cache_node(tree, below);
            }
            let taken = &mut self.edges[edge as usize];
            taken.passed = self.batches_left;
            at = taken.cached_child;
        }
        below
    }

    /// The best edge of a cached node.
    #[inline(always)]
    fn choose(&self, number: u32, tree: &Tree, policy: SelectionPolicy) -> u32 {
        let node = &self.nodes[number as usize];
        let exploration = policy.exploration * tree.spreads[node.mover as usize];
        let edges = &self.edges[node.edges.0 as usize..node.edges.1 as usize];
        let seen = edges.iter().map(|edge| (edge.sum as f32, edge.visits));
        node.edges.0 + ucb1(seen, node.visits, exploration)
    }

    /// Counts a visit of a cached edge and adds it to the path.
    #[inline(always)]
    fn pass(&mut self, number: u32, edge: u32, paths: &mut DescentPaths) {
        let node = &mut self.nodes[number as usize];
        node.visits += 1;
        node.unflushed_visits += 1;
        let original = node.first + (edge - node.edges.0);
        paths.nodes.push(node.id);
        paths.steps.push((original, node.mover));
        paths.cached.push(edge);
        let taken = &mut self.edges[edge as usize];
        taken.visits += 1;
        taken.unflushed_visits += 1;
    }

    /// Backpropagates values to the cached edges of a path.
    pub fn backpropagate(&mut self, paths: &DescentPaths, path: DescentPath, values: &[f64]) {
        let cached = paths.cached_of(path);
        for (&edge, &(_, role)) in cached.iter().zip(paths.steps_of(path)) {
            let edge = &mut self.edges[edge as usize];
            edge.sum += values[role as usize];
            edge.unflushed_sum += values[role as usize];
        }
    }

    /// Refreshes the cached nodes of a path, from its node with this index on, after something was proven there.
    pub fn refresh(&mut self, tree: &Tree, paths: &DescentPaths, path: DescentPath, from: usize) {
        let cached = paths.cached_of(path);
        for &edge in cached.get(from..).unwrap_or_default() {
            let CachedEdge { child, owner, .. } = self.edges[edge as usize];
            if tree.node(child).kind() == NodeKind::Solved {
                self.edges[edge as usize].cached_child = None;
            }
            let node = &self.nodes[owner as usize];
            let edges = &mut self.edges[node.edges.0 as usize..node.edges.1 as usize];
            for (edge, original) in edges.iter_mut().zip(node.first..) {
                edge.refresh(tree.edges.at(original));
            }
        }
    }

    /// Adds all unflushed visits and values to the tree, if it has not been renumbered since.
    pub fn flush(&mut self, tree: &Tree) {
        if self.generation != tree.generation {
            return;
        }
        for node in &mut self.nodes {
            if node.unflushed_visits > 0 {
                let unflushed_visits = std::mem::take(&mut node.unflushed_visits);
                tree.node(node.id).visits.add(unflushed_visits);
            }
            let edges = &mut self.edges[node.edges.0 as usize..node.edges.1 as usize];
            for (edge, original) in edges.iter_mut().zip(node.first..) {
                edge.flush(tree.edges.at(original));
            }
        }
    }
}

impl CachedEdge {
    fn may_be_cached(&self, batch: u8) -> bool {
        self.cached_child.is_none() && self.passed != batch
    }

    /// Copies from the tree whether a proof has pruned the edge.
    fn refresh(&mut self, original: &Edge) {
        let sum = original.sum.get();
        if sum == f64::NEG_INFINITY || self.sum == f64::NEG_INFINITY {
            self.sum = sum + self.unflushed_sum;
        }
    }

    fn flush(&mut self, original: &Edge) {
        if self.unflushed_visits > 0 {
            original
                .visits
                .add(std::mem::take(&mut self.unflushed_visits));
        }
        if self.unflushed_sum != 0.0 {
            original
                .sum
                .add(std::mem::take(&mut self.unflushed_sum), true);
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::expansion::Expansions;
    use super::super::measure::SearchParameters;
    use super::super::root_moves::root_moves;
    use super::super::search::{SharedProgress, TreeSearch};
    use super::super::tree::TreeFeatures;
    use super::*;
    use crate::Budget;
    use fastrand::Rng;
    use senet_engine::{Game, LoadOptions, load};
    use senet_gdl::Sheet;
    use std::sync::RwLock;

    /// A tree whose root is expanded.
    pub fn tree_of(game: &dyn Game) -> Tree {
        let features = TreeFeatures {
            transpositions: false,
            solver: false,
            rave: false,
        };
        let mut tree = Tree::new(game.roles().len(), None, features);
        let state = game.initial().unwrap();
        assert!(tree.start(&state));
        let mut rng = Rng::with_seed(1);
        let expansions =
            Expansions::of(game, None, &[tree.root], &[state], None, &mut rng).unwrap();
        tree.ensure_capacity(expansions.element_counts());
        tree.expand(&expansions);
        tree
    }

    /// The visits and sums of the root moves after a search on one thread, with or without the cache.
    fn found(game: &dyn Game, shared: bool) -> Vec<(u64, f64)> {
        let tree = RwLock::new(tree_of(game));
        let parameters = SearchParameters {
            batch: 32,
            playouts: 16,
            exploration: 0.3,
            expand: 2,
            note: String::new(),
        };
        let search = TreeSearch {
            game,
            chance: None,
            role: 0,
            tree: &tree,
            parameters: &parameters,
            mast: false,
            guide: None,
            shared,
            memory: usize::MAX,
            progress: &SharedProgress::default(),
        };
        search.run(&Budget::unlimited().with_simulations(200_000), 7);
        let tree = tree.into_inner().unwrap();
        let root = tree.node(tree.root);
        let moves = root_moves(&tree, 0);
        let visits: u64 = moves.iter().map(|one| one.visits).sum();
        assert_eq!(visits, u64::from(root.visits.get()));
        moves.iter().map(|one| (one.visits, one.sum)).collect()
    }

    #[test]
    fn cache_does_not_change_a_search_on_one_thread() {
        for name in ["connect-four", "tic-tac-toe", "connect-four-3p"] {
            let sheet = Sheet::read(senet_library::find(name).unwrap().rules);
            let game = load(&sheet, &LoadOptions::default()).unwrap().game;
            let (with, without) = (found(&*game, true), found(&*game, false));
            assert!(with.iter().all(|(visits, _)| *visits > 0), "{name}");
            assert_eq!(with, without, "{name}");
        }
    }
}
