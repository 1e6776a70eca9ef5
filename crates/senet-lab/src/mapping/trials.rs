//! A mapping repeated with several orders of symbols.

use super::game::{Accuracy, Game};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use senet_console::clock::thread_cpu_seconds;
use senet_graph::Graph;
use senet_graph::mapping::{self, Mapping, Method};
use serde::Serialize;

/// One mapping.
pub struct Trial {
    /// What was found.
    pub mapping: Mapping,
    /// How much of it is right.
    pub accuracy: Accuracy,
    /// Milliseconds of processor time.
    pub ms: f64,
}

/// A mean, how much single values spread about it (standard deviation), and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub spread: f64,
    /// The interval in which the mean of ever more trials would be in 95 of 100 cases.
    pub interval: (f64, f64),
}

impl Mean {
    /// Of values.
    pub fn of(values: impl Iterator<Item = f64>) -> Mean {
        let values: Vec<f64> = values.collect();
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let spread = (squares / count).sqrt();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Mean {
            mean,
            spread,
            interval: (mean - 1.96 * error, mean + 1.96 * error),
        }
    }
}

/// Maps an altered form of the first game to the second once for each seed, on all processors; `alter` gets the seed, too.
pub fn run(
    games: (&Game, &Game),
    method: Method,
    seeds: &[u64],
    alter: impl Fn(&Graph, u64) -> Graph + Sync,
) -> Vec<Trial> {
    let trial = |&seed: &u64| {
        let graph = alter(&games.0.graph, seed);
        let start = thread_cpu_seconds();
        let mapping = mapping::map(&graph, &games.1.graph, method, seed);
        let ms = (thread_cpu_seconds() - start) * 1e3;
        Trial {
            accuracy: games.0.accuracy(games.1, &mapping),
            mapping,
            ms,
        }
    };
    seeds.par_iter().map(trial).collect()
}

#[cfg(test)]
mod tests {
    use super::Mean;

    #[test]
    fn means_have_spreads_and_intervals() {
        let mean = Mean::of([1.0, 3.0].into_iter());
        assert_eq!((mean.mean, mean.spread), (2.0, 1.0));
        assert_eq!(mean.interval, (2.0 - 1.96, 2.0 + 1.96));
    }
}
