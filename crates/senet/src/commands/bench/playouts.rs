//! Random matches from the initial state.

use super::row::Row;
use crate::back_end;
use crate::cli::MAX_STEPS;
use crate::clock::thread_cpu_seconds;
use crate::failure::Failure;
use crate::source::Source;
use senet_engine::LoadOptions;
use senet_trace::{match_rng, playout};

/// Plays for so many seconds of processor time.
pub fn measure(
    source: &Source,
    options: &LoadOptions,
    seconds: f64,
    seed: u64,
) -> Result<Row, Failure> {
    let start = thread_cpu_seconds();
    let loaded = back_end::load_source(source, options)?;
    let setup_ms = (thread_cpu_seconds() - start) * 1e3;
    let start = thread_cpu_seconds();
    let (mut matches, mut steps, mut cpu_s) = (0, 0, 0.0);
    while matches == 0 || cpu_s < seconds {
        let mut rng = match_rng(seed, matches);
        steps += playout(&*loaded.game, &mut rng, MAX_STEPS)?.length;
        matches += 1;
        cpu_s = thread_cpu_seconds() - start;
    }
    let row = Row {
        game: source.name.clone(),
        collection: source.group.clone(),
        group: "playouts",
        back_end: Some(loaded.back_end.name()),
        playouts_per_s: Some(matches as f64 / cpu_s),
        steps_per_s: Some(steps as f64 / cpu_s),
        setup_ms,
        mean_length: Some(steps as f64 / matches as f64),
        cpu_s,
        ground_ms: None,
        rules: loaded.description.rules.len(),
        ground_rules: None,
        gates: None,
        reason: loaded.reason,
    };
    Ok(row.counted(loaded.counts.as_ref()))
}
