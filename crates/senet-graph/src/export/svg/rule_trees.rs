//! The syntax trees of the rules in a graph.

use crate::{Colour, Graph, GraphNodeId};

/// The syntax trees of a graph, one for each rule.
pub struct Forest {
    /// The tree children of each node.
    pub children: Vec<Vec<GraphNodeId>>,
    /// Whether each node has a tree parent.
    has_parent: Vec<bool>,
    /// The roots of the trees.
    pub trees: Vec<GraphNodeId>,
}

impl Forest {
    /// Finds the trees. A parent always has a smaller number than its children.
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

    /// Drops all trees but one.
    pub fn keep_only(&mut self, tree: usize) {
        self.trees = vec![self.trees[tree]];
    }

    /// Tests whether an edge belongs to a tree.
    pub fn is_tree_edge(&self, from: GraphNodeId, to: GraphNodeId) -> bool {
        self.children[from as usize].contains(&to)
    }

    /// The nodes of a tree, each before its children.
    pub fn nodes(&self, top: GraphNodeId) -> Vec<GraphNodeId> {
        let mut found = vec![top];
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            found.extend(&self.children[node as usize]);
            next += 1;
        }
        found
    }

    /// Marks the nodes of the trees, and the shared nodes with edges to them.
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

/// Tests whether the node is an occurrence in a rule, not a node shared by several occurrences.
pub fn is_occurrence(graph: &Graph, node: GraphNodeId) -> bool {
    let shared = matches!(
        graph.nodes()[node as usize].colour,
        Colour::Symbol | Colour::Argument | Colour::VariableSymbol
    );
    !shared
}
