//! The nodes of the search tree between its root and where the search is.

use super::orbits::{Orbits, Stabiliser};
use super::partition::Partition;
use super::trace::TraceComparison;
use crate::{GraphNodeId, canonical::labelling::Permutation};

/// A node of the search tree. Each of its children singles out a node of the target cell.
pub struct SearchNode {
    /// How many splits the partition had.
    pub split_count: usize,
    /// How long the trace was.
    pub trace: usize,
    /// How the trace compared.
    pub comparison: TraceComparison,
    /// The first cell with several nodes.
    pub target: u32,
    /// Whether the first leaf is below.
    pub leads_to_first_leaf: bool,
    /// The child that was visited first.
    first_child: Option<GraphNodeId>,
    /// The children that may be left, the largest number first; collected once the first was visited.
    others: Option<Vec<GraphNodeId>>,
    stabiliser: Stabiliser,
}

impl SearchNode {
    /// A node no child of which was visited.
    pub fn new(
        split_count: usize,
        trace: usize,
        comparison: TraceComparison,
        target: u32,
    ) -> SearchNode {
        SearchNode {
            split_count,
            trace,
            comparison,
            target,
            leads_to_first_leaf: false,
            first_child: None,
            others: None,
            stabiliser: Stabiliser::default(),
        }
    }

    /// The child that was visited first, if any was.
    pub fn first_child(&self) -> Option<GraphNodeId> {
        self.first_child
    }

    /// The next child to visit while the partition is that of this node. Of children that known symmetries take to each other one is enough.
    pub fn next_child(
        &mut self,
        partition: &Partition,
        orbits: &mut Orbits,
        generators: &[Permutation],
        is_individualised: impl Fn(GraphNodeId) -> bool,
    ) -> Option<GraphNodeId> {
        let Some(first) = self.first_child else {
            self.first_child = partition.cell(self.target).last().copied();
            return self.first_child;
        };
        // All symmetries known so far leave the way to the first leaf as it is down to here.
        let on_first_path = self.leads_to_first_leaf;
        let stabiliser = &mut self.stabiliser;
        if !on_first_path {
            stabiliser.update(generators, is_individualised);
        }
        let mut representative = |node| match on_first_path {
            true => orbits.representative(node),
            false => stabiliser.representative(node),
        };
        let visited = representative(first);
        let mut is_new = |node: GraphNodeId| representative(node) == node && node != visited;
        let others = self.others.get_or_insert_with(|| {
            let nodes = partition.cell(self.target).iter().copied();
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
