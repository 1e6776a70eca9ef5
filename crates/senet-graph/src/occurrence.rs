//! The occurrence graph: a node for every place where something occurs, and one for everything that occurs.
//!
//! A name is told apart by its number of arguments, too: as a constant and as a function it is two symbols. Edges lead
//! - from a name to its occurrences and to its argument positions, and from these to whatever stands there;
//! - from a variable of a rule to its occurrences;
//! - from an occurrence or keyword to its arguments;
//! - from `<=` to the conclusion and to the condition, or to the node that stands for several conditions, and from there to each.

use crate::{Builder, Colour, Graph, NodeId};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};

/// The occurrence graph of a game.
pub fn occurrence(description: &Description) -> Graph {
    let mut drawing = Drawing::default();
    for rule in &description.rules {
        drawing.variables.clear();
        drawing.rule(rule);
    }
    drawing.graph.finish()
}

#[derive(Default)]
struct Drawing {
    graph: Builder,
    names: FxHashMap<(Symbol, usize), Name>,
    /// The variables of the present rule.
    variables: FxHashMap<Symbol, NodeId>,
}

/// A name and its argument positions, one after the other.
#[derive(Clone, Copy)]
struct Name {
    node: NodeId,
    first_argument: NodeId,
}

impl Drawing {
    fn rule(&mut self, rule: &Rule) {
        if rule.body.is_empty() {
            self.sentence(&rule.head);
            return;
        }
        let arrow = self.keyword(Symbol::ARROW);
        let head = self.sentence(&rule.head);
        self.graph.edge(arrow, head);
        match &rule.body[..] {
            [only] => {
                let only = self.literal(only);
                self.graph.edge(arrow, only);
            }
            several => {
                let and = self.graph.node(Colour::And, None);
                self.graph.edge(arrow, and);
                self.literals(and, several);
            }
        }
    }

    fn literals(&mut self, parent: NodeId, literals: &[Literal]) {
        for literal in literals {
            let child = self.literal(literal);
            self.graph.edge(parent, child);
        }
    }

    fn literal(&mut self, literal: &Literal) -> NodeId {
        match literal {
            Literal::Holds(sentence) => self.sentence(sentence),
            Literal::Not(inner, _) => {
                let node = self.keyword(Symbol::NOT);
                self.literals(node, std::slice::from_ref(inner));
                node
            }
            Literal::Or(inner, _) => {
                let node = self.keyword(Symbol::OR);
                self.literals(node, inner);
                node
            }
            Literal::And(inner, _) => {
                let node = self.keyword(Symbol::AND);
                self.literals(node, inner);
                node
            }
            Literal::Distinct(left, right, _) => {
                let node = self.keyword(Symbol::DISTINCT);
                for term in [left, right] {
                    let child = self.term(term);
                    self.graph.edge(node, child);
                }
                node
            }
        }
    }

    fn sentence(&mut self, sentence: &Sentence) -> NodeId {
        self.applied(sentence.relation, &sentence.args)
    }

    fn term(&mut self, term: &Term) -> NodeId {
        match term {
            Term::Variable(symbol, _) => self.variable(*symbol),
            Term::Constant(symbol, _) => self.applied(*symbol, &[]),
            Term::Function(symbol, args, _) => self.applied(*symbol, args),
        }
    }

    fn variable(&mut self, symbol: Symbol) -> NodeId {
        let graph = &mut self.graph;
        let new = || graph.node(Colour::VariableSymbol, Some(symbol));
        let name = *self.variables.entry(symbol).or_insert_with(new);
        let node = self.graph.node(Colour::VariableOccurrence, Some(symbol));
        self.graph.edge(name, node);
        node
    }

    fn keyword(&mut self, symbol: Symbol) -> NodeId {
        self.graph.node(Colour::Keyword(symbol), Some(symbol))
    }

    /// A name or keyword with its arguments.
    fn applied(&mut self, symbol: Symbol, args: &[Term]) -> NodeId {
        let name = (!symbol.is_keyword()).then(|| self.name(symbol, args.len()));
        let node = match name {
            Some(name) => {
                let node = self.graph.node(Colour::Occurrence, Some(symbol));
                self.graph.edge(name.node, node);
                node
            }
            None => self.keyword(symbol),
        };
        for (position, arg) in args.iter().enumerate() {
            let child = self.term(arg);
            self.graph.edge(node, child);
            if let Some(name) = name {
                self.graph
                    .edge(name.first_argument + position as NodeId, child);
            }
        }
        node
    }

    fn name(&mut self, symbol: Symbol, arity: usize) -> Name {
        let graph = &mut self.graph;
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
