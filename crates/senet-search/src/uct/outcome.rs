//! Combines the results of all threads into a move and a report.

use super::UctPlayer;
use super::measure::SearchParameters;
use super::node::NodeKind;
use super::options::Parallel;
use super::principal_variation::{MAX_LENGTH, principal_variation};
use super::root_moves::{RootMoveStats, best, entries, merge, mixed, reports, root_moves};
use super::root_stats::means;
use super::search::{SharedProgress, TreeSearch, WorkerResult};
use super::tree::Tree;
use crate::{MoveChoice, SearchReport, Stop};
use senet_engine::MoveId;
use std::sync::atomic::Ordering;

/// The results of all threads.
pub struct UctOutcome {
    /// The result of each thread, the main thread first.
    pub workers: Vec<WorkerResult>,
    /// The common progress of the threads.
    pub progress: SharedProgress,
}

impl UctPlayer {
    /// The move to play, with the report.
    pub(super) fn conclude(
        &mut self,
        outcome: UctOutcome,
        legal: &[MoveId],
        parameters: &SearchParameters,
    ) -> MoveChoice {
        let (role, game, point) = (self.setting.role, self.setting.game.clone(), self.rng.f64());
        let mut notes = vec![parameters.note.clone()];
        notes.extend(self.threads_note());
        notes.extend(
            self.guide_learner
                .iter()
                .map(|guide_learner| guide_learner.note.clone()),
        );
        let trees: Vec<&mut Tree> = self.trees().collect();
        let mut moves = root_moves(trees[0], role);
        for tree in &trees[1..] {
            merge(&mut moves, &root_moves(tree, role));
        }
        let tree = &*trees[0];
        notes.extend(outcome.notes(tree));
        let turn = tree.node(tree.root).shape() == NodeKind::Turn;
        let chosen = match turn {
            true => best(&moves),
            false => mixed(&moves, point),
        };
        let id = chosen.map(|one| one.id);
        let (values, proven) = values(&outcome.workers, tree, chosen.filter(|_| turn));
        MoveChoice {
            chosen: id.unwrap_or(legal[0]),
            report: SearchReport {
                stop: outcome.workers.first().map_or(Stop::Done, |f| f.stop),
                simulations: outcome.progress.simulations.load(Ordering::Relaxed),
                nodes: outcome.progress.nodes.load(Ordering::Relaxed),
                depth: outcome.depth(),
                values,
                proven,
                moves: reports(&moves, &outcome.workers, legal),
                line: principal_variation(tree, &*game, id.map(|id| (role, id)), MAX_LENGTH),
                descents: outcome.descents(),
                batching: Some(parameters.batching()),
                notes,
            },
        }
    }

    fn threads_note(&self) -> Option<String> {
        let threads = self.options.threads;
        let what = match self.options.parallel {
            Parallel::Tree => "in one tree",
            Parallel::Root => "each in its own tree",
        };
        (threads > 1).then(|| format!("{threads} threads, {what}"))
    }
}

/// The maximum length of the principal variation in intermediate reports. It is short, since it costs game queries.
const PROGRESS_LENGTH: usize = 8;

/// An intermediate report of one thread.
pub fn progress_report(search: &TreeSearch, workers: &WorkerResult) -> SearchReport {
    let tree = search.read();
    let moves = root_moves(&tree, search.role);
    let turn = tree.node(tree.root).shape() == NodeKind::Turn;
    let best = best(&moves);
    let own = std::slice::from_ref(workers);
    let (values, proven) = values(own, &tree, best.filter(|_| turn));
    let ids: Vec<MoveId> = moves.iter().map(|one| one.id).collect();
    let first = best.map(|one| (search.role, one.id));
    SearchReport {
        simulations: search.progress.simulations.load(Ordering::Relaxed),
        nodes: search.progress.nodes.load(Ordering::Relaxed),
        depth: workers.depth as u32,
        values,
        proven,
        moves: reports(&moves, own, &ids),
        line: principal_variation(&tree, search.game, first, PROGRESS_LENGTH),
        ..SearchReport::default()
    }
}

/// The expected goals, and whether they are proven.
fn values(
    workers: &[WorkerResult],
    tree: &Tree,
    chosen: Option<&RootMoveStats>,
) -> (Vec<f64>, bool) {
    let bounds = tree.bounds_of(tree.root);
    if tree.solver && bounds.iter().all(|bound| bound.is_exact()) {
        let exact = bounds.iter().map(|bound| f64::from(bound.lower()));
        return (exact.collect(), true);
    }
    let of_chosen = chosen.map(|one| match &one.proven {
        Some(values) => values.clone(),
        None => means(entries(workers).filter(|entry| entry.id == one.id)),
    });
    let values = of_chosen.filter(|values| !values.is_empty());
    (values.unwrap_or_else(|| means(entries(workers))), false)
}

impl UctOutcome {
    fn depth(&self) -> u32 {
        let depths = self.workers.iter().map(|found| found.depth);
        depths.max().unwrap_or(0) as u32
    }

    fn descents(&self) -> u64 {
        self.workers.iter().map(|found| found.descents).sum()
    }

    fn notes(&self, tree: &Tree) -> Vec<String> {
        let batches: u64 = self.workers.iter().map(|found| found.batches).sum();
        let mut notes = vec![format!(
            "{} descents in {batches} batches; {} nodes, {:.1} MiB; {} transpositions",
            self.descents(),
            tree.node_slots.taken(),
            tree.bytes() as f64 / f64::from(1 << 20),
            tree.transpositions.load(Ordering::Relaxed),
        )];
        let recycled = self.progress.recycled.load(Ordering::Relaxed);
        if recycled > 0 {
            notes.push(format!(
                "memory was used up {recycled} times: the least visited nodes were recycled"
            ));
        }
        if self.progress.full.load(Ordering::Relaxed) {
            notes.push("memory is used up: the tree stopped growing".to_string());
        }
        notes
    }
}
