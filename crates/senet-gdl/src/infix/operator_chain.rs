//! Chains of operands with the same operator: conjunctions and disjunctions.

use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::SyntaxNode;

/// Operands joined by the same operator.
pub(super) struct OperatorChain<T> {
    connective: Symbol,
    /// The place of the first operator; `None` for a single operand.
    operator: Option<Span>,
    pub parts: Vec<T>,
}

impl<T> OperatorChain<T> {
    pub fn new(connective: Symbol, first: T) -> OperatorChain<T> {
        OperatorChain {
            connective,
            operator: None,
            parts: vec![first],
        }
    }

    pub fn join(&mut self, operator: Span, part: T) {
        self.operator.get_or_insert(operator);
        self.parts.push(part);
    }
}

impl OperatorChain<SyntaxNode> {
    /// Returns a single operand unchanged, and several as a list.
    pub fn into_node(mut self) -> SyntaxNode {
        match self.operator {
            None => self.parts.remove(0),
            Some(operator) => {
                let span = self.parts[0]
                    .span()
                    .to(self.parts[self.parts.len() - 1].span());
                let mut items = vec![connective(self.connective, operator)];
                items.append(&mut self.parts);
                SyntaxNode::List { items, span }
            }
        }
    }
}

impl OperatorChain<OperatorChain<SyntaxNode>> {
    pub fn into_node(self) -> SyntaxNode {
        OperatorChain {
            connective: self.connective,
            operator: self.operator,
            parts: self
                .parts
                .into_iter()
                .map(OperatorChain::<SyntaxNode>::into_node)
                .collect(),
        }
        .into_node()
    }

    /// Returns the operands with the span of the parentheses around them.
    pub fn into_group(self, parentheses: Span) -> SyntaxNode {
        let is_list = self.operator.is_some() || self.parts.iter().any(|p| p.operator.is_some());
        match self.into_node() {
            SyntaxNode::List { items, .. } if is_list => SyntaxNode::List {
                items,
                span: parentheses,
            },
            single => single,
        }
    }
}

/// The word of a connective, with the span of its operator.
pub(super) fn connective(symbol: Symbol, span: Span) -> SyntaxNode {
    SyntaxNode::Word { symbol, span }
}
