//! Which nodes permutations take to each other.

use super::Permutation;
use crate::GraphNodeId;
use rustc_hash::FxHashMap;

/// The orbits of a group, as far as its generators are known.
pub struct Orbits {
    /// Per node, itself or a smaller one of its orbit.
    parents: Vec<GraphNodeId>,
    /// Per representative node of an orbit, how many the orbit has.
    sizes: Vec<u32>,
}

impl Orbits {
    /// Each node for itself.
    pub fn new(size: usize) -> Orbits {
        Orbits {
            parents: (0..size as GraphNodeId).collect(),
            sizes: vec![1; size],
        }
    }

    /// The representative node of an orbit.
    pub fn representative(&mut self, mut node: GraphNodeId) -> GraphNodeId {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    /// How many nodes the orbit of a node has.
    pub fn size(&mut self, node: GraphNodeId) -> u32 {
        let representative = self.representative(node);
        self.sizes[representative as usize]
    }

    /// Joins what a permutation takes to each other.
    pub fn join(&mut self, permutation: &Permutation) {
        for &(from, to) in permutation {
            let (one, other) = (self.representative(from), self.representative(to));
            if one != other {
                let (small, large) = (one.min(other), one.max(other));
                self.parents[large as usize] = small;
                self.sizes[small as usize] += self.sizes[large as usize];
            }
        }
    }

    /// The representative node of each node's orbit.
    pub fn into_representatives(mut self) -> Vec<GraphNodeId> {
        let nodes = 0..self.parents.len() as GraphNodeId;
        nodes.map(|node| self.representative(node)).collect()
    }
}

/// Orbits of the symmetries that leave the way to a node of the search tree as it is. Most nodes need none, so these take no memory for
/// what does not move.
#[derive(Default)]
pub struct Stabiliser {
    parents: FxHashMap<GraphNodeId, GraphNodeId>,
    /// How many generators were looked at.
    seen: usize,
}

impl Stabiliser {
    /// Looks at generators that are new. Those count that move none of the nodes on the way.
    pub fn update(
        &mut self,
        generators: &[Permutation],
        is_individualised: impl Fn(GraphNodeId) -> bool,
    ) {
        for generator in &generators[self.seen..] {
            if generator.iter().all(|&(node, _)| !is_individualised(node)) {
                generator.iter().for_each(|&(from, to)| self.join(from, to));
            }
        }
        self.seen = generators.len();
    }

    /// The representative node of an orbit.
    pub fn representative(&mut self, node: GraphNodeId) -> GraphNodeId {
        let mut representative = node;
        while let Some(&parent) = self.parents.get(&representative) {
            representative = parent;
        }
        if representative != node {
            self.parents.insert(node, representative);
        }
        representative
    }

    fn join(&mut self, one: GraphNodeId, other: GraphNodeId) {
        let (one, other) = (self.representative(one), self.representative(other));
        if one != other {
            self.parents.insert(one.max(other), one.min(other));
        }
    }
}
