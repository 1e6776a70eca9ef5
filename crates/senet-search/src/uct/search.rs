//! The search loop of one thread: batch after batch until the search stops.
//!
//! Threads share a tree behind a read-write lock. Selection, expansion and backpropagation need only the read lock.
//! Adding memory, renumbering and withdrawing proofs take the write lock; they are rare, and memory is allocated
//! before the lock is taken. No thread holds the lock while it queries the game.

use super::batch::Worker;
use super::capacity::ElementCounts;
use super::guide::Guide;
use super::measure::SearchParameters;
use super::outcome::progress_report;
use super::root_stats::RootStats;
use super::tree::Tree;
use crate::{Budget, Stop};
use senet_engine::{Game, RoleId};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

/// The approximate time to recycle one node.
const RECYCLE_TIME_PER_NODE: Duration = Duration::from_nanos(300);

/// The worst-case time to get memory for many nodes from the system. With less time left, the tree does not grow.
const GROW_TIME: Duration = Duration::from_millis(50);

/// A search in progress.
pub struct TreeSearch<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// Our role.
    pub role: RoleId,
    /// The tree.
    pub tree: &'a RwLock<Tree>,
    /// The search parameters.
    pub parameters: &'a SearchParameters,
    /// True if playouts use MAST.
    pub mast: bool,
    /// The learned evaluation that guides the search.
    pub guide: Option<&'a Guide>,
    /// True if several threads use the same tree.
    pub shared: bool,
    /// The memory limit of the tree in bytes.
    pub memory: usize,
    /// The progress of all threads together.
    pub progress: &'a SharedProgress,
}

/// The progress of all threads together.
#[derive(Default)]
pub struct SharedProgress {
    /// The number of simulations.
    pub simulations: AtomicU64,
    /// The number of states added to the tree. Each becomes a node on its first visit.
    pub nodes: AtomicU64,
    /// The number of times that the tree was recycled.
    pub recycled: AtomicU64,
    /// True if the tree can no longer grow.
    pub full: AtomicBool,
}

/// The result of one thread.
pub struct WorkerResult {
    /// The stop reason.
    pub stop: Stop,
    /// The statistics of the root moves.
    pub root_stats: RootStats,
    /// The length of the longest descent.
    pub depth: usize,
    /// The number of batches.
    pub batches: u64,
    /// The number of descents.
    pub descents: u64,
}

impl TreeSearch<'_> {
    /// The tree with the read lock, to update statistics and add nodes.
    pub fn read(&self) -> RwLockReadGuard<'_, Tree> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree with the write lock.
    pub fn write(&self) -> RwLockWriteGuard<'_, Tree> {
        self.tree.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches until a limit is reached or the value is proven.
    pub fn run(&self, budget: &Budget, seed: u64) -> WorkerResult {
        let _watch = budget.watch();
        let mut worker = Worker::new(self, seed);
        worker.result.stop = loop {
            if let Some(stop) = self.stop(budget) {
                break stop;
            }
            budget.report_progress(|| progress_report(self, &worker.result));
            let grow = self.may_grow(budget);
            if self.run_batch(&mut worker, grow).is_err() {
                break budget.out_of_time().unwrap_or(Stop::Done);
            }
        };
        worker.flush(&self.read());
        worker.result
    }

    /// The reason to stop now, if there is one.
    fn stop(&self, budget: &Budget) -> Option<Stop> {
        let tree = self.read();
        if tree.solver && tree.bounds_of(tree.root)[self.role].is_exact() {
            return Some(Stop::Solved);
        }
        let endless = budget.total().is_none()
            && budget.simulations == u64::MAX
            && budget.nodes == u64::MAX
            && (self.is_full() || self.progress.recycled.load(Ordering::Relaxed) > 0);
        let nodes = self.progress.nodes.load(Ordering::Relaxed);
        let simulations = self.progress.simulations.load(Ordering::Relaxed);
        match endless {
            true => Some(Stop::Memory),
            false => budget.stop(nodes, simulations, 0),
        }
    }

    fn is_full(&self) -> bool {
        self.progress.full.load(Ordering::Relaxed)
    }

    /// True if the tree may grow. Adds memory or recycles nodes if there is time for it.
    fn may_grow(&self, budget: &Budget) -> bool {
        let tree = self.read();
        if !tree.is_full(self.memory) {
            if has_time_to_grow(budget) && tree.claims_allocation() {
                let fresh = tree.allocate_fresh(ElementCounts::default());
                drop(tree);
                self.write().add_fresh(fresh);
            }
            return true;
        }
        let nodes = tree.node_slots.taken() as u32;
        drop(tree);
        let needed = RECYCLE_TIME_PER_NODE * nodes;
        let in_time = budget.remaining().is_none_or(|left| left > 2 * needed);
        if !in_time || self.is_full() {
            self.progress.full.store(true, Ordering::Relaxed);
            return false;
        }
        self.recycle();
        true
    }

    fn recycle(&self) {
        let mut tree = self.write();
        if !tree.is_full(self.memory) {
            return;
        }
        tree.recycle(self.memory);
        self.progress.recycled.fetch_add(1, Ordering::Relaxed);
        // The root alone can fill the memory if it has very many moves.
        if tree.is_full(self.memory) {
            self.progress.full.store(true, Ordering::Relaxed);
        }
    }
}

/// True if there is enough time to allocate memory. If the total time is short, the tree may grow until most of it is
/// used.
fn has_time_to_grow(budget: &Budget) -> bool {
    let (Some(left), Some(all)) = (budget.remaining(), budget.total()) else {
        return true;
    };
    left > GROW_TIME.min(all / 4)
}
