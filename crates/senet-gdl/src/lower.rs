//! Lowers a syntax tree to rules: decides which lists are rules, literals and terms.
//!
//! Lowering is tolerant: `(p)` becomes `p`, `(<= head)` becomes a fact, extra arguments of `not` and `distinct` are dropped. The
//! checks report these. Lowering itself reports only forms without any meaning, and drops them.

use crate::description::{Literal, Rule, Sentence, Term};
use crate::problem::Problem;
use crate::symbol::{Symbol, Symbols};
use crate::tree::SyntaxNode;

/// The code of a list without a meaning in GDL.
pub const MALFORMED: &str = "E004";

/// Lowers a form to a rule. Appends a problem and returns `None` if the form has no meaning.
pub fn lower(form: &SyntaxNode, symbols: &Symbols, problems: &mut Vec<Problem>) -> Option<Rule> {
    Lowering { symbols, problems }.rule(form)
}

/// Lowers a single term, such as a move received from a player.
pub fn lower_term(
    node: &SyntaxNode,
    symbols: &Symbols,
    problems: &mut Vec<Problem>,
) -> Option<Term> {
    Lowering { symbols, problems }.term(node)
}

struct Lowering<'a> {
    symbols: &'a Symbols,
    problems: &'a mut Vec<Problem>,
}

impl Lowering<'_> {
    fn malformed<T>(&mut self, node: &SyntaxNode, message: &str, help: &str) -> Option<T> {
        self.problems
            .push(Problem::new(MALFORMED, node.span(), message, help));
        None
    }

    fn rule(&mut self, form: &SyntaxNode) -> Option<Rule> {
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

    fn literal(&mut self, node: &SyntaxNode) -> Option<Literal> {
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

    fn literals(&mut self, nodes: &[SyntaxNode]) -> Option<Vec<Literal>> {
        self.each(nodes, Lowering::literal)
    }

    fn terms(&mut self, nodes: &[SyntaxNode]) -> Option<Vec<Term>> {
        self.each(nodes, Lowering::term)
    }

    /// Lowers all nodes. Continues after a malformed one, so that every problem is reported.
    fn each<T>(
        &mut self,
        nodes: &[SyntaxNode],
        lower: impl Fn(&mut Self, &SyntaxNode) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut lowered = Vec::with_capacity(nodes.len());
        for node in nodes {
            lowered.extend(lower(self, node));
        }
        (lowered.len() == nodes.len()).then_some(lowered)
    }

    fn sentence(&mut self, node: &SyntaxNode) -> Option<Sentence> {
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
                "this rule is inside another form",
                "a `)` is probably missing before it",
            );
        }
        if relation.is_connective() {
            let name = self.symbols.key(relation);
            let message = format!("expected a sentence, found the connective `{name}`");
            return self.malformed(
                node,
                &message,
                "write a sentence, for instance `(cell 1 1 b)`",
            );
        }
        if self.symbols.is_variable(relation) {
            let help = "write the name of a relation; GDL has no variables for relations";
            return self.malformed(node, "expected a sentence, found a variable", help);
        }
        Some(Sentence {
            relation,
            args: self.terms(node.rest())?,
            span: node.span(),
        })
    }

    fn term(&mut self, node: &SyntaxNode) -> Option<Term> {
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
                "a variable cannot be the name of a function",
                "write the name of a function",
            ),
            args => Some(Term::Function(name, self.terms(args)?, span)),
        }
    }
}
