//! The queries that a back end asks, each in its own context.
//!
//! `init` is queried without a state, `legal`, `goal` and `terminal` with a state but without moves, `next` and `sees`
//! with both. Valid rules cannot tell the difference. But in some sheets `legal` uses `does`, for example. Then the
//! query gets its own copy of the rules without `does`.
//!
//! Per-state queries are grounded with the dynamic rules, even if their own rules are static. Other rules may read
//! such a relation: `init` may read a static `legal`. Then those rules keep the relation, and the query gets an alias.

use crate::program::{Literal, Pred, Predicate, Program, Rule, Test};
use senet_gdl::{Pattern, Relation, Symbol};
use std::rc::Rc;

/// The predicates of the queries, the state and the joint move.
#[derive(Clone, Debug)]
pub struct Queries {
    pub role: Pred,
    pub init: Pred,
    pub legal: Pred,
    pub goal: Pred,
    pub terminal: Pred,
    pub next: Pred,
    pub sees: Pred,
    pub base: Pred,
    pub input: Pred,
    /// Given by the state.
    pub holds: Pred,
    /// Given by the joint move.
    pub does: Pred,
    /// Other relations that the caller asks for, without state and moves.
    pub asked: Vec<Pred>,
}

impl Queries {
    /// Finds the predicates and copies rules where a query's context demands it.
    pub fn of(program: &mut Program) -> Queries {
        let holds = program.predicate(Symbol::TRUE, 1);
        let does = program.predicate(Symbol::DOES, 2);
        let mut ask = |name, arity, absent: &[Pred]| {
            let root = program.predicate(name, arity);
            without(program, root, absent)
        };
        let mut queries = Queries {
            role: ask(Symbol::ROLE, 1, &[holds, does]),
            init: ask(Symbol::INIT, 1, &[holds, does]),
            base: ask(Symbol::BASE, 1, &[holds, does]),
            input: ask(Symbol::INPUT, 2, &[holds, does]),
            legal: ask(Symbol::LEGAL, 2, &[does]),
            goal: ask(Symbol::GOAL, 2, &[does]),
            terminal: ask(Symbol::TERMINAL, 0, &[does]),
            next: ask(Symbol::NEXT, 1, &[]),
            sees: ask(Symbol::SEES, 2, &[]),
            holds,
            does,
            asked: Vec::new(),
        };
        queries.add_aliases(program);
        queries
    }

    /// Asks for these relations as well.
    pub fn asking(program: &mut Program, relations: &[Relation]) -> Queries {
        let mut queries = Queries::of(program);
        let given = [queries.holds, queries.does];
        // Found once for all relations: most callers ask for many relations that need neither state
        // nor moves.
        let affected = program.dependents(&given);
        let ask = |&(name, arity): &Relation| {
            let root = program.predicate(name, arity);
            match affected.get(root) {
                Some(true) => without(program, root, &given),
                _ => root,
            }
        };
        queries.asked = relations.iter().map(ask).collect();
        queries
    }

    /// Aliases the per-state queries so that no rule reads them, unless they are dynamic.
    fn add_aliases(&mut self, program: &mut Program) {
        let dynamic = program.dependents(&[self.holds, self.does]);
        let mut used = vec![false; program.predicates.len()];
        let uses = program.rules.iter().flat_map(|rule| rule.uses());
        uses.for_each(|pred| used[pred] = true);
        for query in self.per_state_mut() {
            if used[*query] && !dynamic[*query] {
                *query = alias(program, *query);
            }
        }
    }

    fn per_state_mut(&mut self) -> [&mut Pred; 5] {
        [
            &mut self.legal,
            &mut self.goal,
            &mut self.terminal,
            &mut self.next,
            &mut self.sees,
        ]
    }

    /// The queries that are asked in each state.
    pub fn per_state(&self) -> [Pred; 5] {
        [self.legal, self.goal, self.terminal, self.next, self.sees]
    }

    /// All predicates with a meaning outside the rules.
    pub fn all(&self) -> Vec<Pred> {
        let given = [self.base, self.input, self.holds, self.does];
        [&self.roots()[..], &given].concat()
    }

    /// Per predicate: whether it depends on state or moves, or is queried in each state.
    pub fn dynamic(&self, program: &Program) -> Vec<bool> {
        program.dependents(&self.given())
    }

    /// Like [`Queries::dynamic`], but dependence through guards does not count.
    pub fn dynamic_without_guards(&self, program: &Program) -> Vec<bool> {
        program.dependents_without_guards(&self.given())
    }

    /// The predicates of state and joint move, and the per-state queries.
    fn given(&self) -> Vec<Pred> {
        [&self.per_state()[..], &[self.holds, self.does]].concat()
    }

    /// The queries that must be answered; `base` and `input` are only declarations.
    pub fn roots(&self) -> Vec<Pred> {
        [&[self.role, self.init], &self.per_state()[..], &self.asked].concat()
    }
}

/// The predicate that equals `root` if no fact of `absent` holds; `root` itself if that makes no difference.
fn without(program: &mut Program, root: Pred, absent: &[Pred]) -> Pred {
    let affected = program.dependents(absent);
    if !affected[root] {
        return root;
    }
    let needed = program.closure(&[root]);
    let originals = program.predicates.clone();
    let copies: Vec<Option<Pred>> = (0..originals.len())
        .map(|pred| {
            let copied = affected[pred] && needed[pred] && !absent.contains(&pred);
            copied.then(|| program.copy(originals[pred]))
        })
        .collect();
    let added: Vec<Rc<Rule>> = program
        .rules
        .iter()
        .filter_map(|rule| rule_without(rule, &copies, absent))
        .map(Rc::new)
        .collect();
    program.rules.extend(added);
    copies[root].unwrap_or(root)
}

/// Creates a predicate with the tuples of another.
fn alias(program: &mut Program, of: Pred) -> Pred {
    let Predicate { arity, .. } = program.predicates[of];
    let pred = program.copy(program.predicates[of]);
    let literal = |pred| Literal {
        pred,
        args: (0..arity).map(Pattern::Variable).collect(),
    };
    program.add(Rule {
        head: literal(pred),
        body: vec![Test::Holds(literal(of))],
        variables: arity,
        source: None,
    });
    pred
}

fn rule_without(rule: &Rule, copies: &[Option<Pred>], absent: &[Pred]) -> Option<Rule> {
    let head = Literal {
        pred: copies[rule.head.pred]?,
        args: rule.head.args.clone(),
    };
    let rename = |literal: &Literal| Literal {
        pred: copies[literal.pred].unwrap_or(literal.pred),
        args: literal.args.clone(),
    };
    let mut body = Vec::new();
    for test in &rule.body {
        match test {
            Test::Holds(literal) if absent.contains(&literal.pred) => return None,
            Test::Fails(literal) if absent.contains(&literal.pred) => {}
            Test::Holds(literal) => body.push(Test::Holds(rename(literal))),
            Test::Fails(literal) => body.push(Test::Fails(rename(literal))),
            Test::Distinct(left, right) => body.push(Test::Distinct(left.clone(), right.clone())),
        }
    }
    Some(Rule {
        head,
        body,
        variables: rule.variables,
        source: rule.source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{Sheet, clauses};

    fn queries(text: &str) -> (Program, Queries, usize) {
        let sheet = Sheet::read(text);
        let mut program = Program::of(clauses(&sheet.description).unwrap());
        let rules = program.rules.len();
        let queries = Queries::of(&mut program);
        let added = program.rules.len() - rules;
        (program, queries, added)
    }

    #[test]
    fn valid_rules_need_no_copies() {
        let (_, _, added) = queries("(<= (legal x a) (true p)) (<= (next p) (does x a))");
        assert_eq!(added, 0);
    }

    #[test]
    fn legal_that_uses_does_gets_its_own_rules() {
        let text = "(<= q (does x a)) (<= (legal x a) (not q)) (<= (legal x b) q (does x b)) (<= (next q) q)";
        let (program, queries, added) = queries(text);
        // `q` never holds without `does`, so its copy has no rule. Only one of the two `legal` rules is copied.
        assert_eq!(added, 1);
        let copy = program.rules.last().unwrap();
        assert_eq!(copy.head.pred, queries.legal);
        assert_eq!(copy.body.len(), 1);
    }

    #[test]
    fn static_queries_that_rules_read_get_aliases() {
        let text =
            "(legal x a) (<= (init p) (legal x a)) (<= (init q) terminal) (<= terminal (true p))";
        let (mut program, queries, _) = queries(text);
        assert_ne!(queries.legal, program.predicate(Symbol::LEGAL, 2));
        assert_eq!(queries.terminal, program.predicate(Symbol::TERMINAL, 0));
    }
}
