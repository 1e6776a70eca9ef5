//! What a reasoner asks of the rules, each question in its own context.
//!
//! `init` is asked with no state at all, `legal`, `goal` and `terminal` with a state but no moves, `next` and `sees` with both.
//! Valid rules cannot tell the difference, but sheets exist in which, say, `legal` looks at `does`. Then the question gets its own
//! copy of the rules, from which everything about `does` is gone.
//!
//! What is asked of each state is grounded with the rules that depend on the state, even if its own rules do not. Where other
//! rules look at such an answer, say `init` at a `legal` that is always the same, they keep the relation and the question gets
//! a predicate of its own.

use crate::program::{Literal, Pred, Predicate, Program, Rule, Test};
use senet_gdl::{Pattern, Symbol};
use std::rc::Rc;

/// The predicates that stand for the questions and for what a state and a joint move provide.
#[derive(Clone, Copy, Debug)]
pub struct Questions {
    pub role: Pred,
    pub init: Pred,
    pub legal: Pred,
    pub goal: Pred,
    pub terminal: Pred,
    pub next: Pred,
    pub sees: Pred,
    pub base: Pred,
    pub input: Pred,
    /// Provided by the state.
    pub holds: Pred,
    /// Provided by the joint move.
    pub does: Pred,
}

impl Questions {
    /// Finds the predicates, adding copies of rules where a question's context demands it.
    pub fn of(program: &mut Program) -> Questions {
        let holds = program.predicate(Symbol::TRUE, 1);
        let does = program.predicate(Symbol::DOES, 2);
        let mut ask = |name, arity, absent: &[Pred]| {
            let root = program.predicate(name, arity);
            without(program, root, absent)
        };
        let mut questions = Questions {
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
        };
        questions.keep_apart(program);
        questions
    }

    /// Gives the questions that are asked of each state predicates that no rule looks at, unless they depend on the state anyway.
    fn keep_apart(&mut self, program: &mut Program) {
        let dynamic = program.dependents(&[self.holds, self.does]);
        let mut used = vec![false; program.predicates.len()];
        let uses = program.rules.iter().flat_map(|rule| rule.uses());
        uses.for_each(|pred| used[pred] = true);
        for question in self.per_state_mut() {
            if used[*question] && !dynamic[*question] {
                *question = alias(program, *question);
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

    /// The questions that are asked of each state.
    pub fn per_state(&self) -> [Pred; 5] {
        [self.legal, self.goal, self.terminal, self.next, self.sees]
    }

    /// All predicates that mean something to whoever asks.
    pub fn all(&self) -> [Pred; 11] {
        let [role, init, legal, goal, terminal, next, sees] = self.roots();
        let (base, input, holds, does) = (self.base, self.input, self.holds, self.does);
        [
            role, init, legal, goal, terminal, next, sees, base, input, holds, does,
        ]
    }

    /// For each predicate, whether it depends on state or moves, or is asked of each state.
    pub fn dynamic(&self, program: &Program) -> Vec<bool> {
        program.dependents(&self.given())
    }

    /// The same, but what only waits to be asked for does not count.
    pub fn dynamic_without_guards(&self, program: &Program) -> Vec<bool> {
        program.dependents_without_guards(&self.given())
    }

    /// What a state and a joint move provide, and what is asked of them.
    fn given(&self) -> Vec<Pred> {
        [&self.per_state()[..], &[self.holds, self.does]].concat()
    }

    /// The questions that every game must answer; `base` and `input` are only declarations.
    pub fn roots(&self) -> [Pred; 7] {
        [
            self.role,
            self.init,
            self.legal,
            self.goal,
            self.terminal,
            self.next,
            self.sees,
        ]
    }
}

/// The predicate that means `root` where nothing of `absent` ever holds; `root` itself if it makes no difference.
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

/// A new predicate with the tuples of another.
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

    fn questions(text: &str) -> (Program, Questions, usize) {
        let sheet = Sheet::read(text);
        let mut program = Program::of(clauses(&sheet.description).unwrap());
        let rules = program.rules.len();
        let questions = Questions::of(&mut program);
        let added = program.rules.len() - rules;
        (program, questions, added)
    }

    #[test]
    fn valid_rules_need_no_copies() {
        let (_, _, added) = questions("(<= (legal x a) (true p)) (<= (next p) (does x a))");
        assert_eq!(added, 0);
    }

    #[test]
    fn legal_that_looks_at_does_gets_its_own_rules() {
        let text = "(<= q (does x a)) (<= (legal x a) (not q)) (<= (legal x b) q (does x b)) (<= (next q) q)";
        let (program, questions, added) = questions(text);
        // `q` without `does` can never hold, so its copy has no rule; of the two `legal` rules one copy of each remains.
        assert_eq!(added, 1);
        let copy = program.rules.last().unwrap();
        assert_eq!(copy.head.pred, questions.legal);
        assert_eq!(copy.body.len(), 1);
    }

    #[test]
    fn answers_that_never_change_can_be_looked_at() {
        let text =
            "(legal x a) (<= (init p) (legal x a)) (<= (init q) terminal) (<= terminal (true p))";
        let (mut program, questions, _) = questions(text);
        assert_ne!(questions.legal, program.predicate(Symbol::LEGAL, 2));
        assert_eq!(questions.terminal, program.predicate(Symbol::TERMINAL, 0));
    }
}
