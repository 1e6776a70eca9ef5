//! Experiments on the command line: their output, their files and their errors.

use crate::common::{Folder, senet};

#[test]
fn reports_batching_as_json_text_and_picture() {
    let folder = Folder::new("lab");
    let out = folder.path("results");
    let ran = senet(&[
        "lab",
        "uct-batching",
        "--games",
        "tic-tac-toe",
        "--vary",
        "classic,exploration",
        "--matches",
        "2",
        "--seconds",
        "0.002",
        "--json",
        "--out",
        &out,
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    let rows = told["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[0]["player"], "uct");
    assert_eq!(rows[0]["opponent"], "uct:batch=1,c=0.7,playouts=1");
    for row in rows {
        assert_eq!(row["matches"], 2);
        let (low, high) = (row["low"].as_f64().unwrap(), row["high"].as_f64().unwrap());
        let share = row["share"].as_f64().unwrap();
        assert!(low <= share && share <= high, "{row}");
    }
    let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).unwrap();
    assert_eq!(read("uct-batching.csv").lines().count(), 5);
    assert!(read("uct-batching.svg").ends_with("</svg>\n"));
    assert!(read("uct-batching.json").contains("\"experiment\": \"uct-batching\""));
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
