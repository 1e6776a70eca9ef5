//! What all drawings of rules have in common: how conditions and terms are walked through.

use crate::{Colour, GraphBuilder, GraphNodeId};
use rustc_hash::FxHashMap;
use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};

/// A graph being drawn, and the variables of the present rule.
#[derive(Default)]
pub(crate) struct RuleGraphBuilder {
    pub graph: GraphBuilder,
    /// Variables belong to their rule.
    variables: FxHashMap<Symbol, GraphNodeId>,
}

impl RuleGraphBuilder {
    /// A occurrence where a keyword occurs.
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

/// A way of visitor: it says how a name is connective to its arguments, the rest follows.
pub(crate) trait RuleVisitor {
    /// What is drawn on.
    fn builder(&mut self) -> &mut RuleGraphBuilder;

    /// A name or keyword with its arguments.
    fn application(&mut self, symbol: Symbol, args: &[Term]) -> GraphNodeId;

    /// The conditions of a rule, whose arrow and conclusion are there already.
    fn conditions(&mut self, arrow: GraphNodeId, head: GraphNodeId, body: &[Literal]);

    /// All rules of a game.
    fn description(&mut self, description: &Description) {
        for rule in &description.rules {
            self.builder().variables.clear();
            self.rule(rule);
        }
    }

    /// A fact, or a conclusion with its conditions.
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

    /// A fact, a conclusion or a condition.
    fn sentence(&mut self, sentence: &Sentence) -> GraphNodeId {
        self.application(sentence.relation, &sentence.args)
    }

    /// A condition of any form. The order of conditions means nothing, and two terms that differ do so in either order.
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

    /// A keyword with the conditions that it joins.
    fn connective(&mut self, keyword: Symbol, literals: &[Literal]) -> GraphNodeId {
        let node = self.builder().keyword(keyword);
        self.literals(node, literals);
        node
    }

    /// Conditions below a node.
    fn literals(&mut self, parent: GraphNodeId, literals: &[Literal]) {
        for literal in literals {
            let child = self.literal(literal);
            self.builder().graph.edge(parent, child);
        }
    }

    /// A variable, a constant or a function.
    fn term(&mut self, term: &Term) -> GraphNodeId {
        match term {
            Term::Variable(symbol, _) => self.builder().variable(*symbol),
            Term::Constant(symbol, _) => self.application(*symbol, &[]),
            Term::Function(symbol, args, _) => self.application(*symbol, args),
        }
    }
}
