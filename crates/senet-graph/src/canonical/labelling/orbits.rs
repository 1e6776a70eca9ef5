//! Orbits of permutation groups, kept by union–find.

use super::Permutation;
use crate::GraphNodeId;
use rustc_hash::FxHashMap;

/// The orbits of the group that the known generators generate.
pub struct Orbits {
    /// The union–find parent of each node: the node itself or a smaller node of its orbit.
    parents: Vec<GraphNodeId>,
    /// The size of each orbit, stored at its smallest node.
    sizes: Vec<u32>,
}

impl Orbits {
    /// Starts with the trivial group.
    pub fn new(size: usize) -> Orbits {
        Orbits {
            parents: (0..size as GraphNodeId).collect(),
            sizes: vec![1; size],
        }
    }

    /// The smallest node of the orbit.
    pub fn representative(&mut self, mut node: GraphNodeId) -> GraphNodeId {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    /// The size of the node's orbit.
    pub fn size(&mut self, node: GraphNodeId) -> u32 {
        let representative = self.representative(node);
        self.sizes[representative as usize]
    }

    /// Joins the orbits that a permutation connects.
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

    /// The smallest node of each node's orbit.
    pub fn into_representatives(mut self) -> Vec<GraphNodeId> {
        let nodes = 0..self.parents.len() as GraphNodeId;
        nodes.map(|node| self.representative(node)).collect()
    }
}

/// Orbits of the automorphisms that fix the path to a node of the search tree. Few search nodes need them. They are
/// therefore stored sparsely: nodes that stay fixed take no memory.
#[derive(Default)]
pub struct Stabiliser {
    parents: FxHashMap<GraphNodeId, GraphNodeId>,
    /// The number of generators processed so far.
    seen: usize,
}

impl Stabiliser {
    /// Processes new generators. Only generators that fix all individualised nodes count.
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

    /// The smallest node of the orbit.
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
