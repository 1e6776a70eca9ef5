//! The occurrence graph: a node for each occurrence, symbol, variable and argument position.
//!
//! Symbols of different arity are different symbols, even under one name. Edges lead
//! - from a symbol to its occurrences and argument positions, and from a position to its arguments;
//! - from a variable of a rule to its occurrences;
//! - from an occurrence or keyword to its arguments;
//! - from `<=` to the head and to the condition. Several conditions hang below an `and` node.

use crate::rule_visitor::{RuleGraphBuilder, RuleVisitor};
use crate::symbol_nodes::{SymbolNodes, connect_argument};
use crate::{Colour, Graph, GraphNodeId};
use senet_gdl::{Description, Literal, Symbol, Term};

/// Builds the occurrence graph of a game.
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
