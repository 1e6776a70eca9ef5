//! States from which a search finds no leaf without walking in a circle.

use super::tree::{NodeId, Tree};

/// The number of dead ends between two looks at the clock.
const ENDS_A_LOOK: usize = 256;

/// The dead ends that a search has met. They stay marked as passed until as many leaves are found, so that looking for them again costs
/// no more than the leaves.
#[derive(Clone, Debug, Default)]
pub struct DeadEnds {
    nodes: Vec<NodeId>,
    /// The number of leaves since the marks were last removed.
    leaves: usize,
    /// True if one of the dead ends became closed: its parents may follow.
    closes: bool,
}

impl DeadEnds {
    /// Marks a dead end. Its value is backed up once more, since its children may have changed.
    pub fn add(&mut self, node: NodeId, tree: &mut Tree) {
        tree.back_up(node);
        tree.marks_mut(node).passed = true;
        self.closes |= tree.marks(node).closed;
        self.nodes.push(node);
    }

    /// True if another walk may lead elsewhere: marks can be removed, or states became closed.
    pub fn may_change(&self, before: usize) -> bool {
        before > 0 || self.closes
    }

    /// The number of marked states.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True now and then during a long walk through dead ends.
    pub fn is_long_walk(&self) -> bool {
        self.nodes.len().is_multiple_of(ENDS_A_LOOK)
    }

    /// Counts new leaves. Removes the marks if there are enough leaves.
    pub fn forget(&mut self, leaves: usize, tree: &mut Tree) {
        self.leaves += leaves;
        if self.leaves >= self.nodes.len() {
            self.clear(tree);
        }
    }

    /// Removes the marks.
    pub fn clear(&mut self, tree: &mut Tree) {
        (self.leaves, self.closes) = (0, false);
        for node in self.nodes.drain(..) {
            tree.marks_mut(node).passed = false;
        }
    }
}
