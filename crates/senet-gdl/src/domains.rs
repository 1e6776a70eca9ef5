//! Domains: the constants that each argument of a relation, fluent or move may be, as the rules bind them.
//!
//! The domains are estimates for warnings. Arguments that are functions count as unknown.

use crate::clauses::{Atom, Clause, Condition, Pattern};
use crate::join_estimate::JoinEstimate;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of constants that the analysis visits.
const MAX_WORK: usize = 1 << 22;
/// The maximum number of passes over the rules.
const MAX_ROUNDS: usize = 16;
/// The maximum sum, over all rules, of the number of conditions times the number of variables.
const MAX_PLACES: usize = 1 << 18;

/// The number of passes that estimate the sizes of relations from the sizes of other relations.
const REFINEMENTS: usize = 4;

/// A relation, a fluent or a move: a keyword or relation, the name, and the number of arguments.
type Table = (Symbol, Symbol, usize);

/// The domains of all arguments.
#[derive(Default)]
pub(crate) struct Domains {
    columns: FxHashMap<Table, Vec<FxHashSet<Symbol>>>,
    /// The binary logarithm of the number of tuples of each table. Without an entry, the columns give the estimate.
    sizes: FxHashMap<Table, f64>,
    work: usize,
}

impl Domains {
    /// Finds the domains; `None` if that takes too much work, since a warning is not worth it.
    pub fn of(clauses: &[Clause]) -> Option<Domains> {
        let mut domains = Domains::default();
        let (facts, rules): (Vec<&Clause>, Vec<&Clause>) =
            clauses.iter().partition(|clause| clause.body.is_empty());
        let places = rules
            .iter()
            .map(|rule| rule.body.len() * (1 + rule.variables.len()));
        if places.sum::<usize>() > MAX_PLACES {
            return None;
        }
        facts.iter().for_each(|fact| _ = domains.conclude(fact));
        for _ in 0..MAX_ROUNDS {
            let mut has_grown = false;
            for rule in &rules {
                has_grown |= domains.conclude(rule);
                if domains.work > MAX_WORK {
                    return None;
                }
            }
            if !has_grown {
                (0..REFINEMENTS).for_each(|_| domains.refine(clauses));
                return Some(domains);
            }
        }
        None
    }

    /// Estimates the size of each table from its facts and rules and from the sizes so far.
    fn refine(&mut self, clauses: &[Clause]) {
        let mut tuples: FxHashMap<Table, f64> = FxHashMap::default();
        for clause in clauses {
            let Some((table, _)) = flat(&clause.head) else {
                continue;
            };
            let estimate = JoinEstimate::of(clause, self);
            let heads = estimate.map_or(f64::INFINITY, |estimate| estimate.heads().exp2());
            *tuples.entry(table).or_default() += heads;
        }
        self.sizes = tuples
            .into_iter()
            .map(|(table, sum)| (table, sum.log2()))
            .collect();
    }

    /// Adds the constants that a clause allows in its head. Returns whether a domain has grown.
    fn conclude(&mut self, clause: &Clause) -> bool {
        self.work += 1;
        let Some((table, args)) = flat(&clause.head) else {
            return false;
        };
        let mut has_grown = false;
        for (at, arg) in args.iter().enumerate() {
            let new: Vec<Symbol> = match arg {
                Pattern::Constant(name) => vec![*name],
                Pattern::Variable(variable) => match self.of_variable(clause, *variable) {
                    Some(domain) => domain.iter().copied().collect(),
                    None => continue,
                },
                Pattern::Function(..) => continue,
            };
            self.work += new.len();
            let columns = self.columns.entry(table);
            let column = &mut columns.or_insert_with(|| vec![FxHashSet::default(); args.len()])[at];
            let before = column.len();
            column.extend(new);
            has_grown |= column.len() > before;
        }
        has_grown
    }

    /// The smallest domain among the places of a variable; `None` if no place restricts it.
    pub fn of_variable(&self, clause: &Clause, variable: usize) -> Option<&FxHashSet<Symbol>> {
        let positive = clause.body.iter().filter_map(positive);
        let places = positive.filter_map(flat).flat_map(|(table, args)| {
            let is_here = move |arg: &&Pattern| **arg == Pattern::Variable(variable);
            let at = args.iter().position(is_here)?;
            self.columns.get(&table).map(|columns| &columns[at])
        });
        places.min_by_key(|domain| domain.len())
    }

    /// The logarithm of the number of tuples that an atom may match, and its variables. `None` if it has unknown
    /// arguments.
    pub fn matches(&self, atom: &Atom) -> Option<(f64, Vec<usize>)> {
        let (table, args) = flat(atom)?;
        let columns = self.columns.get(&table)?;
        let mut size = 0.0;
        let mut variables = Vec::new();
        for (arg, column) in args.iter().zip(columns) {
            match arg {
                Pattern::Variable(variable) if !variables.contains(variable) => {
                    variables.push(*variable);
                    size += (column.len().max(1) as f64).log2();
                }
                Pattern::Variable(_) | Pattern::Constant(_) => {}
                Pattern::Function(..) => return None,
            }
        }
        let known = self.sizes.get(&table).copied();
        Some((known.map_or(size, |known| known.min(size)), variables))
    }
}

/// The atom of a positive condition.
pub(crate) fn positive(condition: &Condition) -> Option<&Atom> {
    match condition {
        Condition::Holds(atom) => Some(atom),
        Condition::Fails(_) | Condition::Distinct(..) => None,
    }
}

/// The table of an atom, and the arguments in the order of the table's columns. `None` for a fluent
/// or move that is a variable.
fn flat(atom: &Atom) -> Option<(Table, Vec<&Pattern>)> {
    let inner = match (atom.relation, &atom.args[..]) {
        (Symbol::TRUE | Symbol::INIT | Symbol::NEXT, [fluent]) => (Symbol::TRUE, fluent, None),
        (Symbol::DOES | Symbol::LEGAL, [role, action]) => (Symbol::DOES, action, Some(role)),
        (name, args) => return Some(((name, name, args.len()), args.iter().collect())),
    };
    let (keyword, term, role) = inner;
    let (name, args) = match term {
        Pattern::Function(name, args) => (*name, &args[..]),
        Pattern::Constant(name) => (*name, &[][..]),
        Pattern::Variable(_) => return None,
    };
    let args: Vec<&Pattern> = args.iter().chain(role).collect();
    Some(((keyword, name, args.len()), args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sheet, clauses};

    /// The sizes of the domains of a relation's arguments.
    fn check(rules: &str, relation: &str, expected: &[usize]) {
        let description = Sheet::read(rules).description;
        let domains = Domains::of(&clauses(&description).unwrap()).unwrap();
        let name = description.symbols.get(relation).unwrap();
        let mut tables = domains.columns.iter();
        let found = tables.find(|(table, _)| table.1 == name).unwrap();
        let sizes: Vec<usize> = found.1.iter().map(FxHashSet::len).collect();
        assert_eq!(sizes, expected);
    }

    #[test]
    fn rules_pass_domains_on() {
        let facts = "(d 1) (d 2) (d 3) (e 2) (init (at 1)) (role r)";
        check(&format!("{facts} (<= (p ?x 7) (d ?x))"), "p", &[3, 1]);
        check(&format!("{facts} (<= (p ?x) (d ?x) (e ?x))"), "p", &[1]);
        let rules = "(<= (legal r (go ?x)) (d ?x)) (<= (next (at ?x)) (does r (go ?x)))";
        check(&format!("{facts} {rules}"), "at", &[3]);
    }
}
