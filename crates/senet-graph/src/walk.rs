//! What all drawings of rules have in common: how conditions and terms are walked through.

use crate::{Builder, Colour, NodeId};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};

/// A graph being drawn, and the variables of the present rule.
#[derive(Default)]
pub(crate) struct Page {
    pub graph: Builder,
    /// Variables belong to their rule.
    variables: FxHashMap<Symbol, NodeId>,
}

impl Page {
    /// A place where a keyword occurs.
    pub fn keyword(&mut self, symbol: Symbol) -> NodeId {
        self.graph.node(Colour::Keyword(symbol), Some(symbol))
    }

    fn variable(&mut self, symbol: Symbol) -> NodeId {
        let graph = &mut self.graph;
        let new = || graph.node(Colour::VariableSymbol, Some(symbol));
        let name = *self.variables.entry(symbol).or_insert_with(new);
        let node = self.graph.node(Colour::VariableOccurrence, Some(symbol));
        self.graph.edge(name, node);
        node
    }
}

/// A way of drawing: it says how a name is joined to its arguments, the rest follows.
pub(crate) trait Drawing {
    /// What is drawn on.
    fn page(&mut self) -> &mut Page;

    /// A name or keyword with its arguments.
    fn applied(&mut self, symbol: Symbol, args: &[Term]) -> NodeId;

    /// The conditions of a rule, whose arrow and conclusion are there already.
    fn conditions(&mut self, arrow: NodeId, head: NodeId, body: &[Literal]);

    /// All rules of a game.
    fn game(&mut self, description: &Description) {
        for rule in &description.rules {
            self.page().variables.clear();
            self.rule(rule);
        }
    }

    /// A fact, or a conclusion with its conditions.
    fn rule(&mut self, rule: &Rule) {
        if rule.body.is_empty() {
            self.sentence(&rule.head);
            return;
        }
        let arrow = self.page().keyword(Symbol::ARROW);
        let head = self.sentence(&rule.head);
        self.page().graph.edge(arrow, head);
        self.conditions(arrow, head, &rule.body);
    }

    /// A fact, a conclusion or a condition.
    fn sentence(&mut self, sentence: &Sentence) -> NodeId {
        self.applied(sentence.relation, &sentence.args)
    }

    /// A condition of any form. The order of conditions means nothing, and two terms that differ do so in either order.
    fn literal(&mut self, literal: &Literal) -> NodeId {
        match literal {
            Literal::Holds(sentence) => self.sentence(sentence),
            Literal::Not(inner, _) => self.joined(Symbol::NOT, std::slice::from_ref(inner)),
            Literal::Or(inner, _) => self.joined(Symbol::OR, inner),
            Literal::And(inner, _) => self.joined(Symbol::AND, inner),
            Literal::Distinct(left, right, _) => {
                let node = self.page().keyword(Symbol::DISTINCT);
                for term in [left, right] {
                    let child = self.term(term);
                    self.page().graph.edge(node, child);
                }
                node
            }
        }
    }

    /// A keyword with the conditions that it joins.
    fn joined(&mut self, keyword: Symbol, literals: &[Literal]) -> NodeId {
        let node = self.page().keyword(keyword);
        self.literals(node, literals);
        node
    }

    /// Conditions below a node.
    fn literals(&mut self, parent: NodeId, literals: &[Literal]) {
        for literal in literals {
            let child = self.literal(literal);
            self.page().graph.edge(parent, child);
        }
    }

    /// A variable, a constant or a function.
    fn term(&mut self, term: &Term) -> NodeId {
        match term {
            Term::Variable(symbol, _) => self.page().variable(*symbol),
            Term::Constant(symbol, _) => self.applied(*symbol, &[]),
            Term::Function(symbol, args, _) => self.applied(*symbol, args),
        }
    }
}
