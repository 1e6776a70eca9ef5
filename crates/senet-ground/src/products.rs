//! Declared moves that are not worked out, since all combinations of some things are declared.
//!
//! `(<= (input ?p (move ?x ?y)) (role ?p) (index ?x) (index ?y))` declares as many moves as there are combinations, and most of them are never legal. Whether a
//! move is one of them is seen at once.

use crate::program::{Pred, Rule, Test};
use crate::terms::{TermId, Terms};
use crate::world::World;
use senet_gdl::{Pattern, Symbol, variables_of};

/// So many combinations are worked out; more are not.
const MANY: usize = 1 << 12;

/// A rule whose conditions tell one by one what its variables may be.
#[derive(Clone, Debug)]
pub struct Product {
    head: Vec<Pattern>,
    /// For each variable the predicate of all that it may be.
    domains: Vec<Pred>,
}

impl Product {
    /// The product that a rule is, if it is one and has many combinations, given that its conditions are worked out.
    pub fn of(rule: &Rule, world: &World) -> Option<Product> {
        let mut domains = vec![None; rule.variables];
        for test in &rule.body {
            let Test::Holds(literal) = test else {
                return None;
            };
            let [Pattern::Variable(variable)] = literal.args[..] else {
                return None;
            };
            if domains[variable].replace(literal.pred).is_some() {
                return None;
            }
        }
        let domains: Vec<Pred> = domains.into_iter().collect::<Option<_>>()?;
        let head = rule.head.args.clone();
        // A variable that only conditions have makes no difference to what is declared.
        if variables_of(&head).len() < domains.len() {
            return None;
        }
        let product = Product { head, domains };
        (product.len(world) > MANY).then_some(product)
    }

    /// How many combinations there are.
    pub fn len(&self, world: &World) -> usize {
        let sizes = self.domains.iter().map(|&pred| world.relations[pred].len());
        sizes.fold(1, usize::saturating_mul)
    }

    /// Whether some terms are a combination.
    fn contains<T: View>(&self, world: &World, row: &[T]) -> bool {
        let mut values = vec![None; self.domains.len()];
        let mut parts = self.head.iter().zip(row);
        parts.all(|(pattern, &part)| fits(pattern, part, &world.terms, &mut values))
            && values.iter().zip(&self.domains).all(|(value, &pred)| {
                let value = value.and_then(|value: T| value.id(&world.terms));
                value.is_some_and(|value| world.relations[pred].find(&[value]).is_some())
            })
    }
}

/// A term that was met, or any other one without variables.
pub trait View: Copy + PartialEq {
    /// Its name and how many arguments it has.
    fn head(self, terms: &Terms) -> Option<(Symbol, usize)>;
    /// One of its arguments.
    fn part(self, terms: &Terms, at: usize) -> Self;
    /// Its number, if it was met.
    fn id(self, terms: &Terms) -> Option<TermId>;
}

impl View for TermId {
    fn head(self, terms: &Terms) -> Option<(Symbol, usize)> {
        Some((terms.name(self), terms.args(self).len()))
    }

    fn part(self, terms: &Terms, at: usize) -> TermId {
        terms.args(self)[at]
    }

    fn id(self, _: &Terms) -> Option<TermId> {
        Some(self)
    }
}

impl View for &Pattern {
    fn head(self, _: &Terms) -> Option<(Symbol, usize)> {
        match self {
            Pattern::Variable(_) => None,
            Pattern::Constant(name) => Some((*name, 0)),
            Pattern::Function(name, args) => Some((*name, args.len())),
        }
    }

    fn part(self, _: &Terms, at: usize) -> Self {
        match self {
            Pattern::Function(_, args) => &args[at],
            _ => self,
        }
    }

    fn id(self, terms: &Terms) -> Option<TermId> {
        terms.look_up(self, &[])
    }
}

/// Whether a pattern looks like a term; notes what its variables are.
fn fits<T: View>(pattern: &Pattern, term: T, terms: &Terms, values: &mut [Option<T>]) -> bool {
    let (name, args) = match pattern {
        Pattern::Variable(variable) => return *values[*variable].get_or_insert(term) == term,
        Pattern::Constant(name) => (*name, &[][..]),
        Pattern::Function(name, args) => (*name, &args[..]),
    };
    let mut numbered = args.iter().enumerate();
    term.head(terms) == Some((name, args.len()))
        && numbered.all(|(at, arg)| fits(arg, term.part(terms, at), terms, values))
}

/// All moves that a sheet declares, worked out or not.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    world: &'a World,
    input: Pred,
}

impl<'a> Moves<'a> {
    pub fn of(world: &'a World, input: Pred) -> Moves<'a> {
        Moves { world, input }
    }

    /// How many there are, those that are declared twice counted twice.
    pub fn len(&self) -> usize {
        let products = self.world.products.iter();
        let combinations = products.map(|product| product.len(self.world));
        combinations.fold(
            self.world.relations[self.input].len(),
            usize::saturating_add,
        )
    }

    /// Whether a role and a move are one of them.
    pub fn contain(&self, row: &[TermId]) -> bool {
        self.world.relations[self.input].find(row).is_some() || self.world.is_combination(row)
    }

    /// The same for terms that may not have been met.
    pub fn contain_pattern(&self, row: [&Pattern; 2]) -> bool {
        let terms = row.map(|term| self.world.terms.look_up(term, &[]));
        let is_worked_out = match terms {
            [Some(role), Some(made)] => self.world.relations[self.input].find(&[role, made]),
            _ => None,
        };
        is_worked_out.is_some() || self.world.is_combination(&row)
    }
}

impl World {
    /// Whether a role and a move are declared, but not worked out.
    pub fn is_combination<T: View>(&self, row: &[T]) -> bool {
        let mut products = self.products.iter();
        products.any(|product| product.contains(self, row))
    }
}
