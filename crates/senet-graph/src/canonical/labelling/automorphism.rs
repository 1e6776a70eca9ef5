//! Derives automorphisms from two paths of the search tree and verifies them.

use super::Permutation;
use super::adjacency::Adjacency;
use super::leaf::Leaf;
use super::partition::Partition;
use crate::GraphNodeId;

/// Finds automorphisms of one graph.
pub struct AutomorphismFinder<'a> {
    graph: &'a Adjacency,
    /// The image of each node. Every node maps to itself between two calls.
    images: Vec<GraphNodeId>,
    /// A scratch count for each node. All counts are 0 between two calls.
    counts: Vec<u32>,
    /// The node that refuted the last candidate. It often refutes the next one too.
    counterexample: Option<GraphNodeId>,
}

impl<'a> AutomorphismFinder<'a> {
    /// Creates a finder for this graph.
    pub fn new(graph: &'a Adjacency) -> AutomorphismFinder<'a> {
        AutomorphismFinder {
            graph,
            images: (0..graph.size() as GraphNodeId).collect(),
            counts: vec![0; graph.size()],
            counterexample: None,
        }
    }

    /// Finds the automorphism that maps each singleton of the leaf to the singleton at the same position. It fixes all
    /// other nodes. Most automorphisms move few nodes, so the test often succeeds before the current path reaches a
    /// leaf. `since` is the number of splits where both paths diverge; earlier splits cannot differ.
    pub fn find(
        &mut self,
        leaf: &Leaf,
        partition: &Partition,
        since: usize,
    ) -> Option<Permutation> {
        let is_moved = |node: &GraphNodeId| {
            let range = partition.range(partition.cell_of(*node));
            range.len() > 1 && !range.contains(&(leaf.positions[*node as usize] as usize))
        };
        if self.counterexample.as_ref().is_some_and(is_moved) {
            return None;
        }
        let splits = partition.splits_since(since);
        let changed = splits
            .iter()
            .rev()
            .flat_map(|split| [split.second, split.first]);
        let mut moved = Vec::new();
        let mut counterexample = None;
        for cell in changed {
            match partition.cell(cell) {
                &[node] => self.map(leaf.nodes[cell as usize], node, &mut moved),
                nodes => counterexample = nodes.iter().copied().find(|node| is_moved(node)),
            }
            if counterexample.is_some() {
                break;
            }
        }
        self.counterexample = counterexample.or(self.counterexample);
        let is_symmetry =
            counterexample.is_none() && moved.iter().all(|&node| self.keeps_edges(node));
        let permutation = moved.iter().map(|&node| (node, self.images[node as usize]));
        let mut permutation: Permutation = permutation.collect();
        for node in moved {
            self.images[node as usize] = node;
        }
        permutation.sort_unstable();
        (is_symmetry && !permutation.is_empty()).then_some(permutation)
    }

    fn map(&mut self, from: GraphNodeId, to: GraphNodeId, moved: &mut Vec<GraphNodeId>) {
        if from != to && std::mem::replace(&mut self.images[from as usize], to) == from {
            moved.push(from);
        }
    }

    /// Tests whether the node's neighbours map to the neighbours of its image.
    fn keeps_edges(&mut self, node: GraphNodeId) -> bool {
        let before = self.graph.of(node);
        let after = self.graph.of(self.images[node as usize]);
        if before.len() != after.len() {
            return false;
        }
        for &neighbour in before {
            self.counts[self.images[neighbour as usize] as usize] += 1;
        }
        let mut agrees = true;
        for &neighbour in after {
            let count = &mut self.counts[neighbour as usize];
            agrees &= *count > 0;
            *count = count.saturating_sub(1);
        }
        if !agrees {
            for &neighbour in before {
                self.counts[self.images[neighbour as usize] as usize] = 0;
            }
        }
        agrees
    }
}
