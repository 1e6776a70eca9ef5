//! Nodes of the search tree on the current path.

use super::orbits::{Orbits, Stabiliser};
use super::partition::Partition;
use super::trace::TraceComparison;
use crate::{GraphNodeId, canonical::labelling::Permutation};

/// The cell whose nodes the children of a search node individualise.
#[derive(Clone, Copy)]
pub struct TargetCell {
    /// The first cell with several nodes.
    pub first_non_singleton: u32,
    /// The target cell.
    pub cell: u32,
}

/// A node of the search tree. Each child individualises one node of the target cell.
pub struct SearchNode {
    /// The number of splits of the partition at this node.
    pub split_count: usize,
    /// The length of the trace at this node.
    pub trace: usize,
    /// The comparison of the trace at this node.
    pub comparison: TraceComparison,
    /// The target cell.
    pub target: TargetCell,
    /// True if this node lies on the path to the first leaf.
    pub leads_to_first_leaf: bool,
    /// The child visited first.
    first_child: Option<GraphNodeId>,
    /// The remaining candidates in descending order, collected after the first child.
    others: Option<Vec<GraphNodeId>>,
    stabiliser: Stabiliser,
}

impl SearchNode {
    /// Creates a node without visited children.
    pub fn new(
        split_count: usize,
        trace: usize,
        comparison: TraceComparison,
        target: TargetCell,
        leads_to_first_leaf: bool,
    ) -> SearchNode {
        SearchNode {
            split_count,
            trace,
            comparison,
            target,
            leads_to_first_leaf,
            first_child: None,
            others: None,
            stabiliser: Stabiliser::default(),
        }
    }

    /// The child visited first, if any.
    pub fn first_child(&self) -> Option<GraphNodeId> {
        self.first_child
    }

    /// Returns the next child to visit. The partition must be that of this node. One child per orbit of the known
    /// automorphisms is enough.
    pub fn next_child(
        &mut self,
        partition: &Partition,
        orbits: &mut Orbits,
        generators: &[Permutation],
        is_individualised: impl Fn(GraphNodeId) -> bool,
    ) -> Option<GraphNodeId> {
        let Some(first) = self.first_child else {
            self.first_child = partition.cell(self.target.cell).last().copied();
            return self.first_child;
        };
        // On the first path, all automorphisms known so far fix the path down to this node.
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
