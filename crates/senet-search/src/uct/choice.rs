//! From the statistics of the root to a move and a report.

use super::Uct;
use super::ledger::{Ledger, root_edges};
use super::measure::Plan;
use super::search::{Findings, Search};
use super::tree::{Edge, Kind, NONE, NodeId, Tree};
use crate::{Choice, MoveReport, Report, Stop};
use senet_engine::{Game, MoveId, RoleId};
use std::sync::atomic::Ordering;

/// Where several roles choose at once, moves with at least this share of the visits of the most visited one are played, each as often as
/// it was visited: whoever always takes the most visited one can be seen through.
const MIXED_SHARE: f64 = 0.4;
/// Joint moves that are told in advance, at most.
const LINE: usize = 24;

/// What all threads found out together.
pub struct Outcome {
    stop: Stop,
    ledger: Ledger,
    depth: usize,
    batches: u64,
    descents: u64,
    simulations: u64,
    nodes: u64,
    full: bool,
}

impl Outcome {
    /// Puts together what the threads found. There is at least one.
    pub fn of(search: &Search, findings: Vec<Findings>) -> Outcome {
        let tree = search.tree.read().unwrap_or_else(|p| p.into_inner());
        let mut outcome = Outcome {
            stop: findings.first().map_or(Stop::Done, |first| first.stop),
            ledger: Ledger::of(&tree, search.role),
            depth: 0,
            batches: 0,
            descents: 0,
            simulations: search.simulations.load(Ordering::Relaxed),
            nodes: tree.nodes.len().saturating_sub(search.nodes_before) as u64,
            full: search.full.load(Ordering::Relaxed),
        };
        for found in findings {
            outcome.ledger.merge(&found.ledger);
            outcome.depth = outcome.depth.max(found.depth);
            outcome.batches += found.batches;
            outcome.descents += found.descents;
        }
        outcome
    }

    fn notes(&self, tree: &Tree, plan: &Plan, threads: usize) -> Vec<String> {
        let mut notes = vec![
            plan.note.clone(),
            format!(
                "{} descents in {} batches, {} nodes in a tree of {:.1} MiB, {} met again",
                self.descents,
                self.batches,
                tree.nodes.len(),
                tree.bytes() as f64 / f64::from(1 << 20),
                tree.transpositions,
            ),
        ];
        if threads > 1 {
            notes.push(format!("{threads} threads on one tree"));
        }
        if self.full {
            notes.push("the tree is as large as its memory allows and grows no more".to_string());
        }
        notes
    }
}

impl Uct {
    /// The move to make, and the report.
    pub(super) fn conclude(&mut self, outcome: Outcome, legal: &[MoveId], plan: &Plan) -> Choice {
        let (role, game) = (self.setting.role, self.setting.game.clone());
        let mut rng = self.rng.fork();
        let threads = self.options.threads;
        let tree = self.tree();
        let edges = root_edges(tree, role);
        let turn = tree.node(tree.root).shape == Kind::Turn;
        let chosen = match turn {
            true => best_turn(tree, role),
            false => {
                let own = &tree.edges[edges.start as usize..edges.end as usize];
                mixed(own, rng.f64())
            }
        };
        let moves = move_reports(tree, role, &outcome.ledger, legal);
        let chosen = chosen.map(|index| tree.moves[edges.start as usize + index]);
        let bounds = tree.bounds_of(tree.root);
        let proven = tree.solver && bounds.iter().all(|bound| bound.is_exact());
        let report = Report {
            stop: outcome.stop,
            simulations: outcome.simulations,
            nodes: outcome.nodes,
            depth: outcome.depth as u32,
            values: match proven {
                true => bounds.iter().map(|b| f64::from(b.least())).collect(),
                false => expected(&moves, chosen.filter(|_| turn))
                    .unwrap_or_else(|| outcome.ledger.total()),
            },
            proven,
            line: line(tree, &*game, chosen.map(|id| (role, id))),
            notes: outcome.notes(tree, plan, threads),
            moves,
        };
        Choice {
            chosen: chosen.unwrap_or(legal[0]),
            report,
        }
    }
}

fn expected(moves: &[MoveReport], chosen: Option<MoveId>) -> Option<Vec<f64>> {
    let report = moves.iter().find(|report| Some(report.id) == chosen)?;
    (!report.values.is_empty()).then(|| report.values.clone())
}

/// The best of the moves of the role whose turn it is: one that gives what is proven, else the one with the most visits.
fn best_turn(tree: &Tree, role: RoleId) -> Option<usize> {
    let node = tree.node(tree.root);
    let edges = &tree.edges[node.edges()];
    let bound = |edge: &Edge| &tree.bounds_of(edge.child)[role];
    let sure = &tree.bounds_of(tree.root)[role];
    let proven = tree.solver && sure.is_exact();
    let fit = |edge: &Edge| match proven {
        true => bound(edge).least() == sure.least(),
        false => edge.sum.get() != f64::NEG_INFINITY,
    };
    let any = edges.iter().any(fit);
    let candidates = edges.iter().enumerate();
    let candidates = candidates.filter(|(_, edge)| !any || fit(edge));
    candidates
        .max_by(|(_, a), (_, b)| {
            let visits = a.visits.get().cmp(&b.visits.get());
            visits.then(a.sum.get().total_cmp(&b.sum.get()))
        })
        .map(|(index, _)| index)
}

/// One of the moves that are visited much, as often as it is visited; `point` is by chance between 0 and 1.
fn mixed(edges: &[Edge], point: f64) -> Option<usize> {
    let most = edges.iter().map(|edge| edge.visits.get()).max()?;
    let weight = |edge: &Edge| {
        let visits = f64::from(edge.visits.get());
        match visits >= MIXED_SHARE * f64::from(most) {
            true => visits.max(1.0),
            false => 0.0,
        }
    };
    let total: f64 = edges.iter().map(weight).sum();
    let mut rest = point * total;
    let found = edges.iter().position(|edge| {
        rest -= weight(edge);
        rest < 0.0
    });
    found.or(Some(0))
}

/// What is thought of each legal move, in the order of the legal moves.
fn move_reports(tree: &Tree, role: RoleId, ledger: &Ledger, legal: &[MoveId]) -> Vec<MoveReport> {
    let edges = root_edges(tree, role);
    let turn = tree.node(tree.root).shape == Kind::Turn;
    let report = |&id: &MoveId| {
        let range = edges.start as usize..edges.end as usize;
        let index = tree.moves[range].iter().position(|&known| known == id)?;
        let edge = &tree.edges[edges.start as usize + index];
        let bounds = match turn && edge.child != NONE {
            true => tree.bounds_of(edge.child),
            false => &tree.open_bounds,
        };
        let proven = tree.solver && bounds.iter().all(|bound| bound.is_exact());
        Some(MoveReport {
            id,
            visits: u64::from(edge.visits.get()),
            values: match proven {
                true => bounds.iter().map(|b| f64::from(b.least())).collect(),
                false => ledger.values(index),
            },
            proven,
        })
    };
    legal.iter().filter_map(report).collect()
}

/// The joint moves that are expected: the most visited ones, beginning with a certain move of one role.
fn line(tree: &Tree, game: &dyn Game, mut first: Option<(RoleId, MoveId)>) -> Vec<Box<[MoveId]>> {
    let mut line = Vec::new();
    let mut at = tree.root;
    while line.len() < LINE {
        let Some((joint, child)) = expected_joint(tree, game, at, first.take()) else {
            break;
        };
        line.push(joint);
        match child {
            Some(child) => at = child,
            None => break,
        }
    }
    line
}

/// The joint move that is expected in a node, and where it leads.
fn expected_joint(
    tree: &Tree,
    game: &dyn Game,
    id: NodeId,
    first: Option<(RoleId, MoveId)>,
) -> Option<(Box<[MoveId]>, Option<NodeId>)> {
    let node = tree.node(id);
    let most_visited = |role: RoleId, range: std::ops::Range<usize>| {
        let wanted = first.filter(|(own, _)| *own == role);
        let mut all = range.clone();
        let asked = wanted.and_then(|(_, id)| all.find(|&edge| tree.moves[edge] == id));
        let visited = |&edge: &usize| tree.edges[edge].visits.get() > 0;
        let most = range
            .filter(visited)
            .max_by_key(|&edge| tree.edges[edge].visits.get());
        asked.or(most)
    };
    match node.shape {
        Kind::Turn => {
            let edge = most_visited(node.mover as usize, node.edges())?;
            let joint = joint_of(tree, game, id, node.mover as usize, tree.moves[edge])?;
            Some((joint, Some(tree.edges[edge].child)))
        }
        Kind::Joint => {
            let choices = &tree.choices[node.first as usize];
            let (mut number, mut stride) = (0, 1_u64);
            for choice in &choices.roles {
                let range = choice.edges.start as usize..choice.edges.end as usize;
                let edge = most_visited(choice.role, range)?;
                number += stride * (edge - choice.edges.start as usize) as u64;
                stride = stride.saturating_mul(choice.edges.len() as u64);
            }
            let child = tree.followers.get(&(id, number)).copied();
            Some((tree.joint(id, number), child))
        }
        Kind::Leaf | Kind::Known => None,
    }
}

/// The joint move of a node in which one role chooses.
fn joint_of(
    tree: &Tree,
    game: &dyn Game,
    id: NodeId,
    mover: RoleId,
    chosen: MoveId,
) -> Option<Box<[MoveId]>> {
    let state = tree.state(id);
    let of = |role| match role == mover {
        true => Some(chosen),
        false => game.legal(&state, role).ok()?.first().copied(),
    };
    (0..tree.roles).map(of).collect()
}
