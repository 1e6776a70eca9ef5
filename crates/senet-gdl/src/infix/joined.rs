//! Conjunctions and disjunctions as lists.

use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::Node;

/// Operands between the same operators.
pub(super) struct Joined<T> {
    connective: Symbol,
    /// Where the first operator stands, if there is one.
    operator: Option<Span>,
    pub parts: Vec<T>,
}

impl<T> Joined<T> {
    pub fn new(connective: Symbol, first: T) -> Joined<T> {
        Joined {
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

impl Joined<Node> {
    /// The only operand, or a list.
    pub fn into_node(mut self) -> Node {
        match self.operator {
            None => self.parts.remove(0),
            Some(operator) => {
                let span = self.parts[0]
                    .span()
                    .to(self.parts[self.parts.len() - 1].span());
                let mut items = vec![connective(self.connective, operator)];
                items.append(&mut self.parts);
                Node::List { items, span }
            }
        }
    }
}

impl Joined<Joined<Node>> {
    pub fn into_node(self) -> Node {
        Joined {
            connective: self.connective,
            operator: self.operator,
            parts: self
                .parts
                .into_iter()
                .map(Joined::<Node>::into_node)
                .collect(),
        }
        .into_node()
    }

    /// The operands with the parentheses around them.
    pub fn into_group(self, parentheses: Span) -> Node {
        let is_list = self.operator.is_some() || self.parts.iter().any(|p| p.operator.is_some());
        match self.into_node() {
            Node::List { items, .. } if is_list => Node::List {
                items,
                span: parentheses,
            },
            single => single,
        }
    }
}

/// The word of a connective, at the place of the operator that stands for it.
pub(super) fn connective(symbol: Symbol, span: Span) -> Node {
    Node::Word { symbol, span }
}
