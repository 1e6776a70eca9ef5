//! Noise for experiments: removes or duplicates nodes.

use crate::{Graph, GraphBuilder, GraphNodeId};

impl Graph {
    /// Removes all edges of these nodes. The nodes stay, so node numbers do not change.
    pub fn isolate_nodes(&self, nodes: &[GraphNodeId]) -> Graph {
        let mut is_isolated = vec![false; self.nodes().len()];
        for &node in nodes {
            is_isolated[node as usize] = true;
        }
        let edges = self.all_edges();
        self.with_edges(
            edges.filter(|&(from, to)| !is_isolated[from as usize] && !is_isolated[to as usize]),
        )
    }

    /// Adds a copy of each of these nodes with the same edges. If both ends of an edge are duplicated, all four pairs
    /// are connected.
    pub fn duplicate_nodes(&self, nodes: &[GraphNodeId]) -> Graph {
        let mut twin = vec![None; self.nodes().len()];
        for (position, &node) in nodes.iter().enumerate() {
            twin[node as usize] = Some((self.nodes().len() + position) as GraphNodeId);
        }
        let both = |node: GraphNodeId| [Some(node), twin[node as usize]].into_iter().flatten();
        let edges = self.all_edges().flat_map(|(from, to)| {
            both(from).flat_map(move |from| both(to).map(move |to| (from, to)))
        });
        let mut builder = self.copy_nodes();
        for &node in nodes {
            let node = self.nodes()[node as usize];
            builder.node(node.colour, node.symbol);
        }
        edges.for_each(|(from, to)| builder.edge(from, to));
        builder.finish()
    }

    fn with_edges(&self, edges: impl Iterator<Item = (GraphNodeId, GraphNodeId)>) -> Graph {
        let mut builder = self.copy_nodes();
        edges.for_each(|(from, to)| builder.edge(from, to));
        builder.finish()
    }

    fn copy_nodes(&self) -> GraphBuilder {
        let mut builder = GraphBuilder::default();
        for node in self.nodes() {
            builder.node(node.colour, node.symbol);
        }
        builder
    }
}

#[cfg(test)]
mod tests {
    use crate::{Graph, GraphNodeId, occurrence};
    use senet_gdl::Sheet;

    fn check(change: impl Fn(&Graph, &[GraphNodeId]) -> Graph, expected: (usize, usize)) {
        let graph = occurrence(&Sheet::read("(f (g a))").description);
        let occurrences = (0..graph.nodes().len() as GraphNodeId)
            .filter(|&node| graph.nodes()[node as usize].colour == crate::Colour::Occurrence);
        let changed = change(&graph, &occurrences.collect::<Vec<_>>());
        assert_eq!((changed.nodes().len(), changed.edge_count()), expected);
    }

    #[test]
    fn isolating_removes_edges_and_duplicating_copies_them() {
        // There are three symbols, two argument positions and three occurrences. Of the nine edges two remain, from
        // symbols to their positions.
        check(|graph, _| graph.clone(), (8, 9));
        check(Graph::isolate_nodes, (8, 2));
        // Of the nine edges, two join occurrences and become four each; five lead to one occurrence and become two
        // each.
        check(Graph::duplicate_nodes, (11, 20));
    }
}
