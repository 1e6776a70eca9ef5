//! The tree is kept from move to move: the state that has come about is its new root.

use super::node::{Choices, Kind, NONE, NodeId};
use super::tree::Tree;
use senet_engine::State;

/// How many joint moves ahead a state is looked for.
const DEPTH: usize = 3;
/// Nodes that are looked at, at most.
const NODES: usize = 100_000;

impl Tree {
    /// Makes a state the root, if it is found in the tree near the root.
    pub fn go_to(&mut self, state: &State) -> bool {
        match self.find_below(state) {
            Some(found) => {
                self.root = found;
                true
            }
            None => false,
        }
    }

    /// Makes a state the root that follows the root, if it is found.
    pub fn go_to_child(&mut self, state: &State) -> bool {
        if self.root == NONE {
            return true;
        }
        let same = |id: &NodeId| self.has_words(*id, state.words());
        match self.children(self.root).into_iter().find(same) {
            Some(child) => {
                self.root = child;
                true
            }
            None => false,
        }
    }

    fn find_below(&self, state: &State) -> Option<NodeId> {
        if self.root == NONE {
            return None;
        }
        let (mut level, mut seen) = (vec![self.root], 0);
        for _ in 0..=DEPTH {
            let same = |&&id: &&NodeId| self.has_words(id, state.words());
            if let Some(&found) = level.iter().find(same) {
                return Some(found);
            }
            seen += level.len();
            if seen > NODES {
                return None;
            }
            level = level.iter().flat_map(|&id| self.children(id)).collect();
            level.sort_unstable();
            level.dedup();
        }
        None
    }

    /// The nodes that follow a node, as far as they are in the tree.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        let node = self.node(id);
        match node.shape() {
            Kind::Turn => {
                let edges = self.edges.slice(node.edges()).iter();
                edges.filter_map(|edge| edge.child()).collect()
            }
            Kind::Joint => {
                let all = |choices: &Choices| {
                    choices.with_followers(|followers| followers.values().copied().collect())
                };
                self.choices_of(id).map(all).unwrap_or_default()
            }
            Kind::Leaf | Kind::Known => Vec::new(),
        }
    }
}
