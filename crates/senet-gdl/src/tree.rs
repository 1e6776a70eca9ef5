//! The nesting of a rule sheet, before any meaning is given to it.

use crate::span::Span;
use crate::symbol::Symbol;

/// A word or a parenthesised list.
///
/// Both notations are read into this tree, so that checks and lowering need to know only one shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A single word.
    Word {
        /// The word.
        symbol: Symbol,
        /// Where it stands.
        span: Span,
    },
    /// A list of nodes.
    List {
        /// What stands between the parentheses.
        items: Vec<Node>,
        /// From the opening to the closing parenthesis.
        span: Span,
    },
}

impl Node {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Node::Word { span, .. } | Node::List { span, .. } => *span,
        }
    }

    /// The word, or the first word of the list.
    pub fn head(&self) -> Option<Symbol> {
        match self {
            Node::Word { symbol, .. } => Some(*symbol),
            Node::List { items, .. } => match items.first()? {
                Node::Word { symbol, .. } => Some(*symbol),
                Node::List { .. } => None,
            },
        }
    }

    /// What follows the first item of a list; nothing for a word.
    pub fn rest(&self) -> &[Node] {
        match self {
            Node::Word { .. } => &[],
            Node::List { items, .. } => items.get(1..).unwrap_or(&[]),
        }
    }

    /// Calls the function on this node and everything below it, parents first.
    pub fn visit<'a>(&'a self, action: &mut impl FnMut(&'a Node)) {
        action(self);
        if let Node::List { items, .. } = self {
            items.iter().for_each(|item| item.visit(action));
        }
    }
}
