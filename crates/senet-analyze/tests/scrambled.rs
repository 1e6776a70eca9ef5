//! Names make no difference: the same projections and the same finds on scrambled copies of all library games, up to renaming.

use senet_analyze::{By, Options, Verdict, analyze};
use senet_gdl::{Description, Mapping, ScrambleOptions, Sheet, playable, scramble};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What depends neither on chance nor on limits: projections that are proved or that the initial state refutes, and finds that no match had
/// to show. `None` if a limit was reached.
fn found(rules: &Description, back: &Mapping) -> Option<BTreeSet<String>> {
    let end = Instant::now() + Duration::from_secs(20);
    let mut options = Options {
        conflicts: 20_000,
        stop: Arc::new(move || Instant::now() > end),
        ..Options::default()
    };
    options.ground.stop = options.stop.clone();
    let analysis = analyze(rules, &options).unwrap();
    let mut lines = BTreeSet::new();
    for report in &analysis.boards.projections {
        if report.verdict == Verdict::Proved || report.by == By::Initial {
            let (name, verdict) = (back.translate(&report.named.relation), report.verdict);
            lines.insert(format!("{name} {:?} {verdict:?}", report.named.positions).to_lowercase());
        }
    }
    for finding in &analysis.findings {
        let mut data = serde_json::to_value(finding).unwrap();
        let kind = data["kind"].as_str().unwrap().to_string();
        if data["basis"] == "seen" || matches!(&kind[..], "latch" | "constant") {
            continue;
        }
        if let Value::Object(fields) = &mut data {
            fields.remove("text");
        }
        lines.insert(renamed(&data, back).to_string().to_lowercase());
    }
    let is_done = analysis.boards.stopped.is_none() && analysis.skipped.is_empty();
    is_done.then_some(lines)
}

/// The data with all words of the sheet translated, and lists whose order means nothing in order.
fn renamed(data: &Value, back: &Mapping) -> Value {
    match data {
        Value::String(text) => Value::String(back.translate(text)),
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(|item| renamed(item, back)).collect();
            items.sort_by_key(Value::to_string);
            Value::Array(items)
        }
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| (key.clone(), renamed(value, back)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

#[test]
fn words_make_no_difference() {
    let start = Instant::now();
    let seconds = std::env::var("SENET_TEST_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(20);
    let mut games = 0;
    // The shortest sheets first: on a machine that is busy with something else, too, some have an answer in time.
    let mut library: Vec<_> = senet_library::games().iter().collect();
    library.sort_by_key(|game| game.rules.len());
    for game in library {
        if games > 0 && start.elapsed() > Duration::from_secs(seconds) {
            eprintln!("stopped after {games} games: SENET_TEST_SECONDS gives them more time");
            break;
        }
        // Large sheets would take all the time, unless there is much of it.
        if game.rules.len() > 12_000 && seconds < 100 {
            continue;
        }
        let original = playable(&Sheet::read(game.rules)).unwrap();
        let Some(known) = found(&original, &Mapping::new(Vec::new())) else {
            eprintln!(
                "skipped: {} needs more than the limits of this test",
                game.name
            );
            continue;
        };
        let options = ScrambleOptions {
            rename_integers: true,
            ..ScrambleOptions::default()
        };
        let scrambled = scramble(&original, 7, &options);
        let back = scrambled.mapping.inverse();
        if let Some(again) = found(&scrambled.description, &back) {
            games += 1;
            assert_eq!(again, known, "{}", game.name);
        }
    }
    assert!(games > 0);
    eprintln!("{games} games are the same under other words");
}
