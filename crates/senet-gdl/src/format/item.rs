//! The input of the layout: forms with words in the target notation, and their comments.

use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::infix;
use crate::lower::MALFORMED;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::sheet::Sheet;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use crate::tree::SyntaxNode;

/// A comment without its marks, so that it can be written in either notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Comment {
    /// The number of comment marks. Some sheets use `;;` for headings.
    pub marks: usize,
    /// The rest of the line.
    pub text: String,
    /// `true` if a blank line precedes the comment.
    pub blank_before: bool,
}

/// A part of a sheet with its comments.
#[derive(Debug)]
pub(super) struct Item {
    /// The content.
    pub shape: Shape,
    /// The place in the source text.
    pub span: Span,
    /// The comments on the lines before the item.
    pub leading: Vec<Comment>,
    /// `true` if a blank line precedes the item, after the leading comments.
    pub blank_before: bool,
    /// The comment after the item on the same line.
    pub trailing: Option<Comment>,
    /// The comments inside the item, after its last part.
    pub dangling: Vec<Comment>,
}

/// The content of an item.
#[derive(Debug)]
pub(super) enum Shape {
    /// A single word.
    Word(String),
    /// A name with arguments, always written on one line.
    Apply(String, Vec<Item>),
    /// A rule: the head, then the conditions.
    Rule(Vec<Item>),
    /// A negated literal.
    Not(Box<Item>),
    /// A disjunction of at least two literals.
    Or(Vec<Item>),
    /// A conjunction of at least two literals.
    And(Vec<Item>),
}

impl Item {
    fn new(shape: Shape, span: Span) -> Item {
        Item {
            shape,
            span,
            leading: Vec::new(),
            blank_before: false,
            trailing: None,
            dangling: Vec::new(),
        }
    }

    /// The parts, in the order of the text.
    pub fn parts(&self) -> &[Item] {
        match &self.shape {
            Shape::Word(_) => &[],
            Shape::Not(inner) => std::slice::from_ref(inner),
            Shape::Apply(_, parts) | Shape::Rule(parts) | Shape::Or(parts) | Shape::And(parts) => {
                parts
            }
        }
    }

    /// The parts, mutably.
    pub fn parts_mut(&mut self) -> &mut [Item] {
        match &mut self.shape {
            Shape::Word(_) => &mut [],
            Shape::Not(inner) => std::slice::from_mut(inner),
            Shape::Apply(_, parts) | Shape::Rule(parts) | Shape::Or(parts) | Shape::And(parts) => {
                parts
            }
        }
    }

    /// Returns whether the item contains comments and therefore needs several lines.
    pub fn has_inner_comments(&self) -> bool {
        let commented = |part: &Item| {
            !part.leading.is_empty() || part.trailing.is_some() || part.has_inner_comments()
        };
        !self.dangling.is_empty() || self.parts().iter().any(commented)
    }
}

/// Converts the forms of a sheet to items in the given notation, without comments.
pub(super) fn forms_of(sheet: &Sheet, to: Notation) -> Result<Vec<Item>, Problem> {
    let converter = NodeConverter {
        symbols: &sheet.description.symbols,
        keywords: Symbols::new(),
        to,
        from: sheet.notation,
        text: &sheet.text,
    };
    sheet
        .forms
        .iter()
        .map(|form| converter.form(form))
        .collect()
}

/// Converts syntax nodes to items.
struct NodeConverter<'a> {
    symbols: &'a Symbols,
    keywords: Symbols,
    to: Notation,
    from: Notation,
    text: &'a str,
}

impl NodeConverter<'_> {
    fn word(&self, symbol: Symbol, span: Span) -> String {
        let written = span.of(self.text);
        match (self.from, self.to) {
            (Notation::Prefix, Notation::Infix) => infix::from_prefix(written, &self.keywords),
            (Notation::Infix, Notation::Prefix) => infix::to_prefix(written)
                .unwrap_or_else(|| self.symbols.spelling(symbol).to_owned()),
            _ => written.to_owned(),
        }
    }

    fn form(&self, node: &SyntaxNode) -> Result<Item, Problem> {
        match node {
            SyntaxNode::List { items, span } if node.head() == Some(Symbol::ARROW) => {
                let parts = self.literals(&items[1..])?;
                Ok(Item::new(Shape::Rule(parts), *span))
            }
            _ => self.term(node),
        }
    }

    fn literals(&self, nodes: &[SyntaxNode]) -> Result<Vec<Item>, Problem> {
        nodes.iter().map(|node| self.literal(node)).collect()
    }

    fn literal(&self, node: &SyntaxNode) -> Result<Item, Problem> {
        let shape = match (node.head(), node.rest()) {
            (Some(Symbol::NOT), [inner]) => Shape::Not(Box::new(self.literal(inner)?)),
            (Some(Symbol::OR), parts @ [_, _, ..]) => Shape::Or(self.literals(parts)?),
            (Some(Symbol::AND), parts @ [_, _, ..]) => Shape::And(self.literals(parts)?),
            _ => return self.term(node),
        };
        Ok(Item::new(shape, node.span()))
    }

    fn term(&self, node: &SyntaxNode) -> Result<Item, Problem> {
        let (items, span) = match node {
            SyntaxNode::Word { symbol, span } => {
                return Ok(Item::new(Shape::Word(self.word(*symbol, *span)), *span));
            }
            SyntaxNode::List { items, span } => (items, *span),
        };
        let Some(SyntaxNode::Word { symbol, span: name }) = items.first() else {
            let help = "write `(name argument …)`";
            let message = "a list must start with a name";
            return Err(Problem::new(MALFORMED, span, message, help));
        };
        let args: Result<_, _> = items[1..].iter().map(|arg| self.term(arg)).collect();
        Ok(Item::new(
            Shape::Apply(self.word(*symbol, *name), args?),
            span,
        ))
    }
}

/// Converts the rules of a description to items in the given notation.
pub(super) fn rules_of(description: &Description, to: Notation) -> Vec<Item> {
    let converter = RuleConverter {
        symbols: &description.symbols,
        keywords: Symbols::new(),
        to,
    };
    description
        .rules
        .iter()
        .map(|rule| converter.rule(rule))
        .collect()
}

/// Converts rules to items.
struct RuleConverter<'a> {
    symbols: &'a Symbols,
    keywords: Symbols,
    to: Notation,
}

impl RuleConverter<'_> {
    fn word(&self, symbol: Symbol) -> String {
        let spelling = self.symbols.spelling(symbol);
        match self.to {
            Notation::Prefix => spelling.to_owned(),
            Notation::Infix => infix::from_prefix(spelling, &self.keywords),
        }
    }

    fn rule(&self, rule: &Rule) -> Item {
        let head = self.sentence(&rule.head);
        if rule.body.is_empty() {
            return head;
        }
        let body = rule.body.iter().map(|literal| self.literal(literal));
        let parts = std::iter::once(head).chain(body).collect();
        Item::new(Shape::Rule(parts), rule.span)
    }

    fn literals(&self, literals: &[Literal]) -> Vec<Item> {
        literals
            .iter()
            .map(|literal| self.literal(literal))
            .collect()
    }

    fn literal(&self, literal: &Literal) -> Item {
        let shape = match literal {
            Literal::Holds(sentence) => return self.sentence(sentence),
            Literal::Not(inner, _) => Shape::Not(Box::new(self.literal(inner))),
            Literal::Or(parts, _) if parts.len() > 1 => Shape::Or(self.literals(parts)),
            Literal::And(parts, _) if parts.len() > 1 => Shape::And(self.literals(parts)),
            Literal::Or(parts, _) => Shape::Apply(self.word(Symbol::OR), self.literals(parts)),
            Literal::And(parts, _) => Shape::Apply(self.word(Symbol::AND), self.literals(parts)),
            Literal::Distinct(left, right, _) => {
                let args = vec![self.term(left), self.term(right)];
                Shape::Apply(self.word(Symbol::DISTINCT), args)
            }
        };
        Item::new(shape, literal.span())
    }

    fn sentence(&self, sentence: &Sentence) -> Item {
        self.application(sentence.relation, &sentence.args, sentence.span)
    }

    fn term(&self, term: &Term) -> Item {
        match term {
            Term::Variable(name, span) | Term::Constant(name, span) => {
                Item::new(Shape::Word(self.word(*name)), *span)
            }
            Term::Function(name, args, span) => self.application(*name, args, *span),
        }
    }

    fn application(&self, name: Symbol, args: &[Term], span: Span) -> Item {
        let shape = match args {
            [] => Shape::Word(self.word(name)),
            _ => Shape::Apply(
                self.word(name),
                args.iter().map(|arg| self.term(arg)).collect(),
            ),
        };
        Item::new(shape, span)
    }
}
