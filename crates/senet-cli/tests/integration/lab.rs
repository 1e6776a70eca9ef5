//! Experiments on the command line: their output, their files and their errors.

use crate::common::{Folder, senet};
use serde_json::Value;

/// The results of an experiment: what it prints, and its files.
struct Results {
    told: Value,
    folder: Folder,
}

/// Runs an experiment with `--json`; results are in a folder of its own.
#[track_caller]
fn run(experiment: &str) -> Results {
    let words: Vec<&str> = experiment.split(' ').collect();
    let caller = std::panic::Location::caller().line();
    let folder = Folder::new(&format!("lab-{}-{caller}", words[0]));
    let out = folder.path("");
    let ran = senet(&[&["lab"], &words[..], &["--json", "--out", &out]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    Results { told, folder }
}

impl Results {
    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path(name)).unwrap()
    }
}

#[test]
fn reports_batching_as_json_text_and_picture() {
    let options = "--games tic-tac-toe --vary classic,exploration --matches 2 --seconds 0.002";
    let results = run(&format!("uct-batching {options}"));
    let rows = results.told["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0]["player"], "uct");
    assert_eq!(rows[0]["opponent"], "uct:batch=1,c=0.7,playouts=1");
    for row in rows {
        assert_eq!(row["matches"], 2);
        let (low, high) = (row["low"].as_f64().unwrap(), row["high"].as_f64().unwrap());
        let share = row["share"].as_f64().unwrap();
        assert!(low <= share && share <= high, "{row}");
    }
    assert_eq!(results.file("uct-batching.csv").lines().count(), 5);
    assert!(results.file("uct-batching.svg").ends_with("</svg>\n"));
    assert!(
        results
            .file("uct-batching.json")
            .contains("\"experiment\": \"uct-batching\"")
    );
}

#[track_caller]
fn fails(args: &[&str], message: &str) {
    let ran = senet(args);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains(message), "{ran:?}");
}

#[test]
fn rejects_invalid_options() {
    let lab = ["lab", "uct-batching", "--seconds", "0.001"];
    let with = |more: &[&'static str]| [&lab[..], more].concat();
    fails(&with(&["--matches", "3"]), "expected an even number");
    fails(&with(&["--games", "connect-four-3p"]), "has 3 players");
    fails(
        &with(&["--games", "tic-tac-toe", "--players", "uct:batch=0"]),
        "`batch` cannot be `0`",
    );
    fails(&with(&["--games", "conect-four"]), "did you mean");
}

#[test]
fn measures_threads() {
    let ran = senet(&[
        "lab",
        "uct-threads",
        "tic-tac-toe",
        "--seconds",
        "0.02",
        "--tries",
        "2",
        "--json",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let row = &ran.json()["rows"][0];
    for side in ["one", "many", "many_as_many"] {
        let tries = row[side].as_array().unwrap();
        assert_eq!(tries.len(), 2, "{side}");
        for measured in tries {
            assert!(measured["simulations_per_s"].as_f64().unwrap() > 0.0);
        }
    }
    for ratio in [row, &row["as_many"]] {
        let median = ratio["ratio"].as_f64().unwrap();
        assert_eq!(ratio["ratio_range"][1].as_f64().unwrap(), median);
    }
    fails(&["lab", "uct-threads", "--threads", "1"], "2..=256");
    let wrong = ["lab", "uct-threads", "tic-tac-toe", "--options", "batch=0"];
    fails(&wrong, "`batch` cannot be `0`");
}

#[test]
fn arena_withstands_load() {
    let ran = senet(&[
        "lab",
        "web-load",
        "--tables",
        "4",
        "--watchers",
        "8",
        "--seconds",
        "0.02",
        "--json",
        "tic-tac-toe",
        "rock-paper-scissors",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let figures = &ran.json()["figures"];
    assert_eq!(figures["finished"], 4);
    assert_eq!(figures["errors"], serde_json::json!([]));
    assert_eq!(figures["lost"], 0);
    assert!(figures["events"].as_u64().unwrap() > 8);
    let moves = figures["requests"].as_array().unwrap().iter();
    assert!(moves.map(|row| &row["kind"]).any(|kind| kind == "move"));
}

#[test]
fn start_clock_compares_any_number_of_roles_with_uct() {
    let games = "--games tic-tac-toe,connect-four-3p,eight-puzzle --seeds 1 --matches 3";
    let ran = run(&format!(
        "start-clock {games} --player descent --learn 0.1,0.2 --seconds 0.002"
    ));
    let results = ran.told["results"].as_array().unwrap();
    assert_eq!(results.len(), 6);
    for result in results {
        let count = |key: &str| result[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 3);
    }
    assert_eq!(ran.file("start-clock.csv").lines().count(), 19);
    assert_eq!(ran.file("start-clock-table.csv").lines().count(), 7);
    assert!(ran.file("start-clock.svg").ends_with("</svg>\n"));
    assert!(
        ran.file("start-clock-curves.svg")
            .contains("seconds of learning")
    );
}

#[test]
fn start_clock_goes_on_after_the_last_whole_series() {
    let options = "--games tic-tac-toe,nim --player uct --learn 0.1 --seconds 0.001 --matches 2";
    let experiment = format!("start-clock {options} --seeds 2");
    let first = run(&experiment);
    let journal = first.file("start-clock.jsonl");
    let whole: Vec<&str> = journal.split_inclusive('\n').collect();
    assert_eq!(whole.len(), 4);
    let cut = whole[..2].concat() + &whole[2][..20];
    std::fs::write(first.folder.path("start-clock.jsonl"), &cut).unwrap();

    let words: Vec<&str> = experiment.split(' ').collect();
    let out = first.folder.path("");
    let again = [&["lab"], &words[..], &["--out", &out]].concat();
    fails(&again, "--resume");
    let rest = ["--resume", "--json", "--out", &out];
    let ran = senet(&[&["lab"], &words[..], &rest].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("damaged after line 2"), "{ran:?}");
    let again = ran.json();
    // Overruns are measured, so equal ones were read.
    for number in 0..4 {
        let overrun = |told: &Value| told["series"][number]["start_overrun"].as_f64().unwrap();
        let is_read = (overrun(&first.told) - overrun(&again)).abs() < 1e-12;
        assert_eq!(is_read, number < 2, "series {number}");
    }
    assert!(
        first
            .file("start-clock.jsonl")
            .starts_with(&whole[..2].concat())
    );
    assert_eq!(first.file("start-clock.jsonl").lines().count(), 4);
    fails(&["lab", "start-clock", "--resume"], "--out");
}

#[test]
fn start_clock_says_what_it_did_not_run() {
    let ran = senet(&[
        "lab",
        "start-clock",
        "--games",
        "tic-tac-toe",
        "--player",
        "uct",
        "--learn",
        "0.1",
        "--budget",
        "1e-9",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.contains("not run: the time limit was reached"),
        "{ran:?}"
    );
    fails(&["lab", "start-clock", "--learn", "0"], "above 0");
}

#[test]
fn network_of_a_variant_plays_against_a_new_one() {
    let ran = senet(&[
        "lab",
        "network-transfer",
        "tic-tac-toe",
        "tic-tac-toe",
        "--source-seconds",
        "0.3",
        "--seconds",
        "0.2",
        "--trials",
        "2",
        "--matches",
        "2",
        "--move-seconds",
        "0.002",
        "--json",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    assert_eq!(told["shares"].as_array().unwrap().len(), 2);
    assert!((0.0..=1.0).contains(&told["p"].as_f64().unwrap()));
    fails(
        &[
            "lab",
            "network-transfer",
            "nim",
            "tic-tac-toe",
            "--source-seconds",
            "0.1",
        ],
        "is not a known variant of",
    );
}

#[test]
fn table_of_the_thesis_is_repeated_in_small() {
    let options = "--only tic-tac-toe --budget 0.1 --train 0.02 --matches 2 --seconds 0.005";
    let results = run(&format!("deep-two-player {options}"));
    let rows = results.told["rows"].as_array().unwrap();
    assert_eq!(rows[2]["published"], "1/9/90");
    assert!(rows.iter().all(|row| row["matches"] == 2), "{rows:?}");
    assert_eq!(results.file("table.csv").lines().count(), 1 + rows.len());
    for name in ["plot.svg", "losses.svg"] {
        assert!(results.file(name).ends_with("</svg>\n"), "{name}");
    }
}
