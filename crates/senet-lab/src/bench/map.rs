//! A game mapped to itself, by every mapper.

use super::game::BenchPlan;
use super::group::Group;
use super::row::BenchRow;
use super::timing::Schedule;
use crate::stats::{median, relative_spread};
use senet_console::{Source, clock::thread_cpu_seconds};
use senet_engine::spread_seed;
use senet_gdl::Sheet;
use senet_graph::mapping::{self, Method};
use senet_graph::{Graph, occurrence};

/// One row for each mapper.
pub fn rows(plan: &BenchPlan, source: &Source) -> Vec<BenchRow> {
    let sheet = Sheet::read(source.text.as_str());
    let graph = occurrence(&sheet.description);
    let row = |method: Method| {
        let (times, total) = measure(&graph, method, plan.schedule, plan.seed);
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
    Method::ALL.map(row).into()
}

/// Milliseconds of each mapping, as many as the schedule allows and one at least, and seconds in all. Each has another order of symbols.
fn measure(graph: &Graph, method: Method, schedule: Schedule, seed: u64) -> (Vec<f64>, f64) {
    let (mut times, mut total) = (Vec::new(), 0.0);
    while times.is_empty() || times.len() < schedule.repetitions && total < schedule.seconds {
        let start = thread_cpu_seconds();
        mapping::map(graph, graph, method, spread_seed(seed, times.len() as u64));
        let seconds = thread_cpu_seconds() - start;
        total += seconds;
        times.push(seconds * 1e3);
    }
    (times, total)
}
