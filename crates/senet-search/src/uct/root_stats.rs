//! The values of every role after each root move. The tree itself keeps only the values of the role that chooses.

use super::node::NodeKind;
use super::tree::Tree;
use senet_engine::{MoveId, RoleId};
use std::ops::Range;

/// Value sums of one role's moves at the root.
#[derive(Clone, Debug)]
pub struct RootStats {
    role: RoleId,
    edges: Range<u32>,
    /// One per move.
    pub entries: Vec<RootMoveSums>,
}

/// Value sums of one move.
#[derive(Clone, Debug)]
pub struct RootMoveSums {
    /// The move.
    pub id: MoveId,
    /// The number of descents.
    pub count: u64,
    /// The sum of values of each role.
    pub sums: Vec<f64>,
}

impl RootStats {
    /// Empty sums for a role at the root of a tree.
    pub fn of(tree: &Tree, role: RoleId) -> RootStats {
        let edges = root_edges(tree, role);
        let entry = |edge: u32| RootMoveSums {
            id: tree.move_of(edge),
            count: 0,
            sums: vec![0.0; tree.roles],
        };
        RootStats {
            role,
            entries: edges.clone().map(entry).collect(),
            edges,
        }
    }

    /// Looks up the root's edges again, after the tree was renumbered.
    pub fn refresh_edges(&mut self, tree: &Tree) {
        self.edges = root_edges(tree, self.role);
    }

    /// Adds the values at the end of a path.
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

/// The mean values, from 0 to 100; empty without descents.
pub fn means<'e>(entries: impl Iterator<Item = &'e RootMoveSums>) -> Vec<f64> {
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
        NodeKind::Turn if node.mover() == role => node.edges(),
        NodeKind::Joint => {
            let choices = tree.choices_of(tree.root).map(|choices| &*choices.roles);
            let mut choices = choices.unwrap_or_default().iter();
            let own = choices.find(|choice| choice.role == role);
            own.map_or(0..0, |choice| choice.edges.clone())
        }
        _ => 0..0,
    }
}
