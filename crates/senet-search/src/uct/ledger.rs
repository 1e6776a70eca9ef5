//! What every role got after each move at the root: the tree keeps only what the one who chooses got.

use super::tree::{Kind, Tree};
use senet_engine::RoleId;
use std::ops::Range;

/// Sums for the moves of one role at the root.
#[derive(Clone, Debug)]
pub struct Ledger {
    role: RoleId,
    roles: usize,
    edges: Range<u32>,
    counts: Vec<u64>,
    sums: Vec<f64>,
}

impl Ledger {
    /// Nothing yet, for a role at the root of a tree.
    pub fn of(tree: &Tree, role: RoleId) -> Ledger {
        let edges = root_edges(tree, role);
        Ledger {
            role,
            roles: tree.roles,
            counts: vec![0; edges.len()],
            sums: vec![0.0; edges.len() * tree.roles],
            edges,
        }
    }

    /// Adds the values of the end of a path.
    pub fn add(&mut self, steps: &[(u32, u32)], values: &[f64]) {
        let own = steps.iter().take(self.roles);
        let Some((edge, _)) = own
            .filter(|(edge, _)| self.edges.contains(edge))
            .find(|(_, role)| *role as usize == self.role)
        else {
            return;
        };
        let at = (edge - self.edges.start) as usize;
        self.counts[at] += 1;
        let sums = &mut self.sums[at * self.roles..(at + 1) * self.roles];
        sums.iter_mut().zip(values).for_each(|(sum, v)| *sum += v);
    }

    /// Adds another ledger of the same root.
    pub fn merge(&mut self, other: &Ledger) {
        let counts = self.counts.iter_mut().zip(&other.counts);
        counts.for_each(|(own, other)| *own += other);
        let sums = self.sums.iter_mut().zip(&other.sums);
        sums.for_each(|(own, other)| *own += other);
    }

    /// The mean values after a move, from 0 to 100; empty if it was never tried.
    pub fn values(&self, index: usize) -> Vec<f64> {
        let count = self.counts[index];
        if count == 0 {
            return Vec::new();
        }
        let sums = &self.sums[index * self.roles..(index + 1) * self.roles];
        sums.iter().map(|sum| sum / count as f64 * 100.0).collect()
    }

    /// The mean values over all moves; empty if none was tried.
    pub fn total(&self) -> Vec<f64> {
        let count: u64 = self.counts.iter().sum();
        if count == 0 {
            return Vec::new();
        }
        let of = |role: usize| {
            let sums = self.sums.iter().skip(role).step_by(self.roles);
            sums.sum::<f64>() / count as f64 * 100.0
        };
        (0..self.roles).map(of).collect()
    }
}

/// The edges of a role at the root; none if it has no choice there.
pub fn root_edges(tree: &Tree, role: RoleId) -> Range<u32> {
    let node = tree.node(tree.root);
    match node.shape {
        Kind::Turn if node.mover as usize == role => node.first..node.first + node.count,
        Kind::Joint => {
            let choices = tree.choices[node.first as usize].roles.iter();
            let own = choices.into_iter().find(|choice| choice.role == role);
            own.map_or(0..0, |choice| choice.edges.clone())
        }
        _ => 0..0,
    }
}
