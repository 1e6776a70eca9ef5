//! The loop: batch after batch until something says stop.
//!
//! Threads share a tree behind a lock that many may hold who change statistics or add nodes. Alone is only who adds memory, renumbers the tree or
//! withdraws proofs: all that is rare, and memory is got before. Nobody holds the lock while the game is asked.

use super::batch::Worker;
use super::guide::Guide;
use super::ledger::Ledger;
use super::measure::Plan;
use super::outcome::so_far;
use super::room::Needs;
use super::tree::Tree;
use crate::{Budget, Stop};
use senet_engine::{Game, RoleId};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

/// What recycling takes for each node, about.
const RECYCLING: Duration = Duration::from_nanos(300);

/// What it takes to get memory for many nodes from the system at the worst. Whoever has less time left makes do with what there is.
const GROWING: Duration = Duration::from_millis(50);

/// A search that is under way.
pub struct Search<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The role of chance.
    pub chance: Option<RoleId>,
    /// The role for which a move is wanted.
    pub role: RoleId,
    /// The tree.
    pub tree: &'a RwLock<Tree>,
    /// How it is gone about.
    pub plan: &'a Plan,
    /// Whether random matches prefer moves that were good elsewhere.
    pub mast: bool,
    /// What guides the search.
    pub guide: Option<&'a Guide>,
    /// Whether several threads are in the same tree.
    pub shared: bool,
    /// Bytes that the tree may take.
    pub memory: usize,
    /// What all threads have done together.
    pub progress: &'a Progress,
}

/// What all threads have done together.
#[derive(Default)]
pub struct Progress {
    /// Matches.
    pub simulations: AtomicU64,
    /// States that came into the tree. Each becomes a node when a descent comes to it.
    pub nodes: AtomicU64,
    /// How often the tree was cut back to what matters most.
    pub recycled: AtomicU64,
    /// Whether the tree could not grow any more.
    pub full: AtomicBool,
}

/// What one thread found out.
pub struct Findings {
    /// What stopped it.
    pub stop: Stop,
    /// What the moves at the root came to.
    pub ledger: Ledger,
    /// The longest descent.
    pub depth: usize,
    /// Batches.
    pub batches: u64,
    /// Descents.
    pub descents: u64,
}

impl Search<'_> {
    /// The tree, to change statistics and to add nodes.
    pub fn read(&self) -> RwLockReadGuard<'_, Tree> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tree for this thread alone.
    pub fn write(&self) -> RwLockWriteGuard<'_, Tree> {
        self.tree.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches until something says stop.
    pub fn run(&self, budget: &Budget, seed: u64) -> Findings {
        let _watch = budget.watch();
        let mut worker = Worker::new(self, seed);
        worker.findings.stop = loop {
            if let Some(stop) = self.stop(budget) {
                break stop;
            }
            budget.tell(|| so_far(self, &worker.findings));
            let grow = self.may_grow(budget);
            if self.step(&mut worker, grow).is_err() {
                break budget.out_of_time().unwrap_or(Stop::Done);
            }
        };
        worker.hand_over(&self.read());
        worker.findings
    }

    /// What stops the search, if anything does.
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

    /// Whether there is room for more nodes. Makes room if there is time for it.
    fn may_grow(&self, budget: &Budget) -> bool {
        let tree = self.read();
        if !tree.is_full(self.memory) {
            if has_time_to_grow(budget) && tree.claims_room() {
                let room = tree.fresh_room(Needs::default());
                drop(tree);
                self.write().add_room(room);
            }
            return true;
        }
        let nodes = tree.node_places.taken() as u32;
        drop(tree);
        let needed = RECYCLING * nodes;
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
        // A root with so many moves that they alone fill the memory.
        if tree.is_full(self.memory) {
            self.progress.full.store(true, Ordering::Relaxed);
        }
    }
}

/// Whether memory may be got without being late. Of a short time most is there to grow.
fn has_time_to_grow(budget: &Budget) -> bool {
    let (Some(left), Some(all)) = (budget.remaining(), budget.total()) else {
        return true;
    };
    left > GROWING.min(all / 4)
}
