//! The nodes of the search tree between its root and where the search is.

use super::orbits::{Orbits, Stabiliser};
use super::partition::Partition;
use super::trace::Standing;
use crate::{NodeId, canonical::labelling::Permutation};

/// The cell whose nodes are singled out at a node of the tree.
#[derive(Clone, Copy)]
pub struct Target {
    /// The first cell with several nodes.
    pub first_large: u32,
    /// The chosen cell.
    pub cell: u32,
}

/// A node of the search tree. Each of its children singles out a node of the target cell.
pub struct TreeNode {
    /// How many splits the partition had.
    pub moment: usize,
    /// How long the trace was.
    pub trace: usize,
    /// How the trace compared.
    pub standing: Standing,
    /// The cell whose nodes are singled out.
    pub target: Target,
    /// Whether the first leaf is below.
    pub is_first: bool,
    /// The child that was visited first.
    first_child: Option<NodeId>,
    /// The children that may be left, the largest number first; collected once the first was visited.
    others: Option<Vec<NodeId>>,
    stabiliser: Stabiliser,
}

impl TreeNode {
    /// A node no child of which was visited.
    pub fn new(
        moment: usize,
        trace: usize,
        standing: Standing,
        target: Target,
        is_first: bool,
    ) -> TreeNode {
        TreeNode {
            moment,
            trace,
            standing,
            target,
            is_first,
            first_child: None,
            others: None,
            stabiliser: Stabiliser::default(),
        }
    }

    /// The child that was visited first, if any was.
    pub fn first_child(&self) -> Option<NodeId> {
        self.first_child
    }

    /// The next child to visit while the partition is that of this node. Of children that known symmetries take to each other one is enough.
    pub fn next_child(
        &mut self,
        partition: &Partition,
        orbits: &mut Orbits,
        generators: &[Permutation],
        is_on_way: impl Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        let Some(first) = self.first_child else {
            self.first_child = partition.cell(self.target.cell).last().copied();
            return self.first_child;
        };
        // All symmetries known so far leave the way to the first leaf as it is down to here.
        let is_first = self.is_first;
        let stabiliser = &mut self.stabiliser;
        if !is_first {
            stabiliser.learn(generators, is_on_way);
        }
        let mut smallest = |node| match is_first {
            true => orbits.smallest(node),
            false => stabiliser.smallest(node),
        };
        let done = smallest(first);
        let mut is_new = |node: NodeId| smallest(node) == node && node != done;
        let others = self.others.get_or_insert_with(|| {
            let nodes = partition.cell(self.target.cell).iter().copied();
            let mut others: Vec<_> = nodes.filter(|&node| is_new(node)).collect();
            others.sort_unstable_by(|one, other| other.cmp(one));
            others
        });
        while let Some(node) = others.pop() {
            if is_new(node) {
                return Some(node);
            }
        }
        None
    }
}
