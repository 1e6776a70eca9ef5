//! Compiles one rule for a given set of known arguments.

use super::Compiler;
use super::scope::{Scope, link};
use crate::Stopped;
use crate::interpreter::condition_order::order;
use crate::interpreter::plan::{ClausePlan, Scan, StepOperation, TermBuilder, TermMatcher, Test};
use senet_gdl::{Atom, Clause, Condition, Pattern, Relation, Symbol};

impl Compiler<'_> {
    /// Compiles a rule.
    pub(super) fn clause(
        &mut self,
        clause: &Clause,
        known: &[bool],
    ) -> Result<ClausePlan, Stopped> {
        let mut scope = Scope::new(clause);
        let args = || clause.head.args.iter().zip(known);
        let matched: Box<[_]> = args()
            .filter(|(_, known)| **known)
            .map(|(arg, _)| self.matcher(arg, &mut scope))
            .collect();
        let steps = self.steps(clause, &mut scope)?;
        let free = args().filter(|(_, known)| !**known).map(|(arg, _)| arg);
        if !free.clone().all(|arg| scope.knows(arg)) {
            return Err(self.unsafe_rule(clause));
        }
        let answer = free.map(|arg| self.builder(arg)).collect();
        Ok(link(matched, steps, answer, clause.variables.len()))
    }

    /// The conditions in evaluation order, each with the variables that it binds.
    fn steps(
        &mut self,
        clause: &Clause,
        scope: &mut Scope,
    ) -> Result<Vec<(StepOperation, Vec<usize>)>, Stopped> {
        let is_table = |atom: &Atom| {
            let info = self.numbers.get(&atom.signature());
            info.is_some_and(|&number| self.relations[number].rules.is_empty())
        };
        let order = order(clause, scope.bound.clone(), &self.sizes, is_table);
        let order = order.ok_or_else(|| self.unsafe_rule(clause))?;
        let mut steps = Vec::with_capacity(order.len());
        for condition in order {
            let before = scope.bound.clone();
            let op = self.op(&clause.body[condition], scope);
            let new = (0..before.len()).filter(|&v| scope.bound[v] && !before[v]);
            steps.push((op, new.collect()));
        }
        Ok(steps)
    }

    fn unsafe_rule(&self, clause: &Clause) -> Stopped {
        let name = self.program.symbols.key(clause.head.relation);
        Stopped::Misuse(format!(
            "a rule of `{name}` uses a variable that none of its positive conditions binds"
        ))
    }

    fn op(&mut self, condition: &Condition, scope: &mut Scope) -> StepOperation {
        match condition {
            Condition::Distinct(left, right) => {
                StepOperation::Test(Test::Distinct(self.builder(left), self.builder(right)))
            }
            Condition::Fails(atom) => StepOperation::Test(self.test(atom, false)),
            Condition::Holds(atom) if atom.args.iter().all(|arg| scope.knows(arg)) => {
                StepOperation::Test(self.test(atom, true))
            }
            Condition::Holds(atom) => StepOperation::Scan(self.lookup(atom, scope)),
        }
    }

    /// Tests an atom whose variables are all bound.
    fn test(&mut self, atom: &Atom, holds: bool) -> Test {
        let mut key: Vec<_> = atom.args.iter().map(|arg| self.builder(arg)).collect();
        match atom.signature() {
            (Symbol::TRUE, 1) => Test::True {
                term: key.remove(0),
                holds,
            },
            (Symbol::DOES, 2) => Test::Does {
                role: key.remove(0),
                action: key.remove(0),
                holds,
            },
            signature => self.test_relation(signature, key.into(), holds),
        }
    }

    fn test_relation(&mut self, signature: Relation, key: Box<[TermBuilder]>, holds: bool) -> Test {
        let relation = self.relation(signature);
        let info = &self.relations[relation];
        if let (Some(table), true) = (info.table, info.rules.is_empty()) {
            let columns: Vec<_> = (0..key.len()).collect();
            let index = self.fact_index(table, &columns);
            return Test::Fact { index, key, holds };
        }
        let plan = self.plan(relation, vec![true; key.len()], true);
        Test::Goal { plan, key, holds }
    }

    /// Scans an atom with unbound variables.
    fn lookup(&mut self, atom: &Atom, scope: &mut Scope) -> Scan {
        match (atom.relation, &atom.args[..]) {
            (Symbol::TRUE, [Pattern::Function(name, args)]) => {
                let (columns, key, rest) = self.columns(args, scope);
                Scan::Fluents {
                    index: self.fluent_index((*name, args.len()), columns),
                    key,
                    rest,
                }
            }
            (Symbol::TRUE, [pattern]) => Scan::AnyFluent {
                pattern: self.matcher(pattern, scope),
            },
            (Symbol::DOES, [role, action]) if scope.knows(role) => Scan::MoveOf {
                role: self.builder(role),
                action: self.matcher(action, scope),
            },
            (Symbol::DOES, [role, action]) => Scan::Moves {
                role: self.matcher(role, scope),
                action: self.matcher(action, scope),
            },
            _ => self.lookup_relation(atom, scope),
        }
    }

    fn lookup_relation(&mut self, atom: &Atom, scope: &mut Scope) -> Scan {
        let relation = self.relation(atom.signature());
        let info = &self.relations[relation];
        if let (Some(table), true) = (info.table, info.rules.is_empty()) {
            let (columns, key, rest) = self.columns(&atom.args, scope);
            return Scan::Facts {
                index: self.fact_index(table, &columns),
                key,
                rest,
            };
        }
        let known: Vec<_> = atom.args.iter().map(|arg| scope.knows(arg)).collect();
        let plan = self.plan(relation, known.clone(), false);
        let split = self.program.plans[plan].free != atom.args.len();
        let is_key = |known: bool| known && split;
        let key = atom
            .args
            .iter()
            .zip(&known)
            .filter(|(_, known)| is_key(**known));
        let key = key.map(|(arg, _)| self.builder(arg)).collect();
        let rest = atom
            .args
            .iter()
            .zip(&known)
            .filter(|(_, known)| !is_key(**known));
        Scan::Answers {
            plan,
            key,
            rest: rest.map(|(arg, _)| self.matcher(arg, scope)).collect(),
        }
    }

    /// Splits arguments into the columns to look up, their values, and matchers for the other
    /// columns.
    #[allow(clippy::type_complexity)]
    fn columns(
        &mut self,
        args: &[Pattern],
        scope: &mut Scope,
    ) -> (Vec<usize>, Box<[TermBuilder]>, Box<[(usize, TermMatcher)]>) {
        let known: Vec<_> = args.iter().map(|arg| scope.knows(arg)).collect();
        let columns: Vec<_> = (0..args.len()).filter(|&c| known[c]).collect();
        let key = columns.iter().map(|&c| self.builder(&args[c])).collect();
        let others = (0..args.len()).filter(|&c| !known[c]);
        let rest = others
            .map(|c| (c, self.matcher(&args[c], scope)))
            .filter(|(_, matcher)| *matcher != TermMatcher::Any)
            .collect();
        (columns, key, rest)
    }

    fn matcher(&mut self, pattern: &Pattern, scope: &mut Scope) -> TermMatcher {
        if scope.knows(pattern) {
            return TermMatcher::Equal(self.builder(pattern));
        }
        match pattern {
            Pattern::Variable(v) if scope.uses[*v] == 1 => TermMatcher::Any,
            Pattern::Variable(v) => {
                scope.bound[*v] = true;
                TermMatcher::Bind(*v)
            }
            Pattern::Function(name, args) => {
                let args = args.iter().map(|arg| self.matcher(arg, scope));
                TermMatcher::Shape(*name, args.collect())
            }
            Pattern::Constant(_) => TermMatcher::Equal(self.builder(pattern)),
        }
    }

    fn builder(&mut self, pattern: &Pattern) -> TermBuilder {
        match (self.ground(pattern), pattern) {
            (Some(term), _) => TermBuilder::Term(term),
            (None, Pattern::Variable(v)) => TermBuilder::Slot(*v),
            (None, Pattern::Function(name, args)) => {
                TermBuilder::Make(*name, args.iter().map(|arg| self.builder(arg)).collect())
            }
            (None, Pattern::Constant(name)) => TermBuilder::Make(*name, Box::default()),
        }
    }
}
