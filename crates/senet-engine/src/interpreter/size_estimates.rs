//! Estimates of relation sizes, which decide the order of conditions.
//!
//! Tables and the initial state are counted. For everything else, the estimate is the number of
//! value combinations of the rule's variables. The estimates affect only speed, never answers.

use super::rows::Rows;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Atom, Clause, Condition, Pattern, Relation, Symbol};
use senet_ground::{TermId, Terms};

/// Assumed number of values of an unconstrained variable.
const UNKNOWN_VALUES: f64 = 8.0;
/// Assumed number of fluents of a shape that does not occur in the initial state.
const UNKNOWN_FLUENTS: f64 = 20.0;
/// Upper limit of estimates, since recursion would increase them forever. It is far above real
/// sizes, because plans compare quotients of estimates.
const MAX_ESTIMATE: f64 = 1e18;
/// Number of refinement passes, since relations depend on each other.
const PASSES: usize = 4;

/// The number of facts, and the number of distinct values of each argument.
#[derive(Clone, Debug)]
pub(super) struct RelationSize {
    rows: f64,
    values: Vec<f64>,
}

/// Estimates for all relations, and for the fluents of each shape.
#[derive(Default)]
pub(super) struct SizeEstimates {
    relations: FxHashMap<Relation, RelationSize>,
    shapes: FxHashMap<(Symbol, usize), RelationSize>,
    roles: f64,
}

impl RelationSize {
    /// Counts the facts of a table.
    pub fn of_rows(rows: &Rows) -> RelationSize {
        let column = |c: usize| {
            let all = (0..rows.len() as u32).map(|number| rows.row(number)[c]);
            all.collect::<FxHashSet<_>>().len() as f64
        };
        RelationSize {
            rows: rows.len() as f64,
            values: (0..rows.arity()).map(column).collect(),
        }
    }

    /// Adds the conclusions of a rule whose variables have these numbers of values.
    fn include(&mut self, head: &Atom, variables: &[f64]) {
        let count = |pattern: &Pattern| pattern_values(pattern, variables);
        let rows: f64 = head.variables().iter().map(|&v| variables[v]).product();
        for (values, arg) in self.values.iter_mut().zip(&head.args) {
            // Constants differ from rule to rule, while variables mostly have the same values.
            *values = match arg {
                Pattern::Constant(_) => *values + 1.0,
                _ => values.max(count(arg)).min(MAX_ESTIMATE),
            };
        }
        let most = self.values.iter().product::<f64>();
        self.rows = (self.rows + rows).min(most).min(MAX_ESTIMATE);
    }

    /// The mean number of facts if the arguments at some positions are known.
    pub fn matches(&self, known: &[bool]) -> f64 {
        let known = self.values.iter().zip(known).filter(|(_, known)| **known);
        known.fold(self.rows, |rows, (values, _)| rows / values.max(1.0))
    }
}

impl SizeEstimates {
    /// Counts tables and fluents, and estimates the rest.
    pub fn new(
        clauses: &[Clause],
        tables: impl Iterator<Item = (Relation, RelationSize)>,
        fluents: &[TermId],
        terms: &Terms,
        roles: usize,
    ) -> SizeEstimates {
        let tables: FxHashMap<_, _> = tables.collect();
        let mut sizes = SizeEstimates {
            relations: tables.clone(),
            shapes: count_fluents(fluents, terms),
            roles: roles as f64,
        };
        for _ in 0..PASSES {
            sizes.refine(clauses, &tables);
        }
        sizes
    }

    /// The estimate for a relation that rules define.
    pub fn relation(&self, relation: Relation) -> Option<&RelationSize> {
        self.relations.get(&relation)
    }

    /// The number of fluents of a shape if some of its arguments are known.
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

    fn refine(&mut self, clauses: &[Clause], tables: &FxHashMap<Relation, RelationSize>) {
        let mut found = tables.clone();
        for clause in clauses.iter().filter(|clause| !clause.body.is_empty()) {
            let arity = clause.head.args.len();
            let variables = self.variable_values(clause);
            let size = found
                .entry(clause.head.signature())
                .or_insert(RelationSize {
                    rows: 0.0,
                    values: vec![0.0; arity],
                });
            size.include(&clause.head, &variables);
        }
        self.relations = found;
    }

    /// The number of values of each variable of a clause: the minimum over its occurrences.
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

fn count_fluents(fluents: &[TermId], terms: &Terms) -> FxHashMap<(Symbol, usize), RelationSize> {
    let mut rows: FxHashMap<(Symbol, usize), Rows> = FxHashMap::default();
    for &fluent in fluents {
        let args = terms.args(fluent);
        rows.entry((terms.name(fluent), args.len()))
            .or_insert_with(|| Rows::new(args.len()))
            .push(args);
    }
    let sizes = rows
        .iter()
        .map(|(&shape, rows)| (shape, RelationSize::of_rows(rows)));
    sizes.collect()
}
