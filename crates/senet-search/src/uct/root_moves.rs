//! The choice of a move from the statistics of the root moves.

use super::root_stats::{RootMoveSums, means, root_edges};
use super::search::WorkerResult;
use super::tree::Tree;
use crate::MoveReport;
use senet_engine::{MoveId, RoleId};

/// With simultaneous moves, the player mixes all moves with at least this share of the largest visit count. It plays
/// them in proportion to their visits. Always playing the most visited move would be predictable.
const MIXED_SHARE: f64 = 0.4;

/// The statistics of a root move, summed over all trees.
pub struct RootMoveStats {
    /// The move.
    pub id: MoveId,
    /// The number of descents.
    pub visits: u64,
    /// The sum of our values.
    pub sum: f64,
    /// The proven bounds of our goal.
    pub bound: (u8, u8),
    /// The goals of all roles from 0 to 100, if they are proven.
    pub proven: Option<Vec<f64>>,
}

/// The moves of a role at the root of a tree.
pub fn root_moves(tree: &Tree, role: RoleId) -> Vec<RootMoveStats> {
    let edges = root_edges(tree, role);
    let known = |index: u32| {
        let edge = tree.edges.at(index);
        let bounds = tree.bounds_of_target(edge);
        let exact = tree.solver && bounds.iter().all(|bound| bound.is_exact());
        RootMoveStats {
            id: tree.move_of(index),
            visits: u64::from(edge.visits.get()),
            sum: edge.sum.get().max(0.0),
            bound: (bounds[role].lower(), bounds[role].upper()),
            proven: exact.then(|| bounds.iter().map(|b| f64::from(b.lower())).collect()),
        }
    };
    edges.map(known).collect()
}

/// Adds the statistics of the same moves in another tree.
pub fn merge(moves: &mut [RootMoveStats], others: &[RootMoveStats]) {
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

/// The best move in a node where only we choose: a move proven to be best, or else the most visited candidate.
pub fn best(moves: &[RootMoveStats]) -> Option<&RootMoveStats> {
    let sure = moves.iter().map(|one| one.bound.0).max()?;
    let may_be_best = |one: &&RootMoveStats| one.bound.1 >= sure;
    let best_is_sure = |one: &&RootMoveStats| one.bound.0 == sure;
    let settled = moves.iter().all(|one| one.bound.1 <= sure);
    let candidates = moves.iter().filter(|one| match settled {
        true => best_is_sure(one),
        false => may_be_best(one) && (one.bound.1 > sure || one.bound.0 == sure),
    });
    candidates.max_by(|a, b| a.visits.cmp(&b.visits).then(a.sum.total_cmp(&b.sum)))
}

/// A random move in proportion to visits, among the often visited ones. `point` is a random number between 0 and 1.
pub fn mixed(moves: &[RootMoveStats], point: f64) -> Option<&RootMoveStats> {
    let most = moves.iter().map(|one| one.visits).max()?;
    let weight = |one: &RootMoveStats| {
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

/// The reports of the legal moves, in their order.
pub fn reports(
    moves: &[RootMoveStats],
    workers: &[WorkerResult],
    legal: &[MoveId],
) -> Vec<MoveReport> {
    let report = |&id: &MoveId| {
        let one = moves.iter().find(|one| one.id == id)?;
        let values = || means(entries(workers).filter(|entry| entry.id == id));
        Some(MoveReport {
            id,
            visits: one.visits,
            values: one.proven.clone().unwrap_or_else(values),
            proven: one.proven.is_some(),
        })
    };
    legal.iter().filter_map(report).collect()
}

/// The root-move sums of all threads.
pub fn entries(workers: &[WorkerResult]) -> impl Iterator<Item = &RootMoveSums> {
    workers.iter().flat_map(|found| &found.root_stats.entries)
}
