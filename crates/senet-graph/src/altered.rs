//! Graphs with noise: as if something had been crossed out of the rules or written twice.

use crate::{Builder, Graph, NodeId};

impl Graph {
    /// The graph without the edges of these nodes, which stay where they are, alone.
    pub fn isolated(&self, nodes: &[NodeId]) -> Graph {
        let mut gone = vec![false; self.nodes().len()];
        for &node in nodes {
            gone[node as usize] = true;
        }
        let edges = self.all_edges();
        self.with_edges(edges.filter(|&(from, to)| !gone[from as usize] && !gone[to as usize]))
    }

    /// The graph with a second node beside each of these, with the same edges. Two neighbours that are both doubled are all four connected.
    pub fn doubled(&self, nodes: &[NodeId]) -> Graph {
        let mut twin = vec![None; self.nodes().len()];
        for (position, &node) in nodes.iter().enumerate() {
            twin[node as usize] = Some((self.nodes().len() + position) as NodeId);
        }
        let both = |node: NodeId| [Some(node), twin[node as usize]].into_iter().flatten();
        let edges = self.all_edges().flat_map(|(from, to)| {
            both(from).flat_map(move |from| both(to).map(move |to| (from, to)))
        });
        let mut builder = self.nodes_alone();
        for &node in nodes {
            let node = self.nodes()[node as usize];
            builder.node(node.colour, node.symbol);
        }
        edges.for_each(|(from, to)| builder.edge(from, to));
        builder.finish()
    }

    fn with_edges(&self, edges: impl Iterator<Item = (NodeId, NodeId)>) -> Graph {
        let mut builder = self.nodes_alone();
        edges.for_each(|(from, to)| builder.edge(from, to));
        builder.finish()
    }

    fn nodes_alone(&self) -> Builder {
        let mut builder = Builder::default();
        for node in self.nodes() {
            builder.node(node.colour, node.symbol);
        }
        builder
    }
}

#[cfg(test)]
mod tests {
    use crate::{Graph, NodeId, occurrence};
    use senet_gdl::Sheet;

    fn check(change: impl Fn(&Graph, &[NodeId]) -> Graph, expected: (usize, usize)) {
        let graph = occurrence(&Sheet::read("(f (g a))").description);
        let occurrences = (0..graph.nodes().len() as NodeId)
            .filter(|&node| graph.nodes()[node as usize].colour == crate::Colour::Occurrence);
        let changed = change(&graph, &occurrences.collect::<Vec<_>>());
        assert_eq!((changed.nodes().len(), changed.edge_count()), expected);
    }

    #[test]
    fn edges_go_with_their_nodes_or_are_given_to_both() {
        // Three names, two argument positions and three occurrences; nine edges, of which two stay: from names to their positions.
        check(|graph, _| graph.clone(), (8, 9));
        check(Graph::isolated, (8, 2));
        // Of the nine, two join occurrences and become four each, five lead to an occurrence and become two each.
        check(Graph::doubled, (11, 20));
    }
}
