//! Symmetries, guessed from two ways down the search tree and then proved.

use super::Permutation;
use super::adjacency::Adjacency;
use super::leaf::Leaf;
use super::partition::Partition;
use crate::NodeId;

/// Guesses and proves symmetries of one graph.
pub struct Checker<'a> {
    graph: &'a Adjacency,
    /// Per node, its image; itself between two questions.
    images: Vec<NodeId>,
    /// Per node, how often it is met as a neighbour; 0 between two questions.
    tallies: Vec<u32>,
    /// A node that showed last why there was no symmetry. It is likely to do so again.
    witness: Option<NodeId>,
}

impl<'a> Checker<'a> {
    /// Knows no symmetries yet.
    pub fn new(graph: &'a Adjacency) -> Checker<'a> {
        Checker {
            graph,
            images: (0..graph.size() as NodeId).collect(),
            tallies: vec![0; graph.size()],
            witness: None,
        }
    }

    /// The symmetry that takes the nodes of a leaf to those with a cell of their own at the same places and leaves all others where they are.
    /// Such a one is found long before the other way comes to its leaf, since most symmetries move few nodes. Both ways part at a
    /// partition with this number of splits; only what was split since then can differ.
    pub fn find(
        &mut self,
        leaf: &Leaf,
        partition: &Partition,
        since: usize,
    ) -> Option<Permutation> {
        let is_moved = |node: &NodeId| {
            let range = partition.range(partition.cell_of(*node));
            range.len() > 1 && !range.contains(&(leaf.places[*node as usize] as usize))
        };
        if self.witness.as_ref().is_some_and(is_moved) {
            return None;
        }
        let splits = partition.splits_since(since);
        let changed = splits
            .iter()
            .rev()
            .flat_map(|split| [split.second, split.first]);
        let mut moved = Vec::new();
        let mut witness = None;
        for cell in changed {
            match partition.cell(cell) {
                &[node] => self.map(leaf.nodes[cell as usize], node, &mut moved),
                nodes => witness = nodes.iter().copied().find(|node| is_moved(node)),
            }
            if witness.is_some() {
                break;
            }
        }
        self.witness = witness.or(self.witness);
        let is_symmetry = witness.is_none() && moved.iter().all(|&node| self.keeps_edges(node));
        let permutation = moved.iter().map(|&node| (node, self.images[node as usize]));
        let mut permutation: Permutation = permutation.collect();
        for node in moved {
            self.images[node as usize] = node;
        }
        permutation.sort_unstable();
        (is_symmetry && !permutation.is_empty()).then_some(permutation)
    }

    fn map(&mut self, from: NodeId, to: NodeId, moved: &mut Vec<NodeId>) {
        if from != to && std::mem::replace(&mut self.images[from as usize], to) == from {
            moved.push(from);
        }
    }

    /// Whether the images of a node's neighbours are the neighbours of its image.
    fn keeps_edges(&mut self, node: NodeId) -> bool {
        let before = self.graph.of(node);
        let after = self.graph.of(self.images[node as usize]);
        if before.len() != after.len() {
            return false;
        }
        for &neighbour in before {
            self.tallies[self.images[neighbour as usize] as usize] += 1;
        }
        let mut agrees = true;
        for &neighbour in after {
            let tally = &mut self.tallies[neighbour as usize];
            agrees &= *tally > 0;
            *tally = tally.saturating_sub(1);
        }
        if !agrees {
            for &neighbour in before {
                self.tallies[self.images[neighbour as usize] as usize] = 0;
            }
        }
        agrees
    }
}
