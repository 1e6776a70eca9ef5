//! Finds the constants that may become goal values. Scrambling must not rename these numbers.

use crate::description::{Description, Rule, Term};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// An argument position of a relation or function: name, arity, index.
type Position = (Symbol, usize, usize);

/// Returns the constants that may appear as the second argument of `goal`, directly or through variables.
///
/// This is an over-approximation: a constant counts if a chain of shared variables connects its position with that of the
/// goal value. Other conditions are ignored.
pub fn goal_values(description: &Description) -> FxHashSet<Symbol> {
    let flow = Flow::of(description);
    let mut constants = FxHashSet::default();
    let mut seen = FxHashSet::from_iter([(Symbol::GOAL, 2, 1)]);
    let mut open: Vec<Position> = seen.iter().copied().collect();
    while let Some(position) = open.pop() {
        constants.extend(flow.constants.get(&position).into_iter().flatten());
        for &next in flow.neighbours.get(&position).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    constants
}

/// The constants at each position, and the positions that share a variable.
#[derive(Default)]
struct Flow {
    constants: FxHashMap<Position, FxHashSet<Symbol>>,
    neighbours: FxHashMap<Position, FxHashSet<Position>>,
}

impl Flow {
    fn of(description: &Description) -> Flow {
        let mut flow = Flow::default();
        for rule in &description.rules {
            flow.add_rule(rule);
        }
        flow
    }

    fn add_rule(&mut self, rule: &Rule) {
        let mut first_of = FxHashMap::default();
        let body = rule
            .body_sentences()
            .into_iter()
            .map(|(sentence, _)| sentence);
        for sentence in body.chain([&rule.head]) {
            let relation = later_relation(sentence.relation);
            self.add_terms(relation, &sentence.args, &mut first_of);
        }
        for literal in &rule.body {
            literal.visit_distincts(&mut |left, right| self.add_comparison(left, right, &first_of));
        }
    }

    fn add_terms(&mut self, name: Symbol, args: &[Term], first_of: &mut FirstOf) {
        for (index, arg) in args.iter().enumerate() {
            let position = (name, args.len(), index);
            match arg {
                Term::Constant(constant, _) => self.add_constant(position, *constant),
                // Linking each position to the first one of the variable connects them all.
                Term::Variable(variable, _) => {
                    let first = *first_of.entry(*variable).or_insert(position);
                    self.link(first, position);
                }
                Term::Function(name, args, _) => self.add_terms(*name, args, first_of),
            }
        }
    }

    /// Adds the terms of a `distinct`, since a negated `distinct` equates them.
    fn add_comparison(&mut self, left: &Term, right: &Term, first_of: &FirstOf) {
        match (left, right) {
            (Term::Variable(v, _), Term::Constant(c, _))
            | (Term::Constant(c, _), Term::Variable(v, _)) => {
                if let Some(&position) = first_of.get(v) {
                    self.add_constant(position, *c);
                }
            }
            (Term::Variable(v, _), Term::Variable(w, _)) => {
                if let (Some(&one), Some(&other)) = (first_of.get(v), first_of.get(w)) {
                    self.link(one, other);
                }
            }
            _ => {}
        }
    }

    fn add_constant(&mut self, position: Position, constant: Symbol) {
        self.constants.entry(position).or_default().insert(constant);
    }

    fn link(&mut self, one: Position, other: Position) {
        self.neighbours.entry(one).or_default().insert(other);
        self.neighbours.entry(other).or_default().insert(one);
    }
}

/// The first position of each variable of a rule.
type FirstOf = FxHashMap<Symbol, Position>;

/// Maps `init` and `next` to `true`, and `legal` to `does`: the same terms appear there later.
fn later_relation(relation: Symbol) -> Symbol {
    match relation {
        Symbol::INIT | Symbol::NEXT => Symbol::TRUE,
        Symbol::LEGAL => Symbol::DOES,
        other => other,
    }
}
