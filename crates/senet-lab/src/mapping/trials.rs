//! A mapping repeated with several orders of symbols.

use super::game::{Accuracy, MappedGame};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use senet_console::clock::thread_cpu_seconds;
use senet_graph::Graph;
use senet_graph::mapping::{self, Mapping, Method};

/// One mapping.
pub struct MappingTrial {
    /// What was found.
    pub mapping: Mapping,
    /// How much of it is right.
    pub accuracy: Accuracy,
    /// Milliseconds of processor time.
    pub ms: f64,
}

/// Maps an altered form of the first game to the second once for each seed, on all processors; `alter` gets the seed, too.
pub fn run(
    games: (&MappedGame, &MappedGame),
    method: Method,
    seeds: &[u64],
    alter: impl Fn(&Graph, u64) -> Graph + Sync,
) -> Vec<MappingTrial> {
    let trial = |&seed: &u64| {
        let graph = alter(&games.0.graph, seed);
        let start = thread_cpu_seconds();
        let mapping = mapping::map(&graph, &games.1.graph, method, seed);
        let ms = (thread_cpu_seconds() - start) * 1e3;
        MappingTrial {
            accuracy: games.0.accuracy(games.1, &mapping),
            mapping,
            ms,
        }
    };
    seeds.par_iter().map(trial).collect()
}
