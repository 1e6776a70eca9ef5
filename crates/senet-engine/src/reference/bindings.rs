//! What the variables of a rule stand for while its body is being satisfied.

use super::table::Key;
use super::value::Value;
use senet_gdl::{Literal, Sentence, Symbol, Term};

/// The values of the variables of one rule, and the order in which they got them.
#[derive(Default)]
pub(super) struct Bindings {
    /// By the symbol of the variable.
    values: Vec<Option<Value>>,
    trail: Vec<Symbol>,
}

impl Bindings {
    /// Room for the variables among this many symbols; none has a value.
    pub fn new(symbols: usize) -> Bindings {
        Bindings {
            values: vec![None; symbols],
            trail: Vec::new(),
        }
    }

    /// A point to come back to with [`Bindings::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes their values from all variables that got one after the mark.
    pub fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.values[variable.index()] = None;
        }
    }

    /// Gives variables values such that the term becomes the value; false if that cannot be. Bindings made on the way
    /// stay, also after a failure, until they are undone.
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

    /// The same for lists.
    pub fn unify_all(&mut self, terms: &[Term], values: &[Value]) -> bool {
        terms.len() == values.len() && terms.iter().zip(values).all(|(t, v)| self.unify(t, v))
    }

    /// What the term stands for; `None` if one of its variables has no value.
    pub fn value(&self, term: &Term) -> Option<Value> {
        match term {
            Term::Constant(name, _) => Some(Value::Constant(*name)),
            Term::Variable(name, _) => self.values[name.index()].clone(),
            Term::Function(name, terms, _) => Some(Value::compound(*name, self.row(terms)?)),
        }
    }

    /// The same for lists.
    pub fn row(&self, terms: &[Term]) -> Option<Vec<Value>> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    /// Whether every variable of the term has a value.
    pub fn bind_term(&self, term: &Term) -> bool {
        match term {
            Term::Constant(..) => true,
            Term::Variable(name, _) => self.values[name.index()].is_some(),
            Term::Function(_, terms, _) => terms.iter().all(|term| self.bind_term(term)),
        }
    }

    /// Whether every variable of the sentence has a value.
    pub fn bind_sentence(&self, sentence: &Sentence) -> bool {
        sentence.args.iter().all(|term| self.bind_term(term))
    }

    /// Whether every variable of the literal has a value.
    pub fn bind_literal(&self, literal: &Literal) -> bool {
        match literal {
            Literal::Holds(sentence) => self.bind_sentence(sentence),
            Literal::Not(inner, _) => self.bind_literal(inner),
            Literal::Or(parts, _) | Literal::And(parts, _) => {
                parts.iter().all(|part| self.bind_literal(part))
            }
            Literal::Distinct(left, right, _) => self.bind_term(left) && self.bind_term(right),
        }
    }

    /// Everything that is known of a fact that this sentence could match.
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
