//! Tree reuse: the state after a move becomes the new root.

use super::node::{JointChoices, NONE, NodeId, NodeKind};
use super::tree::Tree;
use senet_engine::State;

/// The maximum distance from the old root, in joint moves.
const MAX_DISTANCE: usize = 3;
/// The maximum number of nodes to search for the new root.
const MAX_NODES: usize = 100_000;

impl Tree {
    /// Makes a state the root if it is found near the old root.
    pub fn reroot(&mut self, state: &State) -> bool {
        match self.find_near_root(state) {
            Some(found) => {
                self.root = found;
                true
            }
            None => false,
        }
    }

    /// Makes a child of the root the new root if it has this state.
    pub fn reroot_to_child(&mut self, state: &State) -> bool {
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

    fn find_near_root(&self, state: &State) -> Option<NodeId> {
        if self.root == NONE {
            return None;
        }
        let (mut level, mut seen) = (vec![self.root], 0);
        for _ in 0..=MAX_DISTANCE {
            let same = |&&id: &&NodeId| self.has_words(id, state.words());
            if let Some(&found) = level.iter().find(same) {
                return Some(found);
            }
            seen += level.len();
            if seen > MAX_NODES {
                return None;
            }
            level = level.iter().flat_map(|&id| self.children(id)).collect();
            level.sort_unstable();
            level.dedup();
        }
        None
    }

    /// The children of a node that are in the tree.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        let node = self.node(id);
        match node.shape() {
            NodeKind::Turn => {
                let edges = self.edges.slice(node.edges()).iter();
                edges.filter_map(|edge| edge.child()).collect()
            }
            NodeKind::Joint => {
                let all = |choices: &JointChoices| {
                    choices.with_children(|children| children.values().copied().collect())
                };
                self.choices_of(id).map(all).unwrap_or_default()
            }
            NodeKind::Leaf | NodeKind::Solved => Vec::new(),
        }
    }
}
