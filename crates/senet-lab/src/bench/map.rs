//! Maps a game to itself with every mapper.

use super::game::BenchPlan;
use super::group::Group;
use super::row::BenchRow;
use super::timing::Schedule;
use crate::stats::{median, relative_spread};
use senet_console::{Source, clock::thread_cpu_seconds};
use senet_engine::spread_seed;
use senet_gdl::Deadline;
use senet_graph::mapping::{self, MappingMethod};
use senet_graph::{Graph, occurrence};

/// Creates one row per mapper.
pub fn rows(plan: &BenchPlan, source: &Source) -> Vec<BenchRow> {
    let sheet = match source.sheet() {
        Ok(sheet) => sheet,
        Err(failure) => {
            return vec![BenchRow {
                problem: Some(failure.to_string()),
                ..BenchRow::new(source, Group::Map)
            }];
        }
    };
    let graph = occurrence(&sheet.description);
    let row = |method: MappingMethod| {
        let (times, total) = measure(
            &graph,
            method,
            plan.schedule,
            plan.seed,
            &plan.game_deadline(),
        );
        BenchRow {
            back_end: Some(method.name().to_string()),
            map_ms: median(&times),
            spread: relative_spread(&times),
            repetitions: times.len(),
            cpu_s: total,
            rules: sheet.description.rules.len(),
            ..BenchRow::new(source, Group::Map)
        }
    };
    MappingMethod::ALL.map(row).into()
}

/// Returns the milliseconds of each mapping and the total seconds.
/// Runs at least one mapping and stops when the schedule ends. Each mapping uses a different order of symbols.
fn measure(
    graph: &Graph,
    method: MappingMethod,
    schedule: Schedule,
    seed: u64,
    deadline: &Deadline,
) -> (Vec<f64>, f64) {
    let (mut times, mut total) = (Vec::new(), 0.0);
    while times.is_empty() || times.len() < schedule.repetitions && total < schedule.seconds {
        let start = thread_cpu_seconds();
        let seed = spread_seed(seed, times.len() as u64);
        if mapping::map(graph, graph, method, seed, deadline).is_err() {
            break;
        }
        let seconds = thread_cpu_seconds() - start;
        total += seconds;
        times.push(seconds * 1e3);
    }
    (times, total)
}
