//! Places where something can stand: the arguments of relations and functions, and which of them speak of the same things.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Dependencies, Description, Literal, Rule, Sentence, Symbol, Term};

/// An argument of a relation or a function.
///
/// Facts of the state are functions, wherever they stand: the first argument of `cell` is the same position below `init`, `true`
/// and `next`. So are moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The name of the relation or function.
    pub name: Symbol,
    /// How many arguments it has.
    pub arity: usize,
    /// Which of them, counted from 0.
    pub index: usize,
}

impl Position {
    /// The position of an argument.
    pub fn new(name: Symbol, arity: usize, index: usize) -> Position {
        Position { name, arity, index }
    }
}

/// The number of a class of positions that share variables.
pub type Class = usize;

/// Positions that share variables in some rule, and so speak of the same kind of things.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    numbers: FxHashMap<Position, usize>,
    parents: Vec<usize>,
}

/// The relation under which facts of the state, and moves, have their places: when they are spoken of makes no difference.
pub(crate) fn same_over_time(relation: Symbol) -> Symbol {
    match relation {
        Symbol::INIT | Symbol::NEXT | Symbol::BASE => Symbol::TRUE,
        Symbol::LEGAL | Symbol::INPUT => Symbol::DOES,
        other => other,
    }
}

impl Positions {
    /// The positions of a game and their classes.
    pub fn of(description: &Description) -> Positions {
        let mut positions = Positions::default();
        for rule in &description.rules {
            positions.add_rule(rule);
        }
        positions
    }

    /// The same, except that conditions which are the same in all states join nothing. Two directions that are ordered by one
    /// relation keep apart.
    pub fn of_what_changes(description: &Description) -> Positions {
        let changing = dynamic(description);
        let mut positions = Positions::default();
        for rule in &description.rules {
            let lasts = |s: &Sentence| {
                !s.relation.is_relation_keyword() && !changing.contains(&s.signature())
            };
            if lasts(&rule.head) {
                continue;
            }
            let mut rule = rule.clone();
            rule.body.retain(|l| !plain(l).is_some_and(lasts));
            if !matches!(rule.head.relation, Symbol::BASE | Symbol::INPUT) {
                positions.add_rule(&rule);
            }
        }
        positions
    }

    /// The class of a position, if it occurs.
    pub fn class(&self, position: Position) -> Option<Class> {
        self.numbers.get(&position).map(|&n| self.root(n))
    }

    /// Whether both occur and are of the same class.
    pub fn are_alike(&self, left: Position, right: Position) -> bool {
        self.class(left).is_some() && self.class(left) == self.class(right)
    }

    /// All positions of a class, in a fixed order.
    pub fn members(&self, class: Class) -> Vec<Position> {
        let all = self.numbers.iter();
        let mut found: Vec<_> = all
            .filter(|&(_, &n)| self.root(n) == class)
            .map(|(&position, _)| position)
            .collect();
        found.sort();
        found
    }

    fn root(&self, mut number: usize) -> usize {
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    fn number(&mut self, position: Position) -> usize {
        let Positions { numbers, parents } = self;
        *numbers.entry(position).or_insert_with(|| {
            parents.push(parents.len());
            parents.len() - 1
        })
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left_root, right_root) = (self.root(left), self.root(right));
        let root = left_root.min(right_root);
        // Ways to the root stay short, since all that were asked about point to it from now on.
        for number in [left, right, left_root, right_root] {
            self.parents[number] = root;
        }
    }

    fn add_rule(&mut self, rule: &Rule) {
        let mut variables = FxHashMap::default();
        visit_places(rule, &mut |position, term| {
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

/// Calls the function on every term of a rule that stands at a position, with the position.
pub(crate) fn visit_places<'a>(rule: &'a Rule, action: &mut impl FnMut(Position, &'a Term)) {
    let bodies = rule.body_sentences();
    for sentence in [&rule.head].into_iter().chain(bodies.iter().map(|b| b.0)) {
        visit_sentence_places(sentence, action);
    }
}

/// Calls the function on every term of a sentence with its position.
pub(crate) fn visit_sentence_places<'a>(
    sentence: &'a Sentence,
    action: &mut impl FnMut(Position, &'a Term),
) {
    visit_args(same_over_time(sentence.relation), &sentence.args, action);
}

fn visit_args<'a>(name: Symbol, args: &'a [Term], action: &mut impl FnMut(Position, &'a Term)) {
    for (index, arg) in args.iter().enumerate() {
        action(Position::new(name, args.len(), index), arg);
        if let Term::Function(inner, args, _) = arg {
            visit_args(*inner, args, action);
        }
    }
}

/// For each variable of a rule one position at which it stands; a `distinct` has no position of its own.
pub(crate) fn variable_positions(rule: &Rule) -> FxHashMap<Symbol, Position> {
    let mut found = FxHashMap::default();
    visit_places(rule, &mut |position, term| {
        if let Term::Variable(variable, _) = term {
            found.entry(*variable).or_insert(position);
        }
    });
    found
}

/// The relations that depend on the state or on moves, with their number of arguments.
pub(crate) fn dynamic(description: &Description) -> FxHashSet<(Symbol, usize)> {
    let asks = |name| matches!(name, Symbol::TRUE | Symbol::DOES);
    let users = Dependencies::of(description).users(|(name, _)| asks(name));
    users.into_iter().collect()
}

/// Whether the literal is a plain positive sentence, and which.
pub(crate) fn plain(literal: &Literal) -> Option<&Sentence> {
    match literal {
        Literal::Holds(sentence) => Some(sentence),
        _ => None,
    }
}
