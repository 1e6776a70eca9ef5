//! Matches on the command line: local, recorded and replayed, hosted and served.

use crate::common::{Folder, Served, senet, senet_with};
use serde_json::Value;

#[test]
fn aborted_match_exits_with_one() {
    let args = ["match", "tic-tac-toe", "--players", "random"];
    let aborted = senet(&[&args[..], &["--max-steps", "2"]].concat());
    assert_eq!(aborted.code, 1, "{aborted:?}");
    assert!(
        aborted.stdout.contains("cut short after 2 moves"),
        "{aborted:?}"
    );
}

#[test]
fn prints_and_records_match() {
    let folder = Folder::new("match");
    let file = folder.path("match.json");
    let args = [
        "match",
        "tic-tac-toe",
        "--players",
        "greedy,random",
        "--seed",
        "3",
    ];
    let told = senet(&[&args[..], &["--record", &file]].concat());
    assert_eq!(told.code, 0, "{told:?}");
    assert!(
        told.stdout
            .starts_with("A match of tic-tac-toe: x (greedy) against o (random)\n1.   x plays")
    );
    assert!(
        told.stdout.contains("The match ends after "),
        "{}",
        told.stdout
    );
    let record = senet(&[&args[..], &["--json"]].concat()).json();
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    for key in ["moves", "states", "goalValues", "errors", "x-seed"] {
        assert_eq!(record[key], written[key], "{key}");
    }
    assert_eq!(
        record["playerNamesFromHost"],
        serde_json::json!(["greedy", "random"])
    );
    let replayed = senet(&["replay", &file]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    assert!(
        replayed.stdout.contains("Verified: "),
        "{}",
        replayed.stdout
    );
    let other = senet(&["replay", &file, "--game", "connect-four"]);
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.stderr.contains("step 0: "), "{}", other.stderr);
}

#[test]
fn records_scrambled_match_with_original_names() {
    let args = [
        "match",
        "connect-four",
        "--players",
        "random",
        "--scramble",
        "--json",
    ];
    let record = senet(&args).stdout;
    let replayed = senet_with(&["replay", "-", "--json"], &record);
    assert_eq!(replayed.json()["verified"], true, "{replayed:?}");
}

#[test]
fn record_cannot_choose_what_replay_reads() {
    let folder = Folder::new("foreign-record");
    let file = folder.path("match.json");
    let made = senet(&["match", "nim", "--players", "random", "--record", &file]);
    assert_eq!(made.code, 0, "{made:?}");
    let text = std::fs::read_to_string(&file).unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}/rules.kif", listener.local_addr().unwrap());
    let sheet = folder.write("rules.kif", "(role secret)");
    let long = "x".repeat(1 << 20);
    for name in ["-", "../rules.kif", &address, &sheet, &long] {
        let mut record: Value = serde_json::from_str(&text).unwrap();
        record["gameName"] = name.into();
        let changed = folder.write("changed.json", record.to_string());
        let ran = senet(&["replay", &changed, "--json"]);
        let told = ran.json()["error"]["message"].to_string();
        let expected = "the record names an unknown game: `";
        assert!(told.contains(expected) && told.len() < 200, "{told}");
        let named = senet(&["replay", &changed, "--game", "nim"]);
        assert_eq!(named.code, 0, "{named:?}");
    }
    let asked = listener.accept().map(|(_, visitor)| visitor);
    assert!(asked.is_err(), "{asked:?}");
}

#[test]
fn rejects_invalid_players() {
    let check = |players: &str, expected: &str| {
        let ran = senet(&["match", "tic-tac-toe", "--players", players]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    };
    check(
        "random,random,random",
        "tic-tac-toe has 2 roles (x, o), but there are 3 players",
    );
    check("random,nobody", "o: there is no player `nobody`");
    check("random:speed=9,random", "x: `random` has no option `speed`");
    check(
        "127.0.0.1:9147,random",
        "`senet host` plays with remote players",
    );
}

#[test]
fn hosts_match_with_served_player() {
    let served = Served::new();
    let players = format!("{},random", served.address);
    for dialect in ["ggp-base", "dresden", "tiltyard"] {
        let args = [
            "host",
            "tic-tac-toe",
            "--players",
            &players,
            "--play-clock",
            "5",
            "--dialect",
            dialect,
            "--json",
        ];
        let ran = senet(&args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(
            ran.stderr.contains("( name senet ) ( status available )"),
            "{}",
            ran.stderr
        );
        let record = ran.json();
        let errors: Vec<Vec<String>> = serde_json::from_value(record["errors"].clone()).unwrap();
        assert_eq!(errors.concat().concat(), "");
        assert_eq!(record["isCompleted"], true);
    }
    let port = served.address.rsplit_once(':').unwrap().1;
    let taken = senet(&["serve-player", "--player", "random", "--port", port]);
    assert_eq!(taken.code, 2);
    assert!(taken.stderr.contains("--any-port"), "{}", taken.stderr);
}

#[test]
fn reports_missing_player() {
    let args = [
        "host",
        "tic-tac-toe",
        "--players",
        "127.0.0.1:1,random",
        "--json",
    ];
    let ran = senet(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stderr.contains("is a player waiting there?"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.json()["errors"][0][0], "CE");
    let fraction = senet(&[
        "host",
        "tic-tac-toe",
        "--players",
        "127.0.0.1:1,random",
        "--play-clock",
        "0.5",
    ]);
    assert_eq!(fraction.code, 2);
    assert!(
        fraction.stderr.contains("whole seconds"),
        "{}",
        fraction.stderr
    );
}
