//! Rules over numbered predicates: the input of condensing, planning and saturation.

use crate::renumber::{substitute, substitute_literal};
use rustc_hash::FxHashMap;
use senet_gdl::{Atom, Clause, Condition, Pattern, Symbol, variables_of};
use std::rc::Rc;

/// A predicate: its position in [`Program::predicates`].
pub type Pred = usize;

/// A predicate of the program.
#[derive(Clone, Copy, Debug)]
pub struct Predicate {
    /// The relation of the rules, or for a helper the relation from which it was split off.
    pub name: Symbol,
    pub arity: usize,
    /// The predicate itself, or for a helper the predicate from which it was split off.
    pub origin: Pred,
    /// True if the predicate only restricts derivation. A guard is not part of the game: recorded instances omit it.
    pub is_guard: bool,
}

/// A predicate applied to patterns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    pub pred: Pred,
    pub args: Vec<Pattern>,
}

/// One condition of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    Holds(Literal),
    Fails(Literal),
    Distinct(Pattern, Pattern),
}

/// A clause over numbered predicates.
#[derive(Clone, Debug)]
pub struct Rule {
    pub head: Literal,
    pub body: Vec<Test>,
    /// The number of variables; patterns refer to them by number.
    pub variables: usize,
    /// The rule of the sheet of which this rule is an alternative. Alternatives of one rule use the same numbers for the same variables.
    pub source: Option<usize>,
}

/// All predicates and rules.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub predicates: Vec<Predicate>,
    /// Shared between attempts at grounding: most rules of a sheet are facts that never change.
    pub rules: Vec<Rc<Rule>>,
    by_name: FxHashMap<(Symbol, usize), Pred>,
}

impl Literal {
    /// Returns the variables, each once.
    pub fn variables(&self) -> Vec<usize> {
        variables_of(&self.args)
    }
}

impl Test {
    /// Returns the variables, each once.
    pub fn variables(&self) -> Vec<usize> {
        match self {
            Test::Holds(literal) | Test::Fails(literal) => literal.variables(),
            Test::Distinct(left, right) => variables_of([left, right]),
        }
    }

    /// The literal; `None` for `distinct`.
    pub fn literal(&self) -> Option<&Literal> {
        match self {
            Test::Holds(literal) | Test::Fails(literal) => Some(literal),
            Test::Distinct(..) => None,
        }
    }

    /// The literal of a positive condition.
    pub fn positive(&self) -> Option<&Literal> {
        match self {
            Test::Holds(literal) => Some(literal),
            _ => None,
        }
    }
}

impl Rule {
    /// The predicates of the body, with repetitions.
    pub fn uses(&self) -> impl Iterator<Item = Pred> + '_ {
        self.body
            .iter()
            .filter_map(|test| test.literal())
            .map(|literal| literal.pred)
    }
}

impl Rule {
    /// The same rule with other variable numbers.
    fn renamed(&self, numbers: &[usize]) -> Rule {
        let values = numbers.iter().map(|&number| Pattern::Variable(number));
        let values: Vec<Pattern> = values.collect();
        Rule {
            head: substitute_literal(&self.head, &values),
            body: (self.body.iter())
                .map(|test| substitute(test, &values))
                .collect(),
            ..*self
        }
    }
}

impl Program {
    /// Numbers the predicates of the clauses.
    pub fn of(clauses: Vec<Clause>) -> Program {
        let mut program = Program::default();
        // Alternatives of one rule follow each other.
        let mut numbers: FxHashMap<Symbol, usize> = FxHashMap::default();
        let mut source = None;
        for clause in clauses {
            if source.replace(clause.rule) != Some(clause.rule) {
                numbers.clear();
            }
            let number = |&name: &Symbol| {
                let next = numbers.len();
                *numbers.entry(name).or_insert(next)
            };
            let values: Vec<usize> = clause.variables.iter().map(number).collect();
            let rule = program.rule(clause, &values, numbers.len());
            program.add(rule);
        }
        program
    }

    /// Converts a clause; `values` are the new numbers of its variables.
    fn rule(&mut self, clause: Clause, values: &[usize], variables: usize) -> Rule {
        let body = clause.body.into_iter();
        let (head, source) = (self.literal(clause.head), Some(clause.rule));
        let body = body.map(|condition| self.test(condition)).collect();
        let rule = Rule {
            head,
            body,
            variables,
            source,
        };
        match values.iter().enumerate().all(|(old, &new)| old == new) {
            true => rule,
            false => rule.renamed(values),
        }
    }

    fn test(&mut self, condition: Condition) -> Test {
        match condition {
            Condition::Holds(atom) => Test::Holds(self.literal(atom)),
            Condition::Fails(atom) => Test::Fails(self.literal(atom)),
            Condition::Distinct(left, right) => Test::Distinct(left, right),
        }
    }

    fn literal(&mut self, atom: Atom) -> Literal {
        Literal {
            pred: self.predicate(atom.relation, atom.args.len()),
            args: atom.args,
        }
    }

    /// Adds a rule.
    pub fn add(&mut self, rule: Rule) {
        self.rules.push(Rc::new(rule));
    }

    /// The predicate of a relation, created on first use.
    pub fn predicate(&mut self, name: Symbol, arity: usize) -> Pred {
        let next = self.predicates.len();
        let pred = *self.by_name.entry((name, arity)).or_insert(next);
        if pred == next {
            let origin = pred;
            self.predicates.push(Predicate {
                name,
                arity,
                origin,
                is_guard: false,
            });
        }
        pred
    }

    /// Creates a predicate that belongs to another and that no rule of the sheet can mention.
    pub fn helper(&mut self, of: Pred, arity: usize) -> Pred {
        let Predicate { name, origin, .. } = self.predicates[of];
        self.predicates.push(Predicate {
            name,
            arity,
            origin,
            is_guard: false,
        });
        self.predicates.len() - 1
    }

    /// Creates a guard of a predicate.
    pub fn guard(&mut self, of: Pred, arity: usize) -> Pred {
        let pred = self.helper(of, arity);
        self.predicates[pred].is_guard = true;
        pred
    }

    /// Creates an independent predicate with the same name and arity.
    pub fn copy(&mut self, of: Predicate) -> Pred {
        let origin = self.predicates.len();
        self.predicates.push(Predicate { origin, ..of });
        origin
    }

    /// Per predicate: whether it is one of these or uses one of them, directly or not.
    pub fn dependents(&self, of: &[Pred]) -> Vec<bool> {
        self.dependents_through(of, |_| true)
    }

    /// Like [`Program::dependents`], but conditions on guards do not count.
    pub fn dependents_without_guards(&self, of: &[Pred]) -> Vec<bool> {
        self.dependents_through(of, |pred| !self.predicates[pred].is_guard)
    }

    fn dependents_through(&self, of: &[Pred], counts: impl Fn(Pred) -> bool) -> Vec<bool> {
        let mut rules_using = vec![Vec::new(); self.predicates.len()];
        for rule in &self.rules {
            let uses = rule.uses().filter(|&pred| counts(pred));
            uses.for_each(|used| rules_using[used].push(rule.head.pred));
        }
        reach(of, self.predicates.len(), |pred| rules_using[pred].clone())
    }

    /// Per predicate: whether it is one of these or one of them uses it, directly or not.
    pub fn closure(&self, roots: &[Pred]) -> Vec<bool> {
        self.closure_through(roots, |_| true)
    }

    /// Like [`Program::closure`], but conditions on guards do not count.
    pub fn closure_without_guards(&self, roots: &[Pred]) -> Vec<bool> {
        self.closure_through(roots, |pred| !self.predicates[pred].is_guard)
    }

    fn closure_through(&self, roots: &[Pred], counts: impl Fn(Pred) -> bool) -> Vec<bool> {
        let mut uses = vec![Vec::new(); self.predicates.len()];
        for rule in &self.rules {
            uses[rule.head.pred].extend(rule.uses().filter(|&pred| counts(pred)));
        }
        reach(roots, self.predicates.len(), |pred| uses[pred].clone())
    }
}

fn reach(roots: &[Pred], count: usize, next: impl Fn(Pred) -> Vec<Pred>) -> Vec<bool> {
    let mut seen = vec![false; count];
    let mut open = roots.to_vec();
    roots.iter().for_each(|&root| seen[root] = true);
    while let Some(pred) = open.pop() {
        for other in next(pred) {
            if !std::mem::replace(&mut seen[other], true) {
                open.push(other);
            }
        }
    }
    seen
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use senet_gdl::{Sheet, Symbols, clauses};

    /// The program of some rules, and its symbols.
    pub fn program(rules: &str) -> (Program, Symbols) {
        let description = Sheet::read(rules).description;
        let program = Program::of(clauses(&description).unwrap());
        (program, description.symbols)
    }

    /// A program as text, one rule per line. Variables are capital letters; guards and helpers have a prefix.
    pub fn text(program: &Program, symbols: &Symbols) -> String {
        let mark = |pred: Pred| match &program.predicates[pred] {
            predicate if predicate.is_guard => "asked-",
            predicate if predicate.origin != pred => "part-",
            _ => "",
        };
        let name = |pred: Pred| symbols.spelling(program.predicates[pred].name);
        let list = |args: &[Pattern]| -> String {
            let args: Vec<String> = args.iter().map(|arg| pattern(arg, symbols)).collect();
            args.join(" ")
        };
        let literal = |l: &Literal| format!("{}{}({})", mark(l.pred), name(l.pred), list(&l.args));
        let test = |test: &Test| match test {
            Test::Holds(inner) => literal(inner),
            Test::Fails(inner) => format!("not {}", literal(inner)),
            Test::Distinct(a, b) => format!("{} /= {}", pattern(a, symbols), pattern(b, symbols)),
        };
        let rules = program.rules.iter().map(|rule| {
            let body: Vec<String> = rule.body.iter().map(test).collect();
            let arrow = if body.is_empty() { "" } else { " <- " };
            format!("{}{arrow}{}", literal(&rule.head), body.join(", "))
        });
        let rules: Vec<String> = rules.collect();
        rules.join("\n")
    }

    fn pattern(pattern: &Pattern, symbols: &Symbols) -> String {
        match pattern {
            Pattern::Variable(v) => char::from(b'A' + *v as u8).to_string(),
            Pattern::Constant(name) => symbols.spelling(*name).to_string(),
            Pattern::Function(name, args) => {
                let args: Vec<String> =
                    args.iter().map(|arg| self::pattern(arg, symbols)).collect();
                format!("{}({})", symbols.spelling(*name), args.join(" "))
            }
        }
    }
}
