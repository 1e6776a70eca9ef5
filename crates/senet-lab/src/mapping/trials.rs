//! Repeats a mapping with different orders of symbols.

use super::game::{Accuracy, MappedGame};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use senet_console::Failure;
use senet_console::clock::thread_cpu_seconds;
use senet_gdl::Deadline;
use senet_graph::Graph;
use senet_graph::mapping::{self, MapStop, Mapping, MappingMethod};

/// One mapping.
pub struct MappingTrial {
    /// The mapping found.
    pub mapping: Mapping,
    /// The accuracy of the mapping.
    pub accuracy: Accuracy,
    /// CPU milliseconds.
    pub ms: f64,
}

/// Maps an altered copy of the first game to the second, once per seed, on all cores. `alter` receives the seed.
pub fn run(
    games: (&MappedGame, &MappedGame),
    method: MappingMethod,
    seeds: &[u64],
    deadline: &Deadline,
    alter: impl Fn(&Graph, u64) -> Graph + Sync,
) -> Result<Vec<MappingTrial>, Failure> {
    let trial = |&seed: &u64| {
        let graph = alter(&games.0.graph, seed);
        let start = thread_cpu_seconds();
        let mapping = mapping::map(&graph, &games.1.graph, method, seed, deadline)?;
        let ms = (thread_cpu_seconds() - start) * 1e3;
        Ok(MappingTrial {
            accuracy: games.0.accuracy(games.1, &mapping),
            mapping,
            ms,
        })
    };
    let found: Result<_, MapStop> = seeds.par_iter().map(trial).collect();
    found.map_err(|stop| match stop {
        MapStop::OutOfTime(out) => out.into(),
        MapStop::TooLarge { .. } => Failure::new(stop.to_string()),
    })
}

/// Alters nothing.
pub fn same_graph(graph: &Graph, _seed: u64) -> Graph {
    graph.clone()
}
