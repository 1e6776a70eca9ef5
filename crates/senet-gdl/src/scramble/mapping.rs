//! Names for names.

use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::lexer::{TokenKind, tokens};
use crate::symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;

/// A one-to-one renaming of words; other words stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mapping {
    pairs: Vec<(String, String)>,
    /// From the folded word to its position in the pairs.
    index: FxHashMap<String, usize>,
}

impl Mapping {
    /// From old names to new ones; of two pairs for the same name, whatever its case, the last counts.
    pub fn new(pairs: Vec<(String, String)>) -> Mapping {
        let index = pairs.iter().enumerate();
        let index = index
            .map(|(at, (old, _))| (old.to_lowercase(), at))
            .collect();
        Mapping { pairs, index }
    }

    /// Old and new names, in the order in which the game first uses them.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// The way back.
    pub fn inverse(&self) -> Mapping {
        let turned = self
            .pairs
            .iter()
            .map(|(old, new)| (new.clone(), old.clone()));
        Mapping::new(turned.collect())
    }

    /// The new name of a word, whatever its case; `None` if it has none.
    pub fn get(&self, word: &str) -> Option<&str> {
        let at = *self.index.get(word.to_lowercase().as_str())?;
        Some(&self.pairs[at].1)
    }

    /// A text in prefix notation, such as a move, with each word replaced. Unknown words, spaces and comments stay.
    pub fn translate(&self, text: &str) -> String {
        tokens(text)
            .map(|token| {
                let part = token.span.of(text);
                match token.kind {
                    TokenKind::Word => self.get(part).unwrap_or(part),
                    _ => part,
                }
            })
            .collect()
    }

    /// A description with each word replaced, rules in the same order.
    pub fn apply(&self, description: &Description) -> Description {
        let mut renaming = Renaming {
            old: &description.symbols,
            new: Symbols::new(),
            mapping: self,
        };
        let rules = description
            .rules
            .iter()
            .map(|rule| renaming.rule(rule))
            .collect();
        Description {
            symbols: renaming.new,
            rules,
        }
    }
}

struct Renaming<'a> {
    old: &'a Symbols,
    new: Symbols,
    mapping: &'a Mapping,
}

impl Renaming<'_> {
    fn symbol(&mut self, symbol: Symbol) -> Symbol {
        let spelling = self.old.spelling(symbol);
        self.new
            .intern(self.mapping.get(spelling).unwrap_or(spelling))
    }

    fn rule(&mut self, rule: &Rule) -> Rule {
        Rule {
            head: self.sentence(&rule.head),
            body: self.literals(&rule.body),
            span: rule.span,
        }
    }

    fn literals(&mut self, literals: &[Literal]) -> Vec<Literal> {
        literals
            .iter()
            .map(|literal| self.literal(literal))
            .collect()
    }

    fn literal(&mut self, literal: &Literal) -> Literal {
        match literal {
            Literal::Holds(sentence) => Literal::Holds(self.sentence(sentence)),
            Literal::Not(inner, span) => Literal::Not(Box::new(self.literal(inner)), *span),
            Literal::Or(parts, span) => Literal::Or(self.literals(parts), *span),
            Literal::And(parts, span) => Literal::And(self.literals(parts), *span),
            Literal::Distinct(left, right, span) => {
                Literal::Distinct(self.term(left), self.term(right), *span)
            }
        }
    }

    fn sentence(&mut self, sentence: &Sentence) -> Sentence {
        Sentence {
            relation: self.symbol(sentence.relation),
            args: self.terms(&sentence.args),
            span: sentence.span,
        }
    }

    fn terms(&mut self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn term(&mut self, term: &Term) -> Term {
        match term {
            Term::Variable(name, span) => Term::Variable(self.symbol(*name), *span),
            Term::Constant(name, span) => Term::Constant(self.symbol(*name), *span),
            Term::Function(name, args, span) => {
                Term::Function(self.symbol(*name), self.terms(args), *span)
            }
        }
    }
}
