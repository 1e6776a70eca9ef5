//! The neighbourhood relation of the search: children, parents and siblings.

use crate::{Colour, Graph, GraphNodeId};

/// A graph with reversed edges and sibling edges.
///
/// Siblings are the other children of a parent within a rule. Symbols, argument positions and variables connect
/// different rules, so their children are not siblings.
pub struct Neighbours {
    /// The colour of each node.
    pub colours: Vec<Colour>,
    /// The targets of each node's edges.
    pub children: AdjacencyLists,
    /// The sources of each node's incoming edges.
    pub parents: AdjacencyLists,
    /// The distinct siblings of each node.
    pub siblings: AdjacencyLists,
    /// The symbol of each occurrence and argument position; other nodes map to themselves.
    pub symbol_of: Vec<GraphNodeId>,
    /// The symbol nodes.
    pub symbols: Vec<GraphNodeId>,
}

/// A list of nodes for each node.
pub struct AdjacencyLists {
    starts: Vec<u32>,
    items: Vec<GraphNodeId>,
}

impl AdjacencyLists {
    fn new(
        nodes: usize,
        mut list: impl FnMut(GraphNodeId, &mut Vec<GraphNodeId>),
    ) -> AdjacencyLists {
        let (mut starts, mut items) = (vec![0], Vec::new());
        for node in 0..nodes as GraphNodeId {
            list(node, &mut items);
            starts.push(items.len() as u32);
        }
        AdjacencyLists { starts, items }
    }

    /// The list of a node.
    pub fn of(&self, node: GraphNodeId) -> &[GraphNodeId] {
        let node = node as usize;
        &self.items[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

impl Neighbours {
    /// Builds the neighbourhoods of an occurrence graph.
    pub fn new(graph: &Graph) -> Neighbours {
        let colours: Vec<Colour> = graph.nodes().iter().map(|node| node.colour).collect();
        let nodes = colours.len();
        let children = AdjacencyLists::new(nodes, |node, items| items.extend(graph.edges(node)));
        let parents = reversed(&children, nodes);
        let siblings = AdjacencyLists::new(nodes, |node, items| {
            let start = items.len();
            for &parent in parents.of(node) {
                if makes_siblings(colours[parent as usize]) {
                    let others = children.of(parent).iter();
                    items.extend(others.filter(|&&other| other != node));
                }
            }
            if parents.of(node).len() > 1 {
                remove_repeated(items, start);
            }
        });
        let symbol_of = (0..nodes as GraphNodeId)
            .map(|node| {
                let mut parents = parents.of(node).iter();
                let symbol = parents.find(|&&node| colours[node as usize] == Colour::Symbol);
                *symbol.unwrap_or(&node)
            })
            .collect();
        let symbols = (0..nodes as GraphNodeId)
            .filter(|&node| colours[node as usize] == Colour::Symbol)
            .collect();
        Neighbours {
            colours,
            children,
            parents,
            siblings,
            symbol_of,
            symbols,
        }
    }

    /// The colour of a node.
    pub fn colour(&self, node: GraphNodeId) -> Colour {
        self.colours[node as usize]
    }
}

pub(super) fn makes_siblings(parent: Colour) -> bool {
    !matches!(
        parent,
        Colour::Symbol | Colour::Argument | Colour::VariableSymbol
    )
}

fn reversed(lists: &AdjacencyLists, nodes: usize) -> AdjacencyLists {
    let mut reversed = vec![Vec::new(); nodes];
    for node in 0..nodes as GraphNodeId {
        for &child in lists.of(node) {
            reversed[child as usize].push(node);
        }
    }
    AdjacencyLists::new(nodes, |node, items| {
        items.append(&mut reversed[node as usize])
    })
}

fn remove_repeated(items: &mut Vec<GraphNodeId>, start: usize) {
    items[start..].sort_unstable();
    let mut kept = start;
    for next in start..items.len() {
        if kept == start || items[kept - 1] != items[next] {
            items[kept] = items[next];
            kept += 1;
        }
    }
    items.truncate(kept);
}
