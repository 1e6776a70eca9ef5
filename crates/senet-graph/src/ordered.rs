//! The ordered graph: isomorphic for two games exactly if one is the other under other names and with rules and conditions in another
//! order.
//!
//! Every place where something occurs is a node, with edges to its arguments, from each argument to the next, and from the conclusion of
//! a rule to its conditions. Every name and every variable of a rule has a node of its own with edges to its places. Keywords and constants
//! that may become goal values are told apart by their colour, since they keep their meaning under any other names.

use crate::walk::{Drawing, Page};
use crate::{Colour, Graph, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Literal, Symbol, Term, goal_values};

/// The ordered graph of a game.
pub fn ordered(description: &Description) -> Graph {
    let mut drawing = Ordered {
        description,
        values: goal_values(description),
        page: Page::default(),
        names: FxHashMap::default(),
    };
    drawing.game(description);
    drawing.page.graph.finish()
}

struct Ordered<'a> {
    description: &'a Description,
    values: FxHashSet<Symbol>,
    page: Page,
    names: FxHashMap<Symbol, NodeId>,
}

impl Drawing for Ordered<'_> {
    fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    fn applied(&mut self, symbol: Symbol, args: &[Term]) -> NodeId {
        let node = self.place(symbol);
        let mut before = None;
        for arg in args {
            let child = self.term(arg);
            self.page.graph.edge(node, child);
            if let Some(before) = before.replace(child) {
                self.page.graph.edge(before, child);
            }
        }
        node
    }

    fn conditions(&mut self, arrow: NodeId, head: NodeId, body: &[Literal]) {
        for literal in body {
            let condition = self.literal(literal);
            self.page.graph.edge(arrow, condition);
            self.page.graph.edge(head, condition);
        }
    }
}

impl Ordered<'_> {
    /// A place where a name occurs, or what stands for itself.
    fn place(&mut self, symbol: Symbol) -> NodeId {
        if symbol.is_keyword() {
            return self.page.keyword(symbol);
        }
        if let Some(value) = self.value(symbol) {
            return self.page.graph.node(Colour::GoalValue(value), Some(symbol));
        }
        let graph = &mut self.page.graph;
        let new = || graph.node(Colour::Symbol, Some(symbol));
        let label = *self.names.entry(symbol).or_insert_with(new);
        let node = self.page.graph.node(Colour::Occurrence, Some(symbol));
        self.page.graph.edge(label, node);
        node
    }

    /// The number that a constant stands for if it may become a goal.
    fn value(&self, symbol: Symbol) -> Option<i32> {
        let text = self.description.symbols.key(symbol);
        let number = self.values.contains(&symbol).then(|| text.parse());
        number.and_then(Result::ok)
    }
}
