//! The traversal of rules that all graphs of unground rules share.

use crate::{Colour, GraphBuilder, GraphNodeId};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};

/// A graph under construction, and the variables of the current rule.
#[derive(Default)]
pub(crate) struct RuleGraphBuilder {
    pub graph: GraphBuilder,
    /// The variable nodes of the current rule.
    variables: FxHashMap<Symbol, GraphNodeId>,
}

impl RuleGraphBuilder {
    /// Adds an occurrence of a keyword.
    pub fn keyword(&mut self, symbol: Symbol) -> GraphNodeId {
        self.graph.node(Colour::Keyword(symbol), Some(symbol))
    }

    fn variable(&mut self, symbol: Symbol) -> GraphNodeId {
        let graph = &mut self.graph;
        let new = || graph.node(Colour::VariableSymbol, Some(symbol));
        let name = *self.variables.entry(symbol).or_insert_with(new);
        let node = self.graph.node(Colour::VariableOccurrence, Some(symbol));
        self.graph.edge(name, node);
        node
    }
}

/// Builds a rule graph. Implementations decide how a symbol is connected to its arguments and a rule to its
/// conditions.
pub(crate) trait RuleVisitor {
    /// The graph under construction.
    fn builder(&mut self) -> &mut RuleGraphBuilder;

    /// Adds an occurrence of a symbol or keyword with its arguments.
    fn application(&mut self, symbol: Symbol, args: &[Term]) -> GraphNodeId;

    /// Adds the conditions of a rule, whose arrow and head exist already.
    fn conditions(&mut self, arrow: GraphNodeId, head: GraphNodeId, body: &[Literal]);

    /// Adds all rules of a game.
    fn description(&mut self, description: &Description) {
        for rule in &description.rules {
            self.builder().variables.clear();
            self.rule(rule);
        }
    }

    /// Adds a fact or a rule.
    fn rule(&mut self, rule: &Rule) {
        if rule.body.is_empty() {
            self.sentence(&rule.head);
            return;
        }
        let arrow = self.builder().keyword(Symbol::ARROW);
        let head = self.sentence(&rule.head);
        self.builder().graph.edge(arrow, head);
        self.conditions(arrow, head, &rule.body);
    }

    /// Adds a fact, a head or a condition.
    fn sentence(&mut self, sentence: &Sentence) -> GraphNodeId {
        self.application(sentence.relation, &sentence.args)
    }

    /// Adds a condition of any form. The order of conditions and the order of `distinct` arguments do not matter.
    fn literal(&mut self, literal: &Literal) -> GraphNodeId {
        match literal {
            Literal::Holds(sentence) => self.sentence(sentence),
            Literal::Not(inner, _) => self.connective(Symbol::NOT, std::slice::from_ref(inner)),
            Literal::Or(inner, _) => self.connective(Symbol::OR, inner),
            Literal::And(inner, _) => self.connective(Symbol::AND, inner),
            Literal::Distinct(left, right, _) => {
                let node = self.builder().keyword(Symbol::DISTINCT);
                for term in [left, right] {
                    let child = self.term(term);
                    self.builder().graph.edge(node, child);
                }
                node
            }
        }
    }

    /// Adds `not`, `or` or `and` with its conditions.
    fn connective(&mut self, keyword: Symbol, literals: &[Literal]) -> GraphNodeId {
        let node = self.builder().keyword(keyword);
        self.literals(node, literals);
        node
    }

    /// Adds conditions below a node.
    fn literals(&mut self, parent: GraphNodeId, literals: &[Literal]) {
        for literal in literals {
            let child = self.literal(literal);
            self.builder().graph.edge(parent, child);
        }
    }

    /// Adds a variable, a constant or a function term.
    fn term(&mut self, term: &Term) -> GraphNodeId {
        match term {
            Term::Variable(symbol, _) => self.builder().variable(*symbol),
            Term::Constant(symbol, _) => self.application(*symbol, &[]),
            Term::Function(symbol, args, _) => self.application(*symbol, args),
        }
    }
}
