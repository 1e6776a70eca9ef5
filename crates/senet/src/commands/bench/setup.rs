//! From the text of the rules to a reasoner that is ready.

use super::row::Row;
use crate::clock::thread_cpu_seconds;
use crate::failure::Failure;
use crate::source::Source;
use senet_engine::{LoadOptions, Stage, load_observed};
use senet_gdl::Sheet;

/// Sets a game up once. A sheet that cannot be played is a result, too.
pub fn measure(source: &Source, options: &LoadOptions) -> Result<Row, Failure> {
    let start = thread_cpu_seconds();
    let since_start = || (thread_cpu_seconds() - start) * 1e3;
    let sheet = Sheet::read(source.text.as_str());
    let (mut prepared, mut grounded) = (0.0, None);
    let outcome = load_observed(&sheet, options, &mut |stage| match stage {
        Stage::Prepared => prepared = since_start(),
        Stage::Grounded => grounded = Some(since_start()),
        Stage::Built => {}
    });
    let setup_ms = since_start();
    let row = Row {
        game: source.name.clone(),
        collection: source.group.clone(),
        group: "setup",
        back_end: outcome.as_ref().ok().map(|loaded| loaded.back_end.name()),
        playouts_per_s: None,
        steps_per_s: None,
        setup_ms,
        mean_length: None,
        cpu_s: setup_ms / 1e3,
        ground_ms: grounded.map(|grounded| grounded - prepared),
        rules: sheet.description.rules.len(),
        ground_rules: None,
        gates: None,
        reason: match &outcome {
            Ok(loaded) => loaded.reason.clone(),
            Err(error) => error.to_string(),
        },
    };
    Ok(row.counted(outcome.ok().and_then(|loaded| loaded.counts).as_ref()))
}

/// How the set-up times are spread.
pub fn summary(rows: &[Row]) -> String {
    let mut ground: Vec<f64> = rows.iter().filter_map(|row| row.ground_ms).collect();
    ground.sort_by(f64::total_cmp);
    if ground.is_empty() {
        return "no sheet was grounded".to_string();
    }
    let grounded = rows.iter().filter(|row| row.ground_rules.is_some()).count();
    let below = ground.iter().filter(|&&ms| ms < 1000.0).count();
    format!(
        "{} sheets, {grounded} of them ground within the limits; grounding takes {:.1} ms in the median, {:.1} ms for nine in ten, \
         {:.1} ms at most; {:.1} in a hundred are below a second",
        rows.len(),
        ground[ground.len() / 2],
        ground[(ground.len() * 9 / 10).min(ground.len() - 1)],
        ground[ground.len() - 1],
        below as f64 * 100.0 / ground.len() as f64
    )
}
