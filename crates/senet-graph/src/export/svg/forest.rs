//! The rules of a graph as trees: what is written inside what.

use crate::{Colour, Graph, NodeId};

/// The trees of a graph and what ties them together.
pub struct Forest {
    /// Per node, what is written inside it.
    pub children: Vec<Vec<NodeId>>,
    /// Per node, whether it hangs in a tree below something.
    has_parent: Vec<bool>,
    /// The tops of the trees, one a rule.
    pub trees: Vec<NodeId>,
}

impl Forest {
    /// Finds the trees. Nodes are numbered from the outside in, so what comes first is the parent.
    pub fn of(graph: &Graph) -> Forest {
        let count = graph.nodes().len();
        let mut forest = Forest {
            children: vec![Vec::new(); count],
            has_parent: vec![false; count],
            trees: Vec::new(),
        };
        for (from, to) in graph.all_edges() {
            let inside = from < to && is_place(graph, from) && is_place(graph, to);
            if inside && !forest.has_parent[to as usize] {
                forest.has_parent[to as usize] = true;
                forest.children[from as usize].push(to);
            }
        }
        let is_top = |node: &NodeId| is_place(graph, *node) && !forest.has_parent[*node as usize];
        forest.trees = (0..count as NodeId).filter(is_top).collect();
        forest
    }

    /// Forgets all trees but one.
    pub fn keep(&mut self, tree: usize) {
        self.trees = vec![self.trees[tree]];
    }

    /// Whether an edge goes from something to what is written inside it.
    pub fn is_branch(&self, from: NodeId, to: NodeId) -> bool {
        self.children[from as usize].contains(&to)
    }

    /// The nodes of a tree, each before what is inside it.
    pub fn nodes(&self, top: NodeId) -> Vec<NodeId> {
        let mut found = vec![top];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            found.extend(&self.children[node as usize]);
            next += 1;
        }
        found
    }

    /// Per node, whether it belongs to a tree or leads to one that is there.
    pub fn shown(&self, graph: &Graph) -> Vec<bool> {
        let mut shown = vec![false; graph.nodes().len()];
        for &top in &self.trees {
            for node in self.nodes(top) {
                shown[node as usize] = true;
            }
        }
        for (from, to) in graph.all_edges() {
            if !is_place(graph, from) && is_place(graph, to) && shown[to as usize] {
                shown[from as usize] = true;
            }
        }
        shown
    }
}

/// Whether the node is a place in a rule and not what stands for all places of something.
pub fn is_place(graph: &Graph, node: NodeId) -> bool {
    let tie = matches!(
        graph.nodes()[node as usize].colour,
        Colour::Symbol | Colour::Argument | Colour::VariableSymbol
    );
    !tie
}
