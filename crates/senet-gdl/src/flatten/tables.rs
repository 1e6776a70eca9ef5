//! Relations that are nothing but a list of facts.

use crate::clauses::{Atom, Clause, Pattern};
use rustc_hash::FxHashSet;

/// The facts of a relation.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<Pattern>>,
    set: FxHashSet<Vec<Pattern>>,
}

/// How many facts of a table an atom may stand for.
pub(super) enum Matches<'a> {
    /// None.
    None,
    /// Just this one.
    One(&'a [Pattern]),
    /// More.
    Several,
}

impl Table {
    /// The table of these clauses; `None` if one of them is no ground fact.
    pub fn of(clauses: &[Clause]) -> Option<Table> {
        let mut table = Table::default();
        for clause in clauses {
            if !clause.body.is_empty() || !clause.head.variables().is_empty() {
                return None;
            }
            if table.set.insert(clause.head.args.clone()) {
                table.rows.push(clause.head.args.clone());
            }
        }
        Some(table)
    }

    /// The number of facts.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Which facts the atom may stand for.
    pub fn matches(&self, atom: &Atom) -> Matches<'_> {
        if let Some(row) = self.set.get(&atom.args) {
            return Matches::One(row);
        }
        let mut fitting = self.rows.iter().filter(|row| fits_all(&atom.args, row));
        match (fitting.next(), fitting.next()) {
            (None, _) => Matches::None,
            (Some(row), None) => Matches::One(row),
            (Some(_), Some(_)) => Matches::Several,
        }
    }
}

/// Whether the ground patterns are an instance of the others.
fn fits_all(patterns: &[Pattern], ground: &[Pattern]) -> bool {
    let mut values = Vec::new();
    let mut pairs = patterns.iter().zip(ground);
    patterns.len() == ground.len() && pairs.all(|(p, g)| fits(p, g, &mut values))
}

fn fits<'a>(
    pattern: &Pattern,
    ground: &'a Pattern,
    values: &mut Vec<(usize, &'a Pattern)>,
) -> bool {
    match (pattern, ground) {
        (Pattern::Variable(variable), _) => {
            match values.iter().find(|(known, _)| known == variable) {
                Some((_, value)) => *value == ground,
                None => {
                    values.push((*variable, ground));
                    true
                }
            }
        }
        (Pattern::Function(f, xs), Pattern::Function(g, ys)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| fits(x, y, values))
        }
        _ => pattern == ground,
    }
}
