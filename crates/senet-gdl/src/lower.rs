//! The tree to a description: decides which lists are rules, literals and terms.
//!
//! Tolerant: `(p)` is `p`, `(<= head)` is a fact, superfluous arguments of `not` and `distinct` are dropped. The checks look
//! at the tree to report these. Only what has no reading at all is reported here, and left out of the description.

use crate::description::{Literal, Rule, Sentence, Term};
use crate::problem::Problem;
use crate::symbol::{Symbol, Symbols};
use crate::tree::Node;

/// The code of an expression that has no meaning in GDL.
pub const MALFORMED: &str = "E004";

/// Gives a form its meaning.
pub fn lower(form: &Node, symbols: &Symbols, problems: &mut Vec<Problem>) -> Option<Rule> {
    Lowering { symbols, problems }.rule(form)
}

/// Reads one term, such as a move sent over the wire.
pub fn lower_term(node: &Node, symbols: &Symbols, problems: &mut Vec<Problem>) -> Option<Term> {
    Lowering { symbols, problems }.term(node)
}

struct Lowering<'a> {
    symbols: &'a Symbols,
    problems: &'a mut Vec<Problem>,
}

impl Lowering<'_> {
    fn malformed<T>(&mut self, node: &Node, message: &str, help: &str) -> Option<T> {
        self.problems
            .push(Problem::new(MALFORMED, node.span(), message, help));
        None
    }

    fn rule(&mut self, form: &Node) -> Option<Rule> {
        if form.head() != Some(Symbol::ARROW) {
            let head = self.sentence(form)?;
            return Some(Rule {
                head,
                body: Vec::new(),
                span: form.span(),
            });
        }
        let Some((head, body)) = form.rest().split_first() else {
            return self.malformed(
                form,
                "this rule has no head",
                "write `(<= head condition …)`",
            );
        };
        let (head, body) = (self.sentence(head), self.literals(body));
        Some(Rule {
            head: head?,
            body: body?,
            span: form.span(),
        })
    }

    fn literal(&mut self, node: &Node) -> Option<Literal> {
        let span = node.span();
        match node.head() {
            Some(Symbol::NOT) => {
                let Some(inner) = node.rest().first() else {
                    return self.malformed(
                        node,
                        "`not` without a sentence",
                        "write `(not sentence)`",
                    );
                };
                Some(Literal::Not(Box::new(self.literal(inner)?), span))
            }
            Some(Symbol::OR) => Some(Literal::Or(self.literals(node.rest())?, span)),
            Some(Symbol::AND) => Some(Literal::And(self.literals(node.rest())?, span)),
            Some(Symbol::DISTINCT) => {
                let [left, right, ..] = node.rest() else {
                    return self.malformed(
                        node,
                        "`distinct` needs two terms",
                        "write `(distinct left right)`",
                    );
                };
                Some(Literal::Distinct(self.term(left)?, self.term(right)?, span))
            }
            _ => Some(Literal::Holds(self.sentence(node)?)),
        }
    }

    fn literals(&mut self, nodes: &[Node]) -> Option<Vec<Literal>> {
        self.each(nodes, Lowering::literal)
    }

    fn terms(&mut self, nodes: &[Node]) -> Option<Vec<Term>> {
        self.each(nodes, Lowering::term)
    }

    /// What all nodes mean; if one has no meaning the others are looked at all the same, so that every problem is reported.
    fn each<T>(
        &mut self,
        nodes: &[Node],
        meaning: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut meanings = Vec::with_capacity(nodes.len());
        for node in nodes {
            meanings.extend(meaning(self, node));
        }
        (meanings.len() == nodes.len()).then_some(meanings)
    }

    fn sentence(&mut self, node: &Node) -> Option<Sentence> {
        let Some(relation) = node.head() else {
            return self.malformed(
                node,
                "a list must start with a name",
                "write `(name argument …)`",
            );
        };
        if relation == Symbol::ARROW {
            return self.malformed(
                node,
                "a rule stands inside another form",
                "a `)` is probably missing before it",
            );
        }
        if relation.is_connective() {
            let name = self.symbols.key(relation);
            let message = format!("`{name}` cannot stand where a sentence is expected");
            return self.malformed(node, &message, "give a sentence such as `(cell 1 1 b)`");
        }
        if self.symbols.is_variable(relation) {
            let help = "give a relation its name; GDL has no variables for relations";
            return self.malformed(
                node,
                "a variable cannot stand where a sentence is expected",
                help,
            );
        }
        Some(Sentence {
            relation,
            args: self.terms(node.rest())?,
            span: node.span(),
        })
    }

    fn term(&mut self, node: &Node) -> Option<Term> {
        let span = node.span();
        let Some(name) = node.head() else {
            return self.malformed(
                node,
                "a list must start with a name",
                "write `(name argument …)`",
            );
        };
        let variable = self.symbols.is_variable(name);
        match node.rest() {
            [] if variable => Some(Term::Variable(name, span)),
            [] => Some(Term::Constant(name, span)),
            _ if variable => self.malformed(
                node,
                "a variable cannot be a function name",
                "give the function its name",
            ),
            args => Some(Term::Function(name, self.terms(args)?, span)),
        }
    }
}
