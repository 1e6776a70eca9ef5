//! The values of a rule's variables while its body is being satisfied.

use super::fact_table::Key;
use super::value::Value;
use senet_gdl::{Literal, Sentence, Symbol, Term};

/// The values of the variables of one rule, and the order in which they were bound.
#[derive(Default)]
pub(super) struct Bindings {
    /// Indexed by the symbol of the variable.
    values: Vec<Option<Value>>,
    trail: Vec<Symbol>,
}

impl Bindings {
    /// No bindings, for variables among this number of symbols.
    pub fn new(symbols: usize) -> Bindings {
        Bindings {
            values: vec![None; symbols],
            trail: Vec::new(),
        }
    }

    /// A mark for [`Bindings::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Removes all bindings made after the mark.
    pub fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[variable.index()] = None;
        }
    }

    /// Binds variables so that the term equals the value; false if that is impossible. Bindings
    /// made on the way remain until they are undone, also after a failure.
    pub fn unify(&mut self, term: &Term, value: &Value) -> bool {
        match term {
            Term::Constant(name, _) => *value == Value::Constant(*name),
            Term::Variable(name, _) => match &self.values[name.index()] {
                Some(bound) => bound == value,
                None => {
                    self.values[name.index()] = Some(value.clone());
                    self.trail.push(*name);
                    true
                }
            },
            Term::Function(name, terms, _) => match value {
                Value::Compound(compound) => {
                    compound.functor == *name && self.unify_all(terms, &compound.args)
                }
                Value::Constant(_) => false,
            },
        }
    }

    /// Unifies each term with the value at the same position.
    pub fn unify_all(&mut self, terms: &[Term], values: &[Value]) -> bool {
        terms.len() == values.len() && terms.iter().zip(values).all(|(t, v)| self.unify(t, v))
    }

    /// The value of a term; `None` if a variable is unbound.
    pub fn value(&self, term: &Term) -> Option<Value> {
        match term {
            Term::Constant(name, _) => Some(Value::Constant(*name)),
            Term::Variable(name, _) => self.values[name.index()].clone(),
            Term::Function(name, terms, _) => Some(Value::compound(*name, self.row(terms)?)),
        }
    }

    /// The values of some terms; `None` if a variable is unbound.
    pub fn row(&self, terms: &[Term]) -> Option<Vec<Value>> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    /// Returns true if every variable of the term is bound.
    pub fn is_term_bound(&self, term: &Term) -> bool {
        match term {
            Term::Constant(..) => true,
            Term::Variable(name, _) => self.values[name.index()].is_some(),
            Term::Function(_, terms, _) => terms.iter().all(|term| self.is_term_bound(term)),
        }
    }

    /// Returns true if every variable of the sentence is bound.
    pub fn is_sentence_bound(&self, sentence: &Sentence) -> bool {
        sentence.args.iter().all(|term| self.is_term_bound(term))
    }

    /// Returns true if every variable of the literal is bound.
    pub fn is_literal_bound(&self, literal: &Literal) -> bool {
        match literal {
            Literal::Holds(sentence) => self.is_sentence_bound(sentence),
            Literal::Not(inner, _) => self.is_literal_bound(inner),
            Literal::Or(parts, _) | Literal::And(parts, _) => {
                parts.iter().all(|part| self.is_literal_bound(part))
            }
            Literal::Distinct(left, right, _) => {
                self.is_term_bound(left) && self.is_term_bound(right)
            }
        }
    }

    /// The index keys of the facts that this sentence may match.
    pub fn keys<'a>(&'a self, sentence: &'a Sentence) -> impl Iterator<Item = Key> + 'a {
        let args = sentence.args.iter().enumerate();
        args.flat_map(|(position, term)| self.term_keys(position, term))
    }

    fn term_keys(&self, position: usize, term: &Term) -> Vec<Key> {
        if let Some(value) = self.value(term) {
            return vec![Key::Argument(position, value)];
        }
        let Term::Function(name, terms, _) = term else {
            return Vec::new();
        };
        let mut keys = vec![Key::Shape(position, *name, terms.len())];
        for (inner, term) in terms.iter().enumerate() {
            if let Some(value) = self.value(term) {
                keys.push(Key::Inner(position, *name, inner, value));
            }
        }
        keys
    }
}
