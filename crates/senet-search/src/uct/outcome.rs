//! What all threads found out together: the move to make, and the report.

use super::Uct;
use super::choice::{RootMove, best, entries, merge, mixed, reports, root_moves};
use super::ledger::means;
use super::line::{LENGTH, line};
use super::measure::Plan;
use super::node::Kind;
use super::options::Parallel;
use super::search::{Findings, Progress, Search};
use super::tree::Tree;
use crate::{Choice, Report, Stop};
use senet_engine::MoveId;
use std::sync::atomic::Ordering;

/// What all threads found out.
pub struct Outcome {
    /// Each of them, the first one's first.
    pub findings: Vec<Findings>,
    /// What they did together.
    pub progress: Progress,
}

impl Uct {
    /// The move to make, and the report.
    pub(super) fn conclude(&mut self, outcome: Outcome, legal: &[MoveId], plan: &Plan) -> Choice {
        let (role, game, point) = (self.setting.role, self.setting.game.clone(), self.rng.f64());
        let mut notes = vec![plan.note.clone()];
        notes.extend(self.threads_note());
        notes.extend(self.lessons.iter().map(|lessons| lessons.note.clone()));
        let trees: Vec<&mut Tree> = self.trees().collect();
        let mut moves = root_moves(trees[0], role);
        for tree in &trees[1..] {
            merge(&mut moves, &root_moves(tree, role));
        }
        let tree = &*trees[0];
        notes.extend(outcome.notes(tree));
        let turn = tree.node(tree.root).shape() == Kind::Turn;
        let chosen = match turn {
            true => best(&moves),
            false => mixed(&moves, point),
        };
        let id = chosen.map(|one| one.id);
        let (values, proven) = values(&outcome.findings, tree, chosen.filter(|_| turn));
        Choice {
            chosen: id.unwrap_or(legal[0]),
            report: Report {
                stop: outcome.findings.first().map_or(Stop::Done, |f| f.stop),
                simulations: outcome.progress.simulations.load(Ordering::Relaxed),
                nodes: outcome.progress.nodes.load(Ordering::Relaxed),
                depth: outcome.depth(),
                values,
                proven,
                moves: reports(&moves, &outcome.findings, legal),
                line: line(tree, &*game, id.map(|id| (role, id)), LENGTH),
                descents: outcome.descents(),
                batching: Some(plan.batching()),
                notes,
            },
        }
    }

    fn threads_note(&self) -> Option<String> {
        let threads = self.options.threads;
        let what = match self.options.parallel {
            Parallel::Tree => "in one tree",
            Parallel::Root => "each in a tree of its own",
        };
        (threads > 1).then(|| format!("{threads} threads, {what}"))
    }
}

/// Joint moves that are told while the search goes on, at most: the game is asked for them.
const LENGTH_SO_FAR: usize = 8;

/// What a thread has found out while it goes on searching.
pub fn so_far(search: &Search, findings: &Findings) -> Report {
    let tree = search.read();
    let moves = root_moves(&tree, search.role);
    let turn = tree.node(tree.root).shape() == Kind::Turn;
    let best = best(&moves);
    let own = std::slice::from_ref(findings);
    let (values, proven) = values(own, &tree, best.filter(|_| turn));
    let ids: Vec<MoveId> = moves.iter().map(|one| one.id).collect();
    let first = best.map(|one| (search.role, one.id));
    Report {
        simulations: search.progress.simulations.load(Ordering::Relaxed),
        nodes: search.progress.nodes.load(Ordering::Relaxed),
        depth: findings.depth as u32,
        values,
        proven,
        moves: reports(&moves, own, &ids),
        line: line(&tree, search.game, first, LENGTH_SO_FAR),
        ..Report::default()
    }
}

/// What is expected, and whether that is proven.
fn values(findings: &[Findings], tree: &Tree, chosen: Option<&RootMove>) -> (Vec<f64>, bool) {
    let bounds = tree.bounds_of(tree.root);
    if tree.solver && bounds.iter().all(|bound| bound.is_exact()) {
        let exact = bounds.iter().map(|bound| f64::from(bound.least()));
        return (exact.collect(), true);
    }
    let of_chosen = chosen.map(|one| match &one.proven {
        Some(values) => values.clone(),
        None => means(entries(findings).filter(|entry| entry.id == one.id)),
    });
    let values = of_chosen.filter(|values| !values.is_empty());
    (values.unwrap_or_else(|| means(entries(findings))), false)
}

impl Outcome {
    fn depth(&self) -> u32 {
        let depths = self.findings.iter().map(|found| found.depth);
        depths.max().unwrap_or(0) as u32
    }

    fn descents(&self) -> u64 {
        self.findings.iter().map(|found| found.descents).sum()
    }

    fn notes(&self, tree: &Tree) -> Vec<String> {
        let batches: u64 = self.findings.iter().map(|found| found.batches).sum();
        let mut notes = vec![format!(
            "{} descents in {batches} batches; {} nodes, {:.1} MiB; {} states met again",
            self.descents(),
            tree.node_places.taken(),
            tree.bytes() as f64 / f64::from(1 << 20),
            tree.transpositions.load(Ordering::Relaxed),
        )];
        let recycled = self.progress.recycled.load(Ordering::Relaxed);
        if recycled > 0 {
            notes.push(format!(
                "memory was used up {recycled} times: the tree was cut back to what matters most"
            ));
        }
        if self.progress.full.load(Ordering::Relaxed) {
            notes.push("memory is used up: the tree grows no more".to_string());
        }
        notes
    }
}
