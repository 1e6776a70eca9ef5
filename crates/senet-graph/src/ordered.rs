//! The ordered graph. Two games have isomorphic ordered graphs exactly if they differ only in names and in the order
//! of rules and conditions.
//!
//! Each occurrence is a node with edges to its arguments. Further edges lead from each argument to the next, and from
//! the head of a rule to its conditions. Each symbol, and each variable of a rule, has a node with edges to its
//! occurrences. Keywords and possible goal values have colours of their own, because renaming does not change them.

use crate::rule_visitor::{RuleGraphBuilder, RuleVisitor};
use crate::{Colour, Graph, GraphNodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Literal, Symbol, Term, goal_values};

/// Builds the ordered graph of a game.
pub fn ordered(description: &Description) -> Graph {
    let mut visitor = Ordered {
        description,
        values: goal_values(description),
        builder: RuleGraphBuilder::default(),
        names: FxHashMap::default(),
    };
    visitor.description(description);
    visitor.builder.graph.finish()
}

struct Ordered<'a> {
    description: &'a Description,
    values: FxHashSet<Symbol>,
    builder: RuleGraphBuilder,
    names: FxHashMap<Symbol, GraphNodeId>,
}

impl RuleVisitor for Ordered<'_> {
    fn builder(&mut self) -> &mut RuleGraphBuilder {
        &mut self.builder
    }

    fn application(&mut self, symbol: Symbol, args: &[Term]) -> GraphNodeId {
        let node = self.occurrence(symbol);
        let mut before = None;
        for arg in args {
            let child = self.term(arg);
            self.builder.graph.edge(node, child);
            if let Some(before) = before.replace(child) {
                self.builder.graph.edge(before, child);
            }
        }
        node
    }

    fn conditions(&mut self, arrow: GraphNodeId, head: GraphNodeId, body: &[Literal]) {
        for literal in body {
            let condition = self.literal(literal);
            self.builder.graph.edge(arrow, condition);
            self.builder.graph.edge(head, condition);
        }
    }
}

impl Ordered<'_> {
    /// Adds an occurrence of a symbol, a keyword or a goal value.
    fn occurrence(&mut self, symbol: Symbol) -> GraphNodeId {
        if symbol.is_keyword() {
            return self.builder.keyword(symbol);
        }
        if let Some(value) = self.value(symbol) {
            return self
                .builder
                .graph
                .node(Colour::GoalValue(value), Some(symbol));
        }
        let graph = &mut self.builder.graph;
        let new = || graph.node(Colour::Symbol, Some(symbol));
        let label = *self.names.entry(symbol).or_insert_with(new);
        let node = self.builder.graph.node(Colour::Occurrence, Some(symbol));
        self.builder.graph.edge(label, node);
        node
    }

    /// The number of a constant that may become a goal value.
    fn value(&self, symbol: Symbol) -> Option<i32> {
        let text = self.description.symbols.key(symbol);
        let number = self.values.contains(&symbol).then(|| text.parse());
        number.and_then(Result::ok)
    }
}
