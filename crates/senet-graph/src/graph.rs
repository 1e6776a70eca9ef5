//! The data structure of all rule graphs.

use senet_gdl::Symbol;

/// The index of a node.
pub type GraphNodeId = u32;

/// The colour of a node. An isomorphism maps nodes only to nodes of the same colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// A symbol; one node for the whole sheet.
    Symbol,
    /// An argument position of a symbol.
    Argument,
    /// A variable; one node for each rule it occurs in.
    VariableSymbol,
    /// An occurrence of a symbol.
    Occurrence,
    /// An occurrence of a variable.
    VariableOccurrence,
    /// An occurrence of a keyword.
    Keyword(Symbol),
    /// An occurrence of a constant that may become a goal value. Renaming does not change it.
    GoalValue(i32),
    /// The conjunction of several conditions of a rule.
    And,
}

impl Colour {
    /// The kind under which nodes of this colour are counted and exported.
    pub fn kind(self) -> &'static str {
        match self {
            Colour::Symbol => "symbol",
            Colour::Argument => "argument",
            Colour::VariableSymbol => "variable_symbol",
            Colour::Occurrence | Colour::GoalValue(_) => "occurrence",
            Colour::VariableOccurrence => "variable_occurrence",
            Colour::Keyword(_) => "keyword",
            Colour::And => "and",
        }
    }
}

/// A node with its colour, and its symbol for printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphNode {
    /// The colour.
    pub colour: Colour,
    /// The symbol, if any.
    pub symbol: Option<Symbol>,
}

/// A coloured, directed graph in compressed sparse row form.
///
/// ```
/// use senet_gdl::Sheet;
/// use senet_graph::{Colour, Graph, occurrence};
///
/// let graph: Graph = occurrence(&Sheet::read("(p a)").description);
/// let symbols = graph.nodes().iter().filter(|node| node.colour == Colour::Symbol);
/// assert_eq!(symbols.count(), 2);
/// assert_eq!(graph.edge_count(), graph.all_edges().count());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    nodes: Vec<GraphNode>,
    /// The start of each node's edges, followed by the number of edges.
    starts: Vec<u32>,
    targets: Vec<GraphNodeId>,
}

impl Graph {
    /// All nodes.
    pub fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// The number of edges.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// The targets of a node's edges, in insertion order.
    pub fn edges(&self, node: GraphNodeId) -> &[GraphNodeId] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// All edges as (source, target), sorted by source.
    pub fn all_edges(&self) -> impl Iterator<Item = (GraphNodeId, GraphNodeId)> + Clone + '_ {
        let nodes = 0..self.nodes.len() as GraphNodeId;
        nodes.flat_map(|node| self.edges(node).iter().map(move |&target| (node, target)))
    }
}

/// Builds a [`Graph`] node by node.
///
/// ```
/// use senet_graph::{Colour, GraphBuilder};
///
/// let mut builder = GraphBuilder::default();
/// let symbol = builder.node(Colour::Symbol, None);
/// let occurrence = builder.node(Colour::Occurrence, None);
/// builder.edge(symbol, occurrence);
/// assert_eq!(builder.finish().edges(symbol), [occurrence]);
/// ```
#[derive(Default)]
pub struct GraphBuilder {
    nodes: Vec<GraphNode>,
    edges: Vec<(GraphNodeId, GraphNodeId)>,
}

impl GraphBuilder {
    /// Adds a node and returns its index.
    pub fn node(&mut self, colour: Colour, symbol: Option<Symbol>) -> GraphNodeId {
        self.nodes.push(GraphNode { colour, symbol });
        self.nodes.len() as GraphNodeId - 1
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: GraphNodeId, to: GraphNodeId) {
        self.edges.push((from, to));
    }

    /// Finishes the graph.
    pub fn finish(self) -> Graph {
        let mut starts = vec![0; self.nodes.len() + 1];
        for &(from, _) in &self.edges {
            starts[from as usize + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        // The edges of each node keep the order of their insertion.
        let mut next = starts.clone();
        let mut targets = vec![0; self.edges.len()];
        for (from, to) in self.edges {
            let place = &mut next[from as usize];
            targets[*place as usize] = to;
            *place += 1;
        }
        Graph {
            nodes: self.nodes,
            starts,
            targets,
        }
    }
}
