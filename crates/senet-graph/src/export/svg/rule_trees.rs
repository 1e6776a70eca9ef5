//! The rules of a graph as trees: what is written inside what.

use crate::{Colour, Graph, GraphNodeId};

/// The trees of a graph and what ties them together.
pub struct Forest {
    /// Per node, what is written inside it.
    pub children: Vec<Vec<GraphNodeId>>,
    /// Per node, whether it hangs in a tree below something.
    has_parent: Vec<bool>,
    /// The tops of the trees, one a rule.
    pub trees: Vec<GraphNodeId>,
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
            let inside = from < to && is_occurrence(graph, from) && is_occurrence(graph, to);
            if inside && !forest.has_parent[to as usize] {
                forest.has_parent[to as usize] = true;
                forest.children[from as usize].push(to);
            }
        }
        let is_top =
            |node: &GraphNodeId| is_occurrence(graph, *node) && !forest.has_parent[*node as usize];
        forest.trees = (0..count as GraphNodeId).filter(is_top).collect();
        forest
    }

    /// Forgets all trees but one.
    pub fn keep_only(&mut self, tree: usize) {
        self.trees = vec![self.trees[tree]];
    }

    /// Whether an edge goes from something to what is written inside it.
    pub fn is_tree_edge(&self, from: GraphNodeId, to: GraphNodeId) -> bool {
        self.children[from as usize].contains(&to)
    }

    /// The nodes of a tree, each before what is inside it.
    pub fn nodes(&self, top: GraphNodeId) -> Vec<GraphNodeId> {
        let mut found = vec![top];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            found.extend(&self.children[node as usize]);
            next += 1;
        }
        found
    }

    /// Per node, whether it belongs to a tree or leads to one that is there.
    pub fn visible_nodes(&self, graph: &Graph) -> Vec<bool> {
        let mut visible = vec![false; graph.nodes().len()];
        for &top in &self.trees {
            for node in self.nodes(top) {
                visible[node as usize] = true;
            }
        }
        for (from, to) in graph.all_edges() {
            if !is_occurrence(graph, from) && is_occurrence(graph, to) && visible[to as usize] {
                visible[from as usize] = true;
            }
        }
        visible
    }
}

/// Whether the node is a place in a rule and not what stands for all places of something.
pub fn is_occurrence(graph: &Graph, node: GraphNodeId) -> bool {
    let shared = matches!(
        graph.nodes()[node as usize].colour,
        Colour::Symbol | Colour::Argument | Colour::VariableSymbol
    );
    !shared
}
