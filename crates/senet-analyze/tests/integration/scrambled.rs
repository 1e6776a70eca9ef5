//! Names do not matter: scrambled library games have the same projections and findings, up to renaming.

use senet_analyze::{AnalyzeOptions, DecidedBy, Verdict, analyze};
use senet_gdl::{Deadline, Description, Renaming, ScrambleOptions, Sheet, playable, scramble};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The results about a game.
struct Found {
    /// Results that depend neither on chance nor on limits: projections that are proved or refuted by the initial state,
    /// and findings that need no random match.
    lines: BTreeSet<String>,
    /// The verdict on each projection.
    verdicts: BTreeMap<String, Verdict>,
    /// True if no limit was reached.
    is_done: bool,
}

fn found(rules: &Description, back: &Renaming) -> Found {
    let end = Instant::now() + Duration::from_secs(number("SENET_GAME_SECONDS", 20));
    let mut options = AnalyzeOptions {
        conflicts: 20_000,
        deadline: Deadline::when(move || Instant::now() > end),
        ..AnalyzeOptions::default()
    };
    options.ground.deadline = options.deadline.clone();
    let analysis = analyze(rules, &options).unwrap();
    let (mut lines, mut verdicts) = (BTreeSet::new(), BTreeMap::new());
    for report in &analysis.boards.projections {
        let (name, verdict) = (back.translate(&report.named.relation), report.verdict);
        let projection = format!("{name} {:?}", report.named.positions).to_lowercase();
        if verdict == Verdict::Proved || report.by == DecidedBy::Initial {
            lines.insert(format!("{projection} {verdict:?}"));
        }
        verdicts.insert(projection, verdict);
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
    Found {
        lines,
        verdicts,
        is_done,
    }
}

/// True if no projection is proved by one and refuted by the other.
fn agree(one: &Found, other: &Found) -> bool {
    one.verdicts.iter().all(|(projection, verdict)| {
        let pair = [Some(verdict), other.verdicts.get(projection)];
        let has = |verdict| pair.contains(&Some(&verdict));
        !(has(Verdict::Proved) && has(Verdict::Refuted))
    })
}

/// Translates all words of the sheet and sorts all lists.
fn renamed(data: &Value, back: &Renaming) -> Value {
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

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn scrambled_games_have_the_same_findings() {
    let start = Instant::now();
    let seconds = number("SENET_TEST_SECONDS", 20);
    let (mut same, mut limited) = (0, Vec::new());
    // The shortest sheets come first, so that some finish in time even on a busy machine.
    let mut library: Vec<_> = senet_library::games().iter().collect();
    library.sort_by_key(|game| game.rules.len());
    for game in library {
        if same > 0 && start.elapsed() > Duration::from_secs(seconds) {
            eprintln!("stopped after {same} games: SENET_TEST_SECONDS gives them more time");
            break;
        }
        // Large sheets would take all the time, unless there is plenty.
        if game.rules.len() > 12_000 && seconds < 100 {
            continue;
        }
        let original = playable(&Sheet::read(game.rules)).unwrap();
        let known = found(&original, &Renaming::new(Vec::new()));
        let options = ScrambleOptions {
            rename_integers: true,
            ..ScrambleOptions::default()
        };
        let scrambled = scramble(&original, 7, &options);
        let again = found(&scrambled.description, &scrambled.renaming.inverse());
        assert!(agree(&known, &again), "{}", game.name);
        if known.is_done && again.is_done {
            assert_eq!(again.lines, known.lines, "{}", game.name);
            same += 1;
        } else {
            limited.push(game.name);
        }
    }
    assert!(same > 0);
    eprintln!(
        "{same} games are the same under other words; of {} a limit was reached, and verdicts agree: {}",
        limited.len(),
        limited.join(", ")
    );
}
