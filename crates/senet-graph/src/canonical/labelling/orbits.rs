//! Which nodes permutations take to each other.

use super::Permutation;
use crate::NodeId;
use rustc_hash::FxHashMap;

/// The orbits of a group, as far as its generators are known.
pub struct Orbits {
    /// Per node, itself or a smaller one of its orbit.
    parents: Vec<NodeId>,
    /// Per smallest node of an orbit, how many the orbit has.
    lengths: Vec<u32>,
}

impl Orbits {
    /// Each node for itself.
    pub fn new(size: usize) -> Orbits {
        Orbits {
            parents: (0..size as NodeId).collect(),
            lengths: vec![1; size],
        }
    }

    /// The smallest node of an orbit.
    pub fn smallest(&mut self, mut node: NodeId) -> NodeId {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    /// How many nodes the orbit of a node has.
    pub fn length(&mut self, node: NodeId) -> u32 {
        let smallest = self.smallest(node);
        self.lengths[smallest as usize]
    }

    /// Joins what a permutation takes to each other.
    pub fn join(&mut self, permutation: &Permutation) {
        for &(from, to) in permutation {
            let (one, other) = (self.smallest(from), self.smallest(to));
            if one != other {
                let (small, large) = (one.min(other), one.max(other));
                self.parents[large as usize] = small;
                self.lengths[small as usize] += self.lengths[large as usize];
            }
        }
    }

    /// The smallest node of each node's orbit.
    pub fn all(mut self) -> Vec<NodeId> {
        let nodes = 0..self.parents.len() as NodeId;
        nodes.map(|node| self.smallest(node)).collect()
    }
}

/// Orbits of the symmetries that leave the way to a node of the search tree as it is. Most nodes need none, so these take no memory for
/// what does not move.
#[derive(Default)]
pub struct Stabiliser {
    parents: FxHashMap<NodeId, NodeId>,
    /// How many generators were looked at.
    seen: usize,
}

impl Stabiliser {
    /// Looks at generators that are new. Those count that move none of the nodes on the way.
    pub fn learn(&mut self, generators: &[Permutation], is_on_way: impl Fn(NodeId) -> bool) {
        for generator in &generators[self.seen..] {
            if generator.iter().all(|&(node, _)| !is_on_way(node)) {
                generator.iter().for_each(|&(from, to)| self.join(from, to));
            }
        }
        self.seen = generators.len();
    }

    /// The smallest node of an orbit.
    pub fn smallest(&mut self, node: NodeId) -> NodeId {
        let mut smallest = node;
        while let Some(&parent) = self.parents.get(&smallest) {
            smallest = parent;
        }
        if smallest != node {
            self.parents.insert(node, smallest);
        }
        smallest
    }

    fn join(&mut self, one: NodeId, other: NodeId) {
        let (one, other) = (self.smallest(one), self.smallest(other));
        if one != other {
            self.parents.insert(one.max(other), one.min(other));
        }
    }
}
