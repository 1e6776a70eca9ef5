//! Argument positions of relations and functions, and the classes of positions that share variables.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Dependencies, Description, Literal, Rule, Sentence, Symbol, Term};

/// An argument of a relation or a function.
///
/// Fluents and moves count as functions. So the first argument of `cell` is the same position below `init`, `true` and
/// `next`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArgumentPosition {
    /// The name of the relation or function.
    pub name: Symbol,
    /// The number of arguments of the relation or function.
    pub arity: usize,
    /// The index of the argument, from 0.
    pub index: usize,
}

impl ArgumentPosition {
    /// Makes a position.
    pub fn new(name: Symbol, arity: usize, index: usize) -> ArgumentPosition {
        ArgumentPosition { name, arity, index }
    }
}

/// The number of a class of positions that share variables.
pub type ArgumentClass = usize;

/// A union-find structure over argument positions. Two positions join if a variable occurs at both of them in one
/// rule.
#[derive(Clone, Debug, Default)]
pub struct ArgumentPositions {
    numbers: FxHashMap<ArgumentPosition, usize>,
    parents: Vec<usize>,
}

/// Maps all keywords for fluents to `true` and all keywords for moves to `does`, so that they share positions.
pub(crate) fn normal_relation(relation: Symbol) -> Symbol {
    match relation {
        Symbol::INIT | Symbol::NEXT | Symbol::BASE => Symbol::TRUE,
        Symbol::LEGAL | Symbol::INPUT => Symbol::DOES,
        other => other,
    }
}

impl ArgumentPositions {
    /// Finds the positions of a game and their classes.
    pub fn of(description: &Description) -> ArgumentPositions {
        let mut positions = ArgumentPositions::default();
        for rule in &description.rules {
            positions.add_rule(rule);
        }
        positions.flatten();
        positions
    }

    /// As [`of`](ArgumentPositions::of), but ignores conditions that do not depend on the state or on moves. Two axes
    /// that share a successor relation then stay in different classes.
    pub fn of_dynamic_rules(description: &Description) -> ArgumentPositions {
        let changing = dynamic_relations(description);
        let mut positions = ArgumentPositions::default();
        for rule in &description.rules {
            let lasts = |s: &Sentence| {
                !s.relation.is_relation_keyword() && !changing.contains(&s.signature())
            };
            if lasts(&rule.head) {
                continue;
            }
            let mut rule = rule.clone();
            rule.body
                .retain(|l| !positive_sentence(l).is_some_and(lasts));
            if !matches!(rule.head.relation, Symbol::BASE | Symbol::INPUT) {
                positions.add_rule(&rule);
            }
        }
        positions.flatten();
        positions
    }

    /// Returns the class of a position, if the position occurs.
    pub fn class(&self, position: ArgumentPosition) -> Option<ArgumentClass> {
        self.numbers.get(&position).map(|&n| self.parents[n])
    }

    /// Returns true if both positions occur and have the same class.
    pub fn share_class(&self, left: ArgumentPosition, right: ArgumentPosition) -> bool {
        self.class(left).is_some() && self.class(left) == self.class(right)
    }

    /// Returns all positions of a class in a fixed order.
    pub fn members(&self, class: ArgumentClass) -> Vec<ArgumentPosition> {
        let all = self.numbers.iter();
        let mut found: Vec<_> = all
            .filter(|&(_, &n)| self.parents[n] == class)
            .map(|(&position, _)| position)
            .collect();
        found.sort();
        found
    }

    /// The root of a number. Halves the path to it, so that long chains stay short.
    fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    /// Lets every number point to its root. Parents are smaller than their children, so one pass suffices.
    fn flatten(&mut self) {
        for number in 0..self.parents.len() {
            self.parents[number] = self.parents[self.parents[number]];
        }
    }

    fn number(&mut self, position: ArgumentPosition) -> usize {
        let ArgumentPositions { numbers, parents } = self;
        *numbers.entry(position).or_insert_with(|| {
            parents.push(parents.len());
            parents.len() - 1
        })
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left_root, right_root) = (self.root(left), self.root(right));
        self.parents[left_root.max(right_root)] = left_root.min(right_root);
    }

    fn add_rule(&mut self, rule: &Rule) {
        let mut variables = FxHashMap::default();
        visit_positions(rule, &mut |position, term| {
            let number = self.number(position);
            if let Term::Variable(variable, _) = term {
                let first = *variables.entry(*variable).or_insert(number);
                self.join(first, number);
            }
        });
        for literal in &rule.body {
            literal.visit_distincts(&mut |left, right| {
                if let (Term::Variable(left, _), Term::Variable(right, _)) = (left, right)
                    && let (Some(&left), Some(&right)) = (variables.get(left), variables.get(right))
                {
                    self.join(left, right);
                }
            });
        }
    }
}

/// Calls `action` with each term of a rule and its position.
pub(crate) fn visit_positions<'a>(
    rule: &'a Rule,
    action: &mut impl FnMut(ArgumentPosition, &'a Term),
) {
    let bodies = rule.body_sentences();
    for sentence in [&rule.head].into_iter().chain(bodies.iter().map(|b| b.0)) {
        visit_sentence_positions(sentence, action);
    }
}

/// Calls `action` with each term of a sentence and its position.
pub(crate) fn visit_sentence_positions<'a>(
    sentence: &'a Sentence,
    action: &mut impl FnMut(ArgumentPosition, &'a Term),
) {
    visit_args(normal_relation(sentence.relation), &sentence.args, action);
}

fn visit_args<'a>(
    name: Symbol,
    args: &'a [Term],
    action: &mut impl FnMut(ArgumentPosition, &'a Term),
) {
    for (index, arg) in args.iter().enumerate() {
        action(ArgumentPosition::new(name, args.len(), index), arg);
        if let Term::Function(inner, args, _) = arg {
            visit_args(*inner, args, action);
        }
    }
}

/// Maps each variable of a rule to one of its positions. Arguments of `distinct` have no position.
pub(crate) fn variable_positions(rule: &Rule) -> FxHashMap<Symbol, ArgumentPosition> {
    let mut found = FxHashMap::default();
    visit_positions(rule, &mut |position, term| {
        if let Term::Variable(variable, _) = term {
            found.entry(*variable).or_insert(position);
        }
    });
    found
}

/// Returns the relations that depend on the state or on moves, with their arity.
pub(crate) fn dynamic_relations(description: &Description) -> FxHashSet<(Symbol, usize)> {
    let asks = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    let users = Dependencies::of(description).users(|(name, _)| asks(name));
    users.into_iter().collect()
}

/// Returns the sentence of a positive literal.
pub(crate) fn positive_sentence(literal: &Literal) -> Option<&Sentence> {
    match literal {
        Literal::Holds(sentence) => Some(sentence),
        _ => None,
    }
}
