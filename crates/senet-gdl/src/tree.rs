//! The syntax tree of a rule sheet.

use crate::span::Span;
use crate::symbol::Symbol;

/// A word or a parenthesised list.
///
/// Both notations are parsed into this tree, so checks and lowering handle only one structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyntaxNode {
    /// A single word.
    Word {
        /// The word.
        symbol: Symbol,
        /// The place in the text.
        span: Span,
    },
    /// A list of nodes.
    List {
        /// The nodes between the parentheses.
        items: Vec<SyntaxNode>,
        /// The place from the opening to the closing parenthesis.
        span: Span,
    },
}

impl SyntaxNode {
    /// The place in the text.
    pub fn span(&self) -> Span {
        match self {
            SyntaxNode::Word { span, .. } | SyntaxNode::List { span, .. } => *span,
        }
    }

    /// The word, or the first word of the list.
    pub fn head(&self) -> Option<Symbol> {
        match self {
            SyntaxNode::Word { symbol, .. } => Some(*symbol),
            SyntaxNode::List { items, .. } => match items.first()? {
                SyntaxNode::Word { symbol, .. } => Some(*symbol),
                SyntaxNode::List { .. } => None,
            },
        }
    }

    /// The items after the first one of a list; empty for a word.
    pub fn rest(&self) -> &[SyntaxNode] {
        match self {
            SyntaxNode::Word { .. } => &[],
            SyntaxNode::List { items, .. } => items.get(1..).unwrap_or(&[]),
        }
    }

    /// Calls the function on this node and all nodes below it, parents first.
    pub fn visit<'a>(&'a self, action: &mut impl FnMut(&'a SyntaxNode)) {
        action(self);
        if let SyntaxNode::List { items, .. } = self {
            items.iter().for_each(|item| item.visit(action));
        }
    }
}
