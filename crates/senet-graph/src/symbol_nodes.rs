//! Symbol nodes: one node for each symbol and each of its argument positions, with edges to their occurrences.

use crate::{Colour, GraphBuilder, GraphNodeId};
use rustc_hash::FxHashMap;
use senet_gdl::Symbol;

/// The symbols so far. Symbols of one name but different arity are distinct.
#[derive(Default)]
pub struct SymbolNodes {
    known: FxHashMap<(Symbol, usize), SymbolNode>,
}

/// A symbol node; its argument positions follow it.
#[derive(Clone, Copy)]
pub struct SymbolNode {
    node: GraphNodeId,
    first_argument: GraphNodeId,
}

impl SymbolNodes {
    /// Adds an occurrence of a symbol or keyword. Returns the symbol too, unless it is a keyword.
    pub fn add_occurrence(
        &mut self,
        graph: &mut GraphBuilder,
        symbol: Symbol,
        arity: usize,
    ) -> (GraphNodeId, Option<SymbolNode>) {
        if symbol.is_keyword() {
            return (graph.node(Colour::Keyword(symbol), Some(symbol)), None);
        }
        let name = self.symbol_node(graph, symbol, arity);
        let node = graph.node(Colour::Occurrence, Some(symbol));
        graph.edge(name.node, node);
        (node, Some(name))
    }

    fn symbol_node(
        &mut self,
        graph: &mut GraphBuilder,
        symbol: Symbol,
        arity: usize,
    ) -> SymbolNode {
        let new = || {
            let node = graph.node(Colour::Symbol, Some(symbol));
            for _ in 0..arity {
                let argument = graph.node(Colour::Argument, Some(symbol));
                graph.edge(node, argument);
            }
            SymbolNode {
                node,
                first_argument: node + 1,
            }
        };
        *self.known.entry((symbol, arity)).or_insert_with(new)
    }
}

/// Connects an argument with its term and its argument position.
pub fn connect_argument(
    graph: &mut GraphBuilder,
    (node, name): (GraphNodeId, Option<SymbolNode>),
    position: usize,
    child: GraphNodeId,
) {
    graph.edge(node, child);
    if let Some(name) = name {
        graph.edge(name.first_argument + position as GraphNodeId, child);
    }
}
