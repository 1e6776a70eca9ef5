//! Relations that have only facts.

use crate::clauses::{Atom, Clause, Pattern};
use rustc_hash::FxHashSet;

/// The facts of a relation.
#[derive(Clone, Debug, Default)]
pub(super) struct FactTable {
    rows: Vec<Vec<Pattern>>,
    set: FxHashSet<Vec<Pattern>>,
}

/// The facts of a table that match an atom.
pub(super) enum Matches<'a> {
    /// No fact.
    None,
    /// Exactly this fact.
    One(&'a [Pattern]),
    /// Several facts.
    Several,
}

impl FactTable {
    /// Builds the table of these clauses; `None` if one of them is not a ground fact.
    pub fn of(clauses: &[Clause]) -> Option<FactTable> {
        let mut table = FactTable::default();
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

    /// Finds the facts that match the atom.
    pub fn matches(&self, atom: &Atom) -> Matches<'_> {
        if let Some(row) = self.set.get(&atom.args) {
            return Matches::One(row);
        }
        let mut matching = self.rows.iter().filter(|row| is_instance(&atom.args, row));
        match (matching.next(), matching.next()) {
            (None, _) => Matches::None,
            (Some(row), None) => Matches::One(row),
            (Some(_), Some(_)) => Matches::Several,
        }
    }
}

/// Returns whether the ground patterns are an instance of the other patterns.
fn is_instance(patterns: &[Pattern], ground: &[Pattern]) -> bool {
    let mut values = Vec::new();
    let mut pairs = patterns.iter().zip(ground);
    patterns.len() == ground.len() && pairs.all(|(p, g)| matches_pattern(p, g, &mut values))
}

fn matches_pattern<'a>(
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
            f == g
                && xs.len() == ys.len()
                && xs
                    .iter()
                    .zip(ys)
                    .all(|(x, y)| matches_pattern(x, y, values))
        }
        _ => pattern == ground,
    }
}
