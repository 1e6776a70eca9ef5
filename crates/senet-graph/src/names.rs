//! Names that are tied together: a node for a name and one for each of its argument positions, with edges to all places.

use crate::{Builder, Colour, NodeId};
use rustc_hash::FxHashMap;
use senet_gdl::Symbol;

/// The names met so far. A name is told apart by its number of arguments, too.
#[derive(Default)]
pub struct Names {
    known: FxHashMap<(Symbol, usize), Name>,
}

/// A name and its argument positions, one after the other.
#[derive(Clone, Copy)]
pub struct Name {
    node: NodeId,
    first_argument: NodeId,
}

impl Names {
    /// A new place where a name or keyword stands; the name comes back unless it is a keyword.
    pub fn place(
        &mut self,
        graph: &mut Builder,
        symbol: Symbol,
        arity: usize,
    ) -> (NodeId, Option<Name>) {
        if symbol.is_keyword() {
            return (graph.node(Colour::Keyword(symbol), Some(symbol)), None);
        }
        let name = self.name(graph, symbol, arity);
        let node = graph.node(Colour::Occurrence, Some(symbol));
        graph.edge(name.node, node);
        (node, Some(name))
    }

    fn name(&mut self, graph: &mut Builder, symbol: Symbol, arity: usize) -> Name {
        let new = || {
            let node = graph.node(Colour::Symbol, Some(symbol));
            for _ in 0..arity {
                let argument = graph.node(Colour::Argument, Some(symbol));
                graph.edge(node, argument);
            }
            Name {
                node,
                first_argument: node + 1,
            }
        };
        *self.known.entry((symbol, arity)).or_insert_with(new)
    }
}

/// Puts an argument in its position.
pub fn argument(
    graph: &mut Builder,
    (node, name): (NodeId, Option<Name>),
    position: usize,
    child: NodeId,
) {
    graph.edge(node, child);
    if let Some(name) = name {
        graph.edge(name.first_argument + position as NodeId, child);
    }
}
