//! The search on one thread or many: all in one tree, or each in a tree of its own.

use super::Uct;
use super::measure::Plan;
use super::outcome::Outcome;
use super::search::{Findings, Progress, Search};
use crate::{Budget, chance_role};
use senet_engine::spread_seed;

impl Uct {
    /// Searches from the root.
    pub(super) fn search(&mut self, plan: &Plan, budget: &Budget) -> Outcome {
        let seed = self.rng.u64(..);
        let (threads, trees) = (self.options.threads, self.trees.len());
        let limit = self.options.memory.unwrap_or(usize::MAX);
        let progress = Progress::default();
        let search = |tree: usize| Search {
            game: &*self.setting.game,
            chance: chance_role(&*self.setting.game),
            role: self.setting.role,
            tree: &self.trees[tree],
            plan,
            mast: self.options.mast,
            guide: self.guide.as_ref(),
            shared: threads > trees,
            memory: limit.min(budget.memory_bytes) / trees,
            progress: &progress,
        };
        let searches: Vec<Search> = (0..trees).map(search).collect();
        let findings = on_threads(&searches, threads, budget, seed);
        Outcome { findings, progress }
    }
}

/// Searches on as many threads as are wanted; thread after thread takes the next tree, again from the first if there are not enough. Threads
/// that the system refuses are done without.
fn on_threads(searches: &[Search], threads: usize, budget: &Budget, seed: u64) -> Vec<Findings> {
    std::thread::scope(|scope| {
        let helper = |number: usize| {
            let search = &searches[number % searches.len()];
            let seed = spread_seed(seed, number as u64);
            let work = move || search.run(&budget.for_this_thread().unheard(), seed);
            std::thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let helpers: Vec<_> = (1..threads).filter_map(helper).collect();
        let mut findings = vec![searches[0].run(budget, seed)];
        findings.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        findings
    })
}
