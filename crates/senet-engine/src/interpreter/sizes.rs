//! Rough guesses of how many facts a relation has, to decide what to look up first.
//!
//! Tables and the initial state are counted; for everything else the guess is how many combinations of values the variables
//! of its rules could have. Answers never depend on these numbers, only the time to find them does.

use super::rows::Rows;
use super::terms::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Atom, Clause, Condition, Pattern, Relation, Symbol};

/// How many values a variable has of which nothing is known.
const UNKNOWN_VALUES: f64 = 8.0;
/// How many facts a kind of fluent has that does not occur in the initial state.
const UNKNOWN_FLUENTS: f64 = 20.0;
/// Guesses stop growing here: recursion would drive them without end. Far above anything real, since what counts is the
/// quotient when arguments are known.
const MANY: f64 = 1e18;
/// Guesses are refined this often, since relations are defined by means of others.
const PASSES: usize = 4;

/// How many facts there are, and how many different values each argument has in them.
#[derive(Clone, Debug)]
pub(super) struct Size {
    rows: f64,
    values: Vec<f64>,
}

/// Guesses for all relations, and for the fluents of each shape.
#[derive(Default)]
pub(super) struct Sizes {
    relations: FxHashMap<Relation, Size>,
    shapes: FxHashMap<(Symbol, usize), Size>,
    roles: f64,
}

impl Size {
    /// GameCounts the facts of a table.
    pub fn of_rows(rows: &Rows) -> Size {
        let column = |c: usize| {
            let all = (0..rows.len() as u32).map(|number| rows.row(number)[c]);
            all.collect::<FxHashSet<_>>().len() as f64
        };
        Size {
            rows: rows.len() as f64,
            values: (0..rows.arity()).map(column).collect(),
        }
    }

    /// Takes in what a rule may conclude when its variables have so many values.
    fn include(&mut self, head: &Atom, variables: &[f64]) {
        let count = |pattern: &Pattern| pattern_values(pattern, variables);
        let rows: f64 = head.variables().iter().map(|&v| variables[v]).product();
        for (values, arg) in self.values.iter_mut().zip(&head.args) {
            // Constants differ from rule to rule, while variables mostly range over the same values.
            *values = match arg {
                Pattern::Constant(_) => *values + 1.0,
                _ => values.max(count(arg)).min(MANY),
            };
        }
        let most = self.values.iter().product::<f64>();
        self.rows = (self.rows + rows).min(most).min(MANY);
    }

    /// How many facts there are on average once the arguments at some positions are known.
    pub fn matches(&self, known: &[bool]) -> f64 {
        let known = self.values.iter().zip(known).filter(|(_, known)| **known);
        known.fold(self.rows, |rows, (values, _)| rows / values.max(1.0))
    }
}

impl Sizes {
    /// GameCounts what can be counted and guesses the rest.
    pub fn new(
        clauses: &[Clause],
        tables: impl Iterator<Item = (Relation, Size)>,
        fluents: &[u32],
        terms: &Terms,
        roles: usize,
    ) -> Sizes {
        let tables: FxHashMap<_, _> = tables.collect();
        let mut sizes = Sizes {
            relations: tables.clone(),
            shapes: count_fluents(fluents, terms),
            roles: roles as f64,
        };
        for _ in 0..PASSES {
            sizes.refine(clauses, &tables);
        }
        sizes
    }

    /// Guesses for a relation that rules define.
    pub fn relation(&self, relation: Relation) -> Option<&Size> {
        self.relations.get(&relation)
    }

    /// The number of matches of `true` applied to a function, once some of the function's arguments are known.
    pub fn fluents(&self, shape: (Symbol, usize), known: &[bool]) -> f64 {
        match self.shapes.get(&shape) {
            Some(size) => size.matches(known),
            None => {
                let known = known.iter().filter(|known| **known).count();
                UNKNOWN_FLUENTS / 4f64.powi(known as i32)
            }
        }
    }

    /// The number of fluents of all shapes.
    pub fn all_fluents(&self) -> f64 {
        let rows: f64 = self.shapes.values().map(|size| size.rows).sum();
        rows.max(UNKNOWN_FLUENTS)
    }

    /// The number of roles.
    pub fn roles(&self) -> f64 {
        self.roles
    }

    fn refine(&mut self, clauses: &[Clause], tables: &FxHashMap<Relation, Size>) {
        let mut found = tables.clone();
        for clause in clauses.iter().filter(|clause| !clause.body.is_empty()) {
            let arity = clause.head.args.len();
            let variables = self.variable_values(clause);
            let size = found.entry(clause.head.signature()).or_insert(Size {
                rows: 0.0,
                values: vec![0.0; arity],
            });
            size.include(&clause.head, &variables);
        }
        self.relations = found;
    }

    /// How many values each variable of a clause may have: the fewest that one of its places allows.
    fn variable_values(&self, clause: &Clause) -> Vec<f64> {
        let mut values = vec![f64::INFINITY; clause.variables.len()];
        for condition in &clause.body {
            if let Condition::Holds(atom) = condition {
                self.narrow(atom, &mut values);
            }
        }
        let known = |v: f64| if v.is_finite() { v } else { UNKNOWN_VALUES };
        values.into_iter().map(known).collect()
    }

    fn narrow(&self, atom: &Atom, values: &mut [f64]) {
        let (args, size) = match (atom.relation, &atom.args[..]) {
            (Symbol::TRUE, [Pattern::Function(name, args)]) => {
                (args, self.shapes.get(&(*name, args.len())))
            }
            _ => (&atom.args, self.relations.get(&atom.signature())),
        };
        let Some(size) = size else {
            return;
        };
        for (arg, &count) in args.iter().zip(&size.values) {
            if let Pattern::Variable(v) = arg {
                values[*v] = values[*v].min(count.max(1.0));
            }
        }
    }
}

fn pattern_values(pattern: &Pattern, variables: &[f64]) -> f64 {
    let mut found = Vec::new();
    pattern.collect_variables(&mut found);
    found.iter().map(|&v| variables[v]).product()
}

fn count_fluents(fluents: &[u32], terms: &Terms) -> FxHashMap<(Symbol, usize), Size> {
    let mut rows: FxHashMap<(Symbol, usize), Rows> = FxHashMap::default();
    for &fluent in fluents {
        let args = terms.args(fluent);
        rows.entry((terms.functor(fluent), args.len()))
            .or_insert_with(|| Rows::new(args.len()))
            .push(args);
    }
    let sizes = rows
        .iter()
        .map(|(&shape, rows)| (shape, Size::of_rows(rows)));
    sizes.collect()
}
