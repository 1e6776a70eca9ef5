//! Renames the words of a game.

use crate::description::{Description, Literal, Rule, Sentence, Term};
use crate::lexer::{TokenKind, tokens};
use crate::symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;

/// A one-to-one renaming of words. Other words stay as they are.
///
/// ```
/// use senet_gdl::Renaming;
/// let renaming = Renaming::new(vec![("mark".into(), "zorp".into())]);
/// assert_eq!(renaming.translate("(mark 1 1)"), "(zorp 1 1)");
/// assert_eq!(renaming.inverse().get("ZORP"), Some("mark"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renaming {
    pairs: Vec<(String, String)>,
    /// Maps each word in lower case to its index in `pairs`.
    index: FxHashMap<String, usize>,
}

impl Renaming {
    /// Creates a renaming from pairs of old and new names. Case is ignored; the last pair of a name counts.
    pub fn new(pairs: Vec<(String, String)>) -> Renaming {
        let index = pairs.iter().enumerate();
        let index = index
            .map(|(at, (old, _))| (old.to_lowercase(), at))
            .collect();
        Renaming { pairs, index }
    }

    /// The pairs of old and new names, in order of first use in the game.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// The inverse renaming.
    pub fn inverse(&self) -> Renaming {
        let turned = self
            .pairs
            .iter()
            .map(|(old, new)| (new.clone(), old.clone()));
        Renaming::new(turned.collect())
    }

    /// The new name of a word in any case; `None` if the word is not renamed.
    pub fn get(&self, word: &str) -> Option<&str> {
        let at = *self.index.get(word.to_lowercase().as_str())?;
        Some(&self.pairs[at].1)
    }

    /// Renames the words of a text in prefix notation, such as a move. Other words, spaces and comments stay.
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

    /// Renames the words of a description. The rules keep their order.
    pub fn apply(&self, description: &Description) -> Description {
        let mut renamer = Renamer {
            old: &description.symbols,
            new: Symbols::new(),
            renaming: self,
        };
        let rules = description
            .rules
            .iter()
            .map(|rule| renamer.rule(rule))
            .collect();
        Description {
            symbols: renamer.new,
            rules,
        }
    }
}

struct Renamer<'a> {
    old: &'a Symbols,
    new: Symbols,
    renaming: &'a Renaming,
}

impl Renamer<'_> {
    fn symbol(&mut self, symbol: Symbol) -> Symbol {
        let spelling = self.old.spelling(symbol);
        self.new
            .intern(self.renaming.get(spelling).unwrap_or(spelling))
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
