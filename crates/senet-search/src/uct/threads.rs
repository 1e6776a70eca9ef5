//! Runs the search on one or several threads, with one shared tree or one tree per thread.

use super::UctPlayer;
use super::measure::SearchParameters;
use super::outcome::UctOutcome;
use super::search::{SharedProgress, TreeSearch, WorkerResult};
use crate::{Budget, chance_role};
use senet_engine::spread_seed;

impl UctPlayer {
    /// Searches from the root.
    pub(super) fn search(&mut self, parameters: &SearchParameters, budget: &Budget) -> UctOutcome {
        let seed = self.rng.u64(..);
        let (threads, trees) = (self.options.threads, self.trees.len());
        let limit = self.options.memory.unwrap_or(usize::MAX);
        let progress = SharedProgress::default();
        let search = |tree: usize| TreeSearch {
            game: &*self.setting.game,
            chance: chance_role(&*self.setting.game),
            role: self.setting.role,
            tree: &self.trees[tree],
            parameters,
            mast: self.options.mast,
            guide: self.guide.as_ref(),
            shared: threads > trees,
            memory: limit.min(budget.memory_bytes) / trees,
            progress: &progress,
        };
        let searches: Vec<TreeSearch> = (0..trees).map(search).collect();
        let workers = run_threads(&searches, threads, budget, seed);
        UctOutcome { workers, progress }
    }
}

/// Runs the search on several threads. Thread `i` uses tree `i` modulo the number of trees. If the system refuses a
/// thread, the search continues without it.
fn run_threads(
    searches: &[TreeSearch],
    threads: usize,
    budget: &Budget,
    seed: u64,
) -> Vec<WorkerResult> {
    std::thread::scope(|scope| {
        let spawn_worker = |number: usize| {
            let search = &searches[number % searches.len()];
            let seed = spread_seed(seed, number as u64);
            let work = move || search.run(&budget.for_this_thread().without_listener(), seed);
            std::thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let handles: Vec<_> = (1..threads).filter_map(spawn_worker).collect();
        let mut workers = vec![searches[0].run(budget, seed)];
        workers.extend(handles.into_iter().filter_map(|handle| handle.join().ok()));
        workers
    })
}
