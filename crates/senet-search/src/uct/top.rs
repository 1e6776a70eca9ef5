//! A thread's own copies of the nodes that all descents pass.
//!
//! A number that another processor has just changed takes a hundred times longer to read, and the nodes next to the root are passed by every
//! descent of every thread. So where threads share a tree, each copies the nodes that it passes several times, works on the copies for some
//! batches, and then hands over to the tree what has changed. The larger the tree, the less a few batches change in it, and the longer copies
//! are kept. Further down threads rarely meet; if they do, a count may get lost, which does no harm there.

use super::descend::{Path, Paths, Selection, best};
use super::node::{Edge, Kind, NONE, NodeId};
use super::tree::Tree;

/// Nodes are copied that are likely to be passed so often until all is handed over.
const PASSES: u64 = 4;
/// Copies are kept until the root has one visit more for so many that it had.
const SHARE: u64 = 32;
/// Batches after which copies are handed over at the latest.
const MOST_BATCHES: u64 = 32;

/// The copies. The first is that of the root.
#[derive(Default)]
pub struct Top {
    nodes: Vec<CopiedNode>,
    edges: Vec<CopiedEdge>,
    /// What a node must be visited at least to be copied.
    least: u64,
    /// Batches for which the copies are still good, this one included: also the number of this batch.
    batches: u8,
    /// Whether they are of a tree so small that each batch changes it much.
    is_small: bool,
    /// The numbering of the tree in which they were made.
    generation: u32,
}

struct CopiedNode {
    id: NodeId,
    visits: u32,
    /// Visits that the tree does not know of.
    added: u32,
    mover: u32,
    /// The first edge in the tree, and where the copies of all edges are.
    first: u32,
    edges: (u32, u32),
}

struct CopiedEdge {
    sum: f64,
    visits: u32,
    /// Visits and values that the tree does not know of.
    added: u32,
    gained: f64,
    /// Where it leads; none if nobody has been there.
    child: NodeId,
    /// The copy of the child, once there is one.
    copy: Option<u32>,
    /// The batch in which the child itself was passed the last time. It is not copied in the same batch: the values of those who passed it
    /// would be missing in the copy.
    passed: u8,
    /// The copy of the node that it belongs to.
    owner: u32,
}

impl Top {
    /// Before a batch: if the copies have served their time, hands over what has changed and begins anew with the root, if it can be copied.
    pub fn begin(&mut self, tree: &Tree, batch: usize) {
        let is_same = self.generation == tree.generation;
        self.batches = self.batches.saturating_sub(1);
        if is_same && self.batches > 0 {
            return;
        }
        self.hand_over(tree);
        self.nodes.clear();
        self.edges.clear();
        let visits = u64::from(tree.node(tree.root).visits.get());
        self.generation = tree.generation;
        let batches = (visits / SHARE / batch as u64).clamp(1, MOST_BATCHES);
        self.batches = batches as u8;
        self.is_small = batches == 1;
        self.least = PASSES * visits / (batch as u64 * batches);
        self.copy(tree, tree.root);
    }

    /// When all descents of a batch are made: as long as the tree is small, others are to see at once where they went.
    pub fn show_descents(&mut self, tree: &Tree) {
        if self.is_small {
            self.hand_over(tree);
        }
    }

    /// Whether not even the root is copied.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Copies a node; `None` if it is passed too rarely or not all of its edges have been tried.
    fn copy(&mut self, tree: &Tree, id: NodeId) -> Option<u32> {
        let node = tree.node(id);
        let visits = node.visits.get();
        let is_passed_often = u64::from(visits) >= self.least.max(1);
        let is_tried = || node.kind() == Kind::Turn && node.is_tried();
        if !is_passed_often || !is_tried() {
            return None;
        }
        let (start, owner) = (self.edges.len() as u32, self.nodes.len() as u32);
        let edges = tree.edges.slice(node.edges()).iter();
        self.edges.extend(edges.map(|edge| CopiedEdge {
            sum: edge.sum.get(),
            visits: edge.visits.get(),
            added: 0,
            gained: 0.0,
            child: edge.child().unwrap_or(NONE),
            copy: None,
            passed: 0,
            owner,
        }));
        self.nodes.push(CopiedNode {
            id,
            visits,
            added: 0,
            mover: node.mover() as u32,
            first: node.first.get(),
            edges: (start, self.edges.len() as u32),
        });
        Some(owner)
    }

    /// Descends through copies and gives the node where the tree itself begins. All that it passes counts a visit.
    pub fn descend(&mut self, tree: &Tree, how: Selection, paths: &mut Paths) -> NodeId {
        let mut at = (!self.nodes.is_empty()).then_some(0);
        let mut below = tree.root;
        while let Some(number) = at {
            let edge = self.choose(number, tree, how);
            if self.edges[edge as usize].child == NONE {
                return self.nodes[number as usize].id;
            }
            self.pass(number, edge, paths);
            below = self.edges[edge as usize].child;
            if self.edges[edge as usize].may_be_copied(self.batches) {
                self.edges[edge as usize].copy = self.copy(tree, below);
            }
            let taken = &mut self.edges[edge as usize];
            taken.passed = self.batches;
            at = taken.copy;
        }
        below
    }

    /// The best edge of a copy.
    #[inline(always)]
    fn choose(&self, number: u32, tree: &Tree, how: Selection) -> u32 {
        let node = &self.nodes[number as usize];
        let exploration = how.exploration * tree.spreads[node.mover as usize];
        let edges = &self.edges[node.edges.0 as usize..node.edges.1 as usize];
        let seen = edges.iter().map(|edge| (edge.sum as f32, edge.visits));
        node.edges.0 + best(seen, node.visits, exploration)
    }

    /// Takes an edge of a copy.
    #[inline(always)]
    fn pass(&mut self, number: u32, edge: u32, paths: &mut Paths) {
        let node = &mut self.nodes[number as usize];
        node.visits += 1;
        node.added += 1;
        let original = node.first + (edge - node.edges.0);
        paths.nodes.push(node.id);
        paths.steps.push((original, node.mover));
        paths.copied.push(edge);
        let taken = &mut self.edges[edge as usize];
        taken.visits += 1;
        taken.added += 1;
    }

    /// Adds the values of a path's end to its copied steps.
    pub fn back_up(&mut self, paths: &Paths, path: Path, values: &[f64]) {
        let copied = paths.copied_of(path);
        for (&edge, &(_, role)) in copied.iter().zip(paths.steps_of(path)) {
            let edge = &mut self.edges[edge as usize];
            edge.sum += values[role as usize];
            edge.gained += values[role as usize];
        }
    }

    /// Looks again at the copies on a path, from its node with this number on, after something was proven there.
    pub fn look_again(&mut self, tree: &Tree, paths: &Paths, path: Path, from: usize) {
        let copied = paths.copied_of(path);
        for &edge in copied.get(from..).unwrap_or_default() {
            let CopiedEdge { child, owner, .. } = self.edges[edge as usize];
            if tree.node(child).kind() == Kind::Known {
                self.edges[edge as usize].copy = None;
            }
            let node = &self.nodes[owner as usize];
            let edges = &mut self.edges[node.edges.0 as usize..node.edges.1 as usize];
            for (edge, original) in edges.iter_mut().zip(node.first..) {
                edge.look_again(tree.edges.at(original));
            }
        }
    }

    /// Adds all that the tree does not know of to it, if the copies are still of this tree.
    pub fn hand_over(&mut self, tree: &Tree) {
        if self.generation != tree.generation {
            return;
        }
        for node in &mut self.nodes {
            if node.added > 0 {
                let added = std::mem::take(&mut node.added);
                tree.node(node.id).visits.raise(added);
            }
            let edges = &mut self.edges[node.edges.0 as usize..node.edges.1 as usize];
            for (edge, original) in edges.iter_mut().zip(node.first..) {
                edge.hand_over(tree.edges.at(original));
            }
        }
    }
}

impl CopiedEdge {
    fn may_be_copied(&self, batch: u8) -> bool {
        self.copy.is_none() && self.passed != batch
    }

    /// Takes over whether it need be looked at.
    fn look_again(&mut self, original: &Edge) {
        let sum = original.sum.get();
        if sum == f64::NEG_INFINITY || self.sum == f64::NEG_INFINITY {
            self.sum = sum + self.gained;
        }
    }

    fn hand_over(&mut self, original: &Edge) {
        if self.added > 0 {
            original.visits.raise(std::mem::take(&mut self.added));
        }
        if self.gained != 0.0 {
            original.sum.add(std::mem::take(&mut self.gained), true);
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::choice::root_moves;
    use super::super::expand::Expansions;
    use super::super::measure::Plan;
    use super::super::search::{Progress, Search};
    use super::super::tree::Shape;
    use super::*;
    use crate::Budget;
    use fastrand::Rng;
    use senet_engine::{Game, LoadOptions, load};
    use senet_gdl::Sheet;
    use std::sync::RwLock;

    /// A tree with the moves of the initial state.
    pub fn tree_of(game: &dyn Game) -> Tree {
        let shape = Shape {
            transpositions: false,
            solver: false,
            rave: false,
        };
        let mut tree = Tree::new(game.roles().len(), None, shape);
        let state = game.initial().unwrap();
        assert!(tree.start(&state));
        let mut rng = Rng::with_seed(1);
        let expansions =
            Expansions::of(game, None, &[tree.root], &[state], None, &mut rng).unwrap();
        tree.make_room(expansions.needs());
        tree.expand(&expansions);
        tree
    }

    /// The visits and sums of the moves at the root after a search by one thread, which believes or not that there are others.
    fn found(game: &dyn Game, shared: bool) -> Vec<(u64, f64)> {
        let tree = RwLock::new(tree_of(game));
        let plan = Plan {
            batch: 32,
            playouts: 16,
            exploration: 0.3,
            expand: 2,
            note: String::new(),
        };
        let search = Search {
            game,
            chance: None,
            role: 0,
            tree: &tree,
            plan: &plan,
            mast: false,
            guide: None,
            shared,
            memory: usize::MAX,
            progress: &Progress::default(),
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
    fn copies_change_nothing_for_a_thread_that_is_alone() {
        for name in ["connect-four", "tic-tac-toe", "connect-four-3p"] {
            let sheet = Sheet::read(senet_library::find(name).unwrap().rules);
            let game = load(&sheet, &LoadOptions::default()).unwrap().game;
            let (with, without) = (found(&*game, true), found(&*game, false));
            assert!(with.iter().all(|(visits, _)| *visits > 0), "{name}");
            assert_eq!(with, without, "{name}");
        }
    }
}
