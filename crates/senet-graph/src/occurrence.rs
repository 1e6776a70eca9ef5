//! The occurrence graph: a node for every place where something occurs, and one for everything that occurs.
//!
//! A name is told apart by its number of arguments, too: as a constant and as a function it is two symbols. Edges lead
//! - from a name to its occurrences and to its argument positions, and from these to whatever stands there;
//! - from a variable of a rule to its occurrences;
//! - from an occurrence or keyword to its arguments;
//! - from `<=` to the conclusion and to the condition, or to the node that stands for several conditions, and from there to each.

use crate::walk::{Drawing, Page};
use crate::{Colour, Graph, NodeId};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Rule, Symbol, Term};

/// The occurrence graph of a game.
pub fn occurrence(description: &Description) -> Graph {
    let mut drawing = Occurrence::default();
    for rule in &description.rules {
        drawing.page.new_rule();
        drawing.rule(rule);
    }
    drawing.page.graph.finish()
}

#[derive(Default)]
struct Occurrence {
    page: Page,
    names: FxHashMap<(Symbol, usize), Name>,
}

/// A name and its argument positions, one after the other.
#[derive(Clone, Copy)]
struct Name {
    node: NodeId,
    first_argument: NodeId,
}

impl Drawing for Occurrence {
    fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    fn applied(&mut self, symbol: Symbol, args: &[Term]) -> NodeId {
        let name = (!symbol.is_keyword()).then(|| self.name(symbol, args.len()));
        let graph = &mut self.page.graph;
        let node = match name {
            Some(name) => {
                let node = graph.node(Colour::Occurrence, Some(symbol));
                graph.edge(name.node, node);
                node
            }
            None => self.page.keyword(symbol),
        };
        for (position, arg) in args.iter().enumerate() {
            let child = self.term(arg);
            self.page.graph.edge(node, child);
            if let Some(name) = name {
                let position = name.first_argument + position as NodeId;
                self.page.graph.edge(position, child);
            }
        }
        node
    }
}

impl Occurrence {
    fn rule(&mut self, rule: &Rule) {
        if rule.body.is_empty() {
            self.sentence(&rule.head);
            return;
        }
        let arrow = self.page.keyword(Symbol::ARROW);
        let head = self.sentence(&rule.head);
        self.page.graph.edge(arrow, head);
        match &rule.body[..] {
            [only] => self.literals(arrow, std::slice::from_ref(only)),
            several => {
                let and = self.page.graph.node(Colour::And, None);
                self.page.graph.edge(arrow, and);
                self.literals(and, several);
            }
        }
    }

    fn name(&mut self, symbol: Symbol, arity: usize) -> Name {
        let graph = &mut self.page.graph;
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
        *self.names.entry((symbol, arity)).or_insert_with(new)
    }
}
