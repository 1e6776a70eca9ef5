//! One compact form for all rule graphs.

use senet_gdl::Symbol;

/// The number of a node.
pub type GraphNodeId = u32;

/// What a node is; only nodes of the same colour can correspond to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// A name, once for the whole sheet.
    Symbol,
    /// A position among the arguments of a name.
    Argument,
    /// A variable, once for its rule.
    VariableSymbol,
    /// A place where a name occurs.
    Occurrence,
    /// A place where a variable occurs.
    VariableOccurrence,
    /// A place where a keyword occurs.
    Keyword(Symbol),
    /// A place where something occurs that may become a goal value, which no renaming changes.
    GoalValue(i32),
    /// The conditions of a rule that has several.
    And,
}

impl Colour {
    /// What nodes of this colour are counted as.
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

/// A node: its colour, and the name behind it for people to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphNode {
    /// What it is.
    pub colour: Colour,
    /// The name, if there is one.
    pub symbol: Option<Symbol>,
}

/// A coloured, directed graph: the edges of each node lie next to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    nodes: Vec<GraphNode>,
    /// Where the edges of each node start, and the end of the last.
    starts: Vec<u32>,
    targets: Vec<GraphNodeId>,
}

impl Graph {
    /// All nodes.
    pub fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// Where the edges of a node lead to, in the order in which they were added.
    pub fn edges(&self, node: GraphNodeId) -> &[GraphNodeId] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// All edges, those of the first node first.
    pub fn all_edges(&self) -> impl Iterator<Item = (GraphNodeId, GraphNodeId)> + Clone + '_ {
        let nodes = 0..self.nodes.len() as GraphNodeId;
        nodes.flat_map(|node| self.edges(node).iter().map(move |&target| (node, target)))
    }
}

/// A graph while it is built.
#[derive(Default)]
pub struct GraphBuilder {
    nodes: Vec<GraphNode>,
    edges: Vec<(GraphNodeId, GraphNodeId)>,
}

impl GraphBuilder {
    /// Adds a node.
    pub fn node(&mut self, colour: Colour, symbol: Option<Symbol>) -> GraphNodeId {
        self.nodes.push(GraphNode { colour, symbol });
        self.nodes.len() as GraphNodeId - 1
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: GraphNodeId, to: GraphNodeId) {
        self.edges.push((from, to));
    }

    /// The graph.
    pub fn finish(mut self) -> Graph {
        // Stable, so that edges of one node stay in the order in which they were added.
        self.edges.sort_by_key(|&(from, _)| from);
        let mut starts = vec![0; self.nodes.len() + 1];
        for &(from, _) in &self.edges {
            starts[from as usize + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        Graph {
            nodes: self.nodes,
            starts,
            targets: self.edges.into_iter().map(|(_, to)| to).collect(),
        }
    }
}
