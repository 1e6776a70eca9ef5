//! The occurrence graph: a node for every occurrence where something occurs, and one for everything that occurs.
//!
//! A name is told apart by its number of arguments, too: as a constant and as a function it is two symbols. Edges lead
//! - from a name to its occurrences and to its argument positions, and from these to whatever stands there;
//! - from a variable of a rule to its occurrences;
//! - from an occurrence or keyword to its arguments;
//! - from `<=` to the conclusion and to the condition, or to the node that stands for several conditions, and from there to each.

use crate::rule_visitor::{RuleGraphBuilder, RuleVisitor};
use crate::symbol_nodes::{SymbolNodes, connect_argument};
use crate::{Colour, Graph, GraphNodeId};
use senet_gdl::{Description, Literal, Symbol, Term};

/// The occurrence graph of a game.
pub fn occurrence(description: &Description) -> Graph {
    let mut visitor = Occurrence::default();
    visitor.description(description);
    visitor.builder.graph.finish()
}

#[derive(Default)]
struct Occurrence {
    builder: RuleGraphBuilder,
    symbols: SymbolNodes,
}

impl RuleVisitor for Occurrence {
    fn builder(&mut self) -> &mut RuleGraphBuilder {
        &mut self.builder
    }

    fn application(&mut self, symbol: Symbol, args: &[Term]) -> GraphNodeId {
        let occurrence = self
            .symbols
            .add_occurrence(&mut self.builder.graph, symbol, args.len());
        for (position, arg) in args.iter().enumerate() {
            let child = self.term(arg);
            connect_argument(&mut self.builder.graph, occurrence, position, child);
        }
        occurrence.0
    }

    fn conditions(&mut self, arrow: GraphNodeId, _: GraphNodeId, body: &[Literal]) {
        match body {
            [_] => self.literals(arrow, body),
            several => {
                let and = self.builder.graph.node(Colour::And, None);
                self.builder.graph.edge(arrow, and);
                self.literals(and, several);
            }
        }
    }
}
