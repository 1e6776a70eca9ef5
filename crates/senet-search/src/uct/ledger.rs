//! What every role got after each move at the root: the tree keeps only what the one who chooses got.

use super::node::Kind;
use super::tree::Tree;
use senet_engine::{MoveId, RoleId};
use std::ops::Range;

/// Sums for the moves of one role at the root.
#[derive(Clone, Debug)]
pub struct Ledger {
    role: RoleId,
    edges: Range<u32>,
    /// For each move.
    pub entries: Vec<Entry>,
}

/// Sums for one move.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The move.
    pub id: MoveId,
    /// Descents.
    pub count: u64,
    /// For each role, the sum of its values.
    pub sums: Vec<f64>,
}

impl Ledger {
    /// Nothing yet, for a role at the root of a tree.
    pub fn of(tree: &Tree, role: RoleId) -> Ledger {
        let edges = root_edges(tree, role);
        let entry = |edge: u32| Entry {
            id: tree.move_of(edge),
            count: 0,
            sums: vec![0.0; tree.roles],
        };
        Ledger {
            role,
            entries: edges.clone().map(entry).collect(),
            edges,
        }
    }

    /// Takes note that the edges of the same root have other numbers.
    pub fn follow(&mut self, tree: &Tree) {
        self.edges = root_edges(tree, self.role);
    }

    /// Adds the values of the end of a path.
    pub fn add(&mut self, steps: &[(u32, u32)], values: &[f64]) {
        let own = steps.iter().take(values.len());
        let own = own.map(|(edge, _)| *edge);
        if let Some(edge) = own.into_iter().find(|edge| self.edges.contains(edge)) {
            let entry = &mut self.entries[(edge - self.edges.start) as usize];
            entry.count += 1;
            let sums = entry.sums.iter_mut().zip(values);
            sums.for_each(|(sum, value)| *sum += value);
        }
    }
}

/// The mean values of entries, from 0 to 100; empty if there is none.
pub fn means<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<f64> {
    let (mut count, mut sums) = (0, Vec::new());
    for entry in entries.filter(|entry| entry.count > 0) {
        count += entry.count;
        sums.resize(entry.sums.len(), 0.0);
        let pairs = sums.iter_mut().zip(&entry.sums);
        pairs.for_each(|(sum, more)| *sum += more);
    }
    sums.iter().map(|sum| sum / count as f64 * 100.0).collect()
}

/// The edges of a role at the root; none if it has no choice there.
pub fn root_edges(tree: &Tree, role: RoleId) -> Range<u32> {
    let node = tree.node(tree.root);
    match node.shape() {
        Kind::Turn if node.mover() == role => node.edges(),
        Kind::Joint => {
            let choices = tree.choices_of(tree.root).map(|choices| &*choices.roles);
            let mut choices = choices.unwrap_or_default().iter();
            let own = choices.find(|choice| choice.role == role);
            own.map_or(0..0, |choice| choice.edges.clone())
        }
        _ => 0..0,
    }
}
