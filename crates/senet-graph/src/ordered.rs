//! The ordered graph: isomorphic for two games exactly if one is the other under other names and with rules and conditions in another
//! order.
//!
//! Every place where something occurs is a node, with edges to its arguments, from each argument to the next, and from the conclusion of
//! a rule to its conditions. Every name and every variable of a rule has a node of its own with edges to its places. Keywords and constants
//! that may become goal values are told apart by their colour, since they keep their meaning under any other names.

use crate::{Builder, Colour, Graph, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term, goal_values};

/// The ordered graph of a game.
pub fn ordered(description: &Description) -> Graph {
    let mut drawing = Drawing {
        description,
        values: goal_values(description),
        graph: Builder::default(),
        names: FxHashMap::default(),
        variables: FxHashMap::default(),
    };
    for rule in &description.rules {
        drawing.variables.clear();
        drawing.rule(rule);
    }
    drawing.graph.finish()
}

struct Drawing<'a> {
    description: &'a Description,
    values: FxHashSet<Symbol>,
    graph: Builder,
    names: FxHashMap<Symbol, NodeId>,
    /// The variables of the present rule.
    variables: FxHashMap<Symbol, NodeId>,
}

impl Drawing<'_> {
    fn rule(&mut self, rule: &Rule) {
        if rule.body.is_empty() {
            self.sentence(&rule.head);
            return;
        }
        let arrow = self.keyword(Symbol::ARROW);
        let head = self.sentence(&rule.head);
        self.graph.edge(arrow, head);
        for literal in &rule.body {
            let condition = self.literal(literal);
            self.graph.edge(arrow, condition);
            self.graph.edge(head, condition);
        }
    }

    fn literal(&mut self, literal: &Literal) -> NodeId {
        match literal {
            Literal::Holds(sentence) => self.sentence(sentence),
            Literal::Not(inner, _) => self.logical(Symbol::NOT, std::slice::from_ref(inner)),
            Literal::Or(inner, _) => self.logical(Symbol::OR, inner),
            Literal::And(inner, _) => self.logical(Symbol::AND, inner),
            Literal::Distinct(left, right, _) => self.different(left, right),
        }
    }

    /// Conditions that are joined; their order means nothing.
    fn logical(&mut self, keyword: Symbol, literals: &[Literal]) -> NodeId {
        let node = self.keyword(keyword);
        for literal in literals {
            let child = self.literal(literal);
            self.graph.edge(node, child);
        }
        node
    }

    /// Two terms that differ do so in either order.
    fn different(&mut self, left: &Term, right: &Term) -> NodeId {
        let node = self.keyword(Symbol::DISTINCT);
        for term in [left, right] {
            let child = self.term(term);
            self.graph.edge(node, child);
        }
        node
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
        let label = *self.variables.entry(symbol).or_insert_with(new);
        let node = self.graph.node(Colour::VariableOccurrence, Some(symbol));
        self.graph.edge(label, node);
        node
    }

    fn keyword(&mut self, symbol: Symbol) -> NodeId {
        self.graph.node(Colour::Keyword(symbol), Some(symbol))
    }

    fn applied(&mut self, symbol: Symbol, args: &[Term]) -> NodeId {
        let node = self.place(symbol);
        let mut before = None;
        for arg in args {
            let child = self.term(arg);
            self.graph.edge(node, child);
            if let Some(before) = before.replace(child) {
                self.graph.edge(before, child);
            }
        }
        node
    }

    /// A place where a name occurs, or what stands for itself.
    fn place(&mut self, symbol: Symbol) -> NodeId {
        if symbol.is_keyword() {
            return self.keyword(symbol);
        }
        if let Some(value) = self.value(symbol) {
            return self.graph.node(Colour::GoalValue(value), Some(symbol));
        }
        let graph = &mut self.graph;
        let new = || graph.node(Colour::Symbol, Some(symbol));
        let label = *self.names.entry(symbol).or_insert_with(new);
        let node = self.graph.node(Colour::Occurrence, Some(symbol));
        self.graph.edge(label, node);
        node
    }

    /// The number that a constant stands for if it may become a goal.
    fn value(&self, symbol: Symbol) -> Option<i32> {
        let text = self.description.symbols.key(symbol);
        let number = self.values.contains(&symbol).then(|| text.parse());
        number.and_then(Result::ok)
    }
}
