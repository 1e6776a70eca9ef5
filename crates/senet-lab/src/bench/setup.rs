//! Measures set-up: from the text of the rules to a ready back end, and to the end of the first playout.

use super::row::BenchRow;
use super::timing::Schedule;
use crate::stats::{median, relative_spread};
use senet_console::{MAX_STEPS, Source, clock::thread_cpu_seconds};
use senet_engine::{
    LoadError, LoadOptions, LoadStage, Loaded, PlayoutRequest, Stopped, load_observed,
};
use senet_gdl::Sheet;

/// A back end, and the CPU milliseconds of its set-up.
pub struct SetUp {
    pub loaded: Result<Loaded, LoadError>,
    pub setup_ms: f64,
    pub ground_ms: Option<f64>,
}

/// Reads the rules and builds the back end.
pub fn set_up(source: &Source, options: &LoadOptions) -> SetUp {
    let start = thread_cpu_seconds();
    let since_start = || (thread_cpu_seconds() - start) * 1e3;
    let sheet = Sheet::read(source.text.as_str());
    let (mut prepared, mut grounded) = (0.0, None);
    let options = LoadOptions {
        force: source.force,
        ..options.clone()
    };
    let loaded = load_observed(&sheet, &options, &mut |stage| match stage {
        LoadStage::Prepared => prepared = since_start(),
        LoadStage::Grounded => grounded = Some(since_start()),
        LoadStage::Built => {}
    });
    SetUp {
        loaded,
        setup_ms: since_start(),
        ground_ms: grounded.map(|grounded| grounded - prepared),
    }
}

/// Fills a row. Repeats the set-up within the limits of the schedule.
pub fn fill(
    row: &mut BenchRow,
    first: &SetUp,
    source: &Source,
    options: &LoadOptions,
    schedule: Schedule,
) -> Result<(), Stopped> {
    let mut times = vec![first.setup_ms];
    let mut total = first.setup_ms / 1e3;
    while times.len() < schedule.repetitions
        && total < schedule.seconds
        && !options.limits.deadline.is_over()
    {
        let again = set_up(source, options);
        total += again.setup_ms / 1e3;
        times.push(again.setup_ms);
    }
    row.setup_ms = median(&times);
    row.spread = relative_spread(&times);
    row.repetitions = times.len();
    row.cpu_s = total;
    if let Ok(loaded) = &first.loaded {
        let playout_ms = first_playout_ms(loaded)?;
        row.first_playout_ms = row.setup_ms.map(|ms| ms + playout_ms);
    }
    Ok(())
}

fn first_playout_ms(loaded: &Loaded) -> Result<f64, Stopped> {
    let start = thread_cpu_seconds();
    let initial = [loaded.game.initial()?];
    let request = PlayoutRequest {
        depth_limit: Some(MAX_STEPS as u32),
        ..PlayoutRequest::new(&initial, 1, 1)
    };
    loaded.game.playouts(&request)?;
    Ok((thread_cpu_seconds() - start) * 1e3)
}
