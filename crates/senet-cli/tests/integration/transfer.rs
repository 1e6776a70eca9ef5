//! Learning and transferring values on the command line.

use crate::common::{Folder, Ran, senet, senet_with};

fn learn(data: &Folder, args: &[&str], rules: &str) -> Ran {
    let data = data.path("");
    let all = [&["transfer", "learn"], args, &["--data", &data, "--json"]].concat();
    senet_with(&all, rules)
}

#[test]
fn scrambled_game_starts_from_stored_values() {
    let data = Folder::new("transfer");
    let first = learn(&data, &["tic-tac-toe", "--matches", "1500"], "").json();
    assert_eq!(first["from"], serde_json::Value::Null, "{first}");
    let scrambled = senet(&["scramble", "tic-tac-toe", "--seed", "5"]).stdout;
    let again = learn(&data, &["-", "--matches", "50"], &scrambled).json();
    assert_eq!(again["from"], "tic-tac-toe", "{again}");
    assert_eq!(again["kinship"], "the same game");
    assert_eq!(again["initialisation"], "direct");
    assert!(again["hit_rate"].as_f64() > Some(0.5), "{again}");
    let folder = data.path("");
    let listed = senet(&["transfer", "list", "--data", &folder, "--json"]).json();
    assert_eq!(listed[0]["matches"], 1550, "{listed}");
    assert!(listed[0]["states"].as_u64() > again["states"].as_u64());
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    let other = learn(
        &data,
        &["tic-tac-toe", "--role", "o", "--matches", "50"],
        "",
    )
    .json();
    assert_eq!(
        other["kinship"], "the same game; then switched role: `o` instead of `x`",
        "{other}"
    );
    assert_eq!(other["initialisation"], "inverse");
    assert!(other["hit_rate"].as_f64() > Some(0.3), "{other}");
}

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let data = Folder::new("transfer-refused");
    let ran = learn(&data, args, "");
    let error = ran.json()["error"]["message"].to_string();
    assert!(ran.code == 2 && error.contains(message), "{error}");
}

#[test]
fn rejects_games_that_cannot_be_learned() {
    refused(&["rock-paper-scissors"], "choose at the same time");
    refused(&["tic-tac-toe", "--role", "z"], "there is no role `z`");
    refused(
        &["tic-tac-toe", "--from", "chess"],
        "no values are stored for `chess`",
    );
}

#[test]
fn rejects_invalid_database_and_keeps_it() {
    let data = Folder::new("transfer-damaged");
    let file = data.path("knowledge.sqlite");
    std::fs::write(&file, "this is not a database, despite its name").unwrap();
    let ran = learn(&data, &["tic-tac-toe", "--matches", "5"], "");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .starts_with("this is not")
    );
}

/// The smallest experiment from end to end: scramble, recognise, transfer, test and draw.
#[test]
fn lab_reports_and_draws() {
    let out = Folder::new("value-transfer");
    let folder = out.path("");
    let args = "lab value-transfer --only minichess --trials 3 --matches 200 --json --out";
    let args: Vec<&str> = args.split(' ').chain([folder.as_str()]).collect();
    let told = senet(&args).json();
    let result = &told["results"][0];
    let recognised = result["recognised"].as_str().unwrap_or_default();
    assert!(recognised.contains("board size"), "{told}");
    let experienced = &result["learners"][2];
    let first = &experienced["points"][0];
    assert!(first["mean"].as_f64() > first["scratch"].as_f64(), "{told}");
    assert!(experienced["values_transferred"].as_f64() > Some(10.0));
    for name in [
        "value-transfer-minichess.csv",
        "value-transfer-minichess.svg",
        "value-transfer.json",
    ] {
        assert!(std::path::Path::new(&out.path(name)).exists(), "{name}");
    }
}
