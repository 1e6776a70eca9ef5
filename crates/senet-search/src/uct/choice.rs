//! From the statistics of the root to a move and a report.

use super::ledger::{Entry, means, root_edges};
use super::search::Findings;
use super::tree::Tree;
use crate::MoveReport;
use senet_engine::{MoveId, RoleId};

/// Where several roles choose at once, moves with at least this share of the visits of the most visited one are played, each as often as
/// it was visited: whoever always takes the most visited one can be seen through.
const MIXED_SHARE: f64 = 0.4;

/// What is known of a move at the root, from all trees together.
pub struct RootMove {
    /// The move.
    pub id: MoveId,
    /// Descents.
    pub visits: u64,
    /// The sum of our values.
    pub sum: f64,
    /// What we get at least and at most.
    pub bound: (u8, u8),
    /// The values of all roles from 0 to 100, if they are proven.
    pub proven: Option<Vec<f64>>,
}

/// The moves of a role at the root of a tree.
pub fn root_moves(tree: &Tree, role: RoleId) -> Vec<RootMove> {
    let edges = root_edges(tree, role);
    let known = |index: u32| {
        let edge = tree.edges.at(index);
        let bounds = tree.bounds_behind(edge);
        let exact = tree.solver && bounds.iter().all(|bound| bound.is_exact());
        RootMove {
            id: tree.move_of(index),
            visits: u64::from(edge.visits.get()),
            sum: edge.sum.get().max(0.0),
            bound: (bounds[role].least(), bounds[role].most()),
            proven: exact.then(|| bounds.iter().map(|b| f64::from(b.least())).collect()),
        }
    };
    edges.map(known).collect()
}

/// Adds what another tree knows of the same moves.
pub fn merge(moves: &mut [RootMove], others: &[RootMove]) {
    for own in moves {
        for other in others.iter().filter(|other| other.id == own.id) {
            own.visits += other.visits;
            own.sum += other.sum;
            own.bound.0 = own.bound.0.max(other.bound.0);
            own.bound.1 = own.bound.1.min(other.bound.1);
            if own.proven.is_none() {
                own.proven.clone_from(&other.proven);
            }
        }
    }
}

/// The best of the moves where nobody else chooses: one that is proven to be the best; else the most visited of those that may be.
pub fn best(moves: &[RootMove]) -> Option<&RootMove> {
    let sure = moves.iter().map(|one| one.bound.0).max()?;
    let may_be_best = |one: &&RootMove| one.bound.1 >= sure;
    let best_is_sure = |one: &&RootMove| one.bound.0 == sure;
    let settled = moves.iter().all(|one| one.bound.1 <= sure);
    let candidates = moves.iter().filter(|one| match settled {
        true => best_is_sure(one),
        false => may_be_best(one) && (one.bound.1 > sure || one.bound.0 == sure),
    });
    candidates.max_by(|a, b| a.visits.cmp(&b.visits).then(a.sum.total_cmp(&b.sum)))
}

/// One of the moves that are visited much, as often as it is visited; `point` is by chance between 0 and 1.
pub fn mixed(moves: &[RootMove], point: f64) -> Option<&RootMove> {
    let most = moves.iter().map(|one| one.visits).max()?;
    let weight = |one: &RootMove| {
        let visits = one.visits as f64;
        match visits >= MIXED_SHARE * most as f64 {
            true => visits.max(1.0),
            false => 0.0,
        }
    };
    let total: f64 = moves.iter().map(weight).sum();
    let mut rest = point * total;
    let found = moves.iter().find(|one| {
        rest -= weight(one);
        rest < 0.0
    });
    found.or(moves.first())
}

/// What is thought of each legal move, in the order of the legal moves.
pub fn reports(moves: &[RootMove], findings: &[Findings], legal: &[MoveId]) -> Vec<MoveReport> {
    let report = |&id: &MoveId| {
        let one = moves.iter().find(|one| one.id == id)?;
        let values = || means(entries(findings).filter(|entry| entry.id == id));
        Some(MoveReport {
            id,
            visits: one.visits,
            values: one.proven.clone().unwrap_or_else(values),
            proven: one.proven.is_some(),
        })
    };
    legal.iter().filter_map(report).collect()
}

/// All entries of the ledgers.
pub fn entries(findings: &[Findings]) -> impl Iterator<Item = &Entry> {
    findings.iter().flat_map(|found| &found.ledger.entries)
}
