//! Tournaments on the command line: every form, their output, their files and their errors.

use crate::common::{Folder, Ran, senet};
use serde_json::Value;

/// Runs `senet tournament` with its database in a folder.
fn tournament(folder: &Folder, args: &[&str]) -> Ran {
    let data = folder.path("data");
    let all: Vec<_> = ["tournament"]
        .iter()
        .chain(args)
        .copied()
        .chain(["--data", &data])
        .collect();
    senet(&all)
}

/// Runs a command with `--json` that must succeed.
#[track_caller]
fn json(folder: &Folder, args: &[&str]) -> Value {
    let args: Vec<_> = args.iter().copied().chain(["--json"]).collect();
    let ran = tournament(folder, &args);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.json()
}

/// Runs a command that must fail with this message.
#[track_caller]
fn fails(folder: &Folder, args: &[&str], message: &str) {
    let ran = tournament(folder, args);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.stderr.contains(message) && ran.stderr.contains("help:"),
        "{ran:?}"
    );
}

/// Arguments of a tournament with very short matches.
fn run<'a>(name: &'a str, games: &'a str, players: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = [
        "run",
        "--name",
        name,
        "--games",
        games,
        "--players",
        players,
        "--start-clock",
        "0",
    ];
    fixed.iter().chain(more).copied().collect()
}

#[test]
fn plays_shows_exports_and_removes_round_robin() {
    let folder = Folder::new("round-robin");
    let args = run(
        "club",
        "tic-tac-toe,connect-four",
        "random,greedy,legal",
        &["--rounds", "2"],
    );
    let outcome = json(&folder, &args);
    assert_eq!(
        outcome["progress"],
        serde_json::json!({"planned": 24, "done": 24, "failed": 0, "complete": true})
    );
    let ratings = outcome["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 3);
    for rating in ratings {
        let [low, elo, high] = ["low", "elo", "high"].map(|key| rating[key].as_f64().unwrap());
        assert!(low < elo && elo < high, "{rating}");
    }
    assert_eq!(outcome["tables"].as_array().unwrap().len(), 3 + 6 + 12);
    assert_eq!(json(&folder, &["show", "club"]), outcome);

    let shown = tournament(&folder, &["show", "club"]).stdout;
    for part in [
        "24 of 24 matches",
        "95 % interval",
        "won-drawn-lost",
        "connect-four",
        "playing x is worth",
    ] {
        assert!(shown.contains(part), "no {part} in {shown}");
    }
    check_exports(&folder);
    let listed = json(&folder, &["list"]);
    assert_eq!(listed[0]["name"], "club");
    assert_eq!(listed[0]["done"], 24);
    let record: Value =
        serde_json::from_str(&tournament(&folder, &["show", "club", "--match", "5"]).stdout)
            .unwrap();
    assert_eq!(record["tournamentNameFromHost"], "club");
    assert_eq!(json(&folder, &["remove", "club"])["removed"], "club");
    assert_eq!(json(&folder, &["list"]), serde_json::json!([]));
}

#[track_caller]
fn check_exports(folder: &Folder) {
    let exported = json(folder, &["export", "club", "--records"]);
    let matches = exported["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 24);
    for stored in matches {
        assert_eq!(stored["record"]["x-seed"], stored["seed"]);
        assert_eq!(stored["record"]["goalValues"], stored["goals"]);
        assert_eq!(stored["record"]["playerNamesFromHost"], stored["seats"]);
    }
    let csv = tournament(folder, &["export", "club", "--format", "csv"]).stdout;
    assert_eq!(csv.lines().count(), 1 + 48);
    for table in ["ratings", "results"] {
        let csv = tournament(
            folder,
            &["export", "club", "--format", "csv", "--table", table],
        )
        .stdout;
        assert!(csv.contains("greedy"), "{csv}");
    }
    let wrapped = json(folder, &["export", "club", "--format", "csv"]);
    assert_eq!(
        (&wrapped["format"], &wrapped["text"]),
        (&"csv".into(), &csv.into())
    );
    let file = folder.path("club.html");
    let ran = tournament(
        folder,
        &["export", "club", "--format", "html", "--out", &file],
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("<svg") && page.contains("greedy"));
}

#[test]
fn same_seed_gives_same_tournament() {
    let folder = Folder::new("seed");
    let outcome = |name: &str, seed: &str, cores: &str| {
        let more = [
            "--rounds",
            "3",
            "--opening",
            "1",
            "--seed",
            seed,
            "--cores",
            cores,
        ];
        json(&folder, &run(name, "tic-tac-toe", "random,greedy", &more));
        let exported = json(&folder, &["export", name]);
        let matches = exported["matches"].as_array().unwrap().iter();
        matches
            .map(|m| (m["goals"].clone(), m["digest"].clone()))
            .collect::<Vec<_>>()
    };
    let first = outcome("a", "5", "1");
    assert_eq!(first, outcome("b", "5", "2"));
    assert_ne!(first, outcome("c", "6", "2"));
}

#[test]
fn only_first_player_meets_all_in_gauntlet() {
    let folder = Folder::new("gauntlet");
    let more = ["--form", "gauntlet", "--rounds", "2"];
    let outcome = json(
        &folder,
        &run("g", "tic-tac-toe", "greedy,random,legal", &more),
    );
    assert_eq!(outcome["progress"]["done"], 8);
    let cross = outcome["cross"].as_array().unwrap();
    assert_eq!(cross.len(), 4);
    assert!(
        cross
            .iter()
            .all(|c| c["player"] == "greedy" || c["opponent"] == "greedy")
    );
}

#[test]
fn better_player_climbs_ladder() {
    let folder = Folder::new("ladder");
    let more = ["--form", "ladder", "--duels", "5"];
    let outcome = json(&folder, &run("l", "tic-tac-toe", "random,minimax", &more));
    assert_eq!(outcome["ladder"], serde_json::json!(["minimax", "random"]));
    assert_eq!(outcome["progress"]["complete"], true);
    assert_eq!(outcome["progress"]["done"], 10);
    assert!(
        tournament(&folder, &["show", "l"])
            .stdout
            .contains("The ladder, from the top\n   1 minimax")
    );
}

#[test]
fn both_seat_orders_share_opening() {
    let folder = Folder::new("opening");
    for (name, scramble) in [("plain", &[][..]), ("scrambled", &["--scramble"])] {
        let more: Vec<_> = ["--rounds", "3", "--opening", "4"]
            .iter()
            .chain(scramble)
            .copied()
            .collect();
        json(&folder, &run(name, "connect-four", "random,greedy", &more));
        let exported = json(&folder, &["export", name, "--records"]);
        let matches = exported["matches"].as_array().unwrap();
        let opening = |number: usize| {
            let record = &matches[number]["record"];
            assert_eq!(record["x-opening"], 4);
            record["moves"].as_array().unwrap()[..4].to_vec()
        };
        for round in 0..3 {
            assert_eq!(opening(2 * round), opening(2 * round + 1));
        }
        assert_ne!(opening(0), opening(2));
    }
}

#[test]
fn warns_about_repeated_deterministic_matches() {
    let folder = Folder::new("repeat");
    let outcome = json(
        &folder,
        &run("again", "tic-tac-toe", "legal", &["--rounds", "3"]),
    );
    let warnings = outcome["warnings"].to_string();
    assert!(
        warnings.contains("2 matches repeat an earlier one") && warnings.contains("--opening"),
        "{warnings}"
    );
    let repeat = &outcome["repeats"][0];
    assert_eq!(
        (&repeat["matches"], &repeat["different"]),
        (&3.into(), &1.into())
    );
}

#[test]
fn plays_puzzles_and_games_with_many_roles() {
    let folder = Folder::new("many");
    let rules = "(role a) (role b) (role c) (role random) (init (step 1))
        (<= (legal ?r (say ?x)) (role ?r) (word ?x)) (word 0) (word 50) (word 100)
        (<= (next over) (does a (say ?x))) (<= (next (said ?r ?x)) (does ?r (say ?x)))
        (<= terminal (true over)) (<= (goal ?r ?x) (true (said ?r ?x)))
        (<= (goal ?r 0) (role ?r) (not (true over)))";
    let many = folder.write("many.kif", rules);
    let outcome = json(
        &folder,
        &run("many", &many, "random,legal", &["--rounds", "4"]),
    );
    assert_eq!(
        outcome["games"][0]["roles"],
        serde_json::json!(["a", "b", "c"])
    );
    assert_eq!(outcome["games"][0]["thinking"], 3);
    assert_eq!(outcome["progress"]["done"], 8);
    for line in outcome["tables"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| !line["role"].is_null())
    {
        assert_eq!(line["seats"], 4, "{line}");
    }
    let filled = json(
        &folder,
        &run("filled", &many, "greedy,legal", &["--fill", "legal"]),
    );
    assert_eq!(filled["progress"]["done"], 3);
    let alone = json(
        &folder,
        &run(
            "alone",
            "eight-puzzle",
            "random,legal",
            &["--max-steps", "400"],
        ),
    );
    assert_eq!(alone["ratings"], serde_json::json!([]));
}

#[test]
fn rejects_invalid_tournaments_with_help() {
    let folder = Folder::new("wrong");
    fails(
        &folder,
        &["show", "club"],
        "there is no tournament called `club`",
    );
    assert!(
        !std::path::Path::new(&folder.path("data")).exists(),
        "commands that only read create no database"
    );
    assert!(
        tournament(&folder, &["list"])
            .stdout
            .contains("There are no tournaments")
    );
    fails(
        &folder,
        &run("club", "tic-tac-toe", "random,rndom", &[]),
        "there is no player `rndom`",
    );
    fails(
        &folder,
        &run("club", "tic-tac-to", "random,legal", &[]),
        "there is no game called",
    );
    fails(
        &folder,
        &run("club", "tic-tac-toe", "random,random", &[]),
        "is given twice",
    );
    fails(
        &folder,
        &run("my club", "tic-tac-toe", "random", &[]),
        "is not a valid tournament name",
    );
    fails(
        &folder,
        &run("club", "tic-tac-toe", "random,legal", &["--rounds", "0"]),
        "needs at least one round",
    );
    fails(
        &folder,
        &run(
            "club",
            "tic-tac-toe",
            "random,legal",
            &["--rounds", "9999999"],
        ),
        "matches, but the limit is",
    );
    fails(
        &folder,
        &run("club", "tic-tac-toe", "random,legal", &["--fill", "uct"]),
        "takes no part",
    );
    assert_eq!(
        tournament(&folder, &run("club", "tic-tac-toe", "random,legal", &[])).code,
        0
    );
    fails(
        &folder,
        &run("club", "tic-tac-toe", "random,legal", &[]),
        "there is a tournament called `club` already",
    );
    fails(&folder, &["show", "clubb"], "there are: club");
    fails(
        &folder,
        &["show", "club", "--match", "2"],
        "no record of a match 2",
    );
    folder.write(
        "bad/tournaments.sqlite",
        "not a database, but long enough for one".repeat(100),
    );
    let bad = folder.path("bad");
    let ran = senet(&["tournament", "list", "--data", &bad]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("is damaged or not a database"),
        "{ran:?}"
    );
    let file = folder.write("file", "");
    let ran = senet(&[
        "tournament",
        "run",
        "--games",
        "nim",
        "--players",
        "random",
        "--data",
        &file,
    ]);
    assert!(
        ran.code == 2 && ran.stderr.contains("cannot use the data folder"),
        "{ran:?}"
    );
}

#[test]
fn plays_with_remote_players() {
    use std::io::{BufRead, BufReader};
    let mut served = std::process::Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["serve-player", "--player", "legal", "--port", "0", "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(served.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    let players = format!("{},random", told["address"].as_str().unwrap());
    let folder = Folder::new("address");
    let mut args = run("far", "tic-tac-toe", &players, &["--rounds", "2"]);
    args.retain(|arg| !["--start-clock", "0"].contains(arg));
    args.extend(["--start-clock", "20", "--play-clock", "20"]);
    let outcome = json(&folder, &args);
    fails(
        &folder,
        &run("far3", "connect-four-3p", &players, &[]),
        "would have several seats",
    );
    fails(
        &folder,
        &run("far4", "tic-tac-toe", &players, &["--opening", "2"]),
        "cannot start from an opening",
    );
    served.kill().unwrap();
    served.wait().unwrap();
    assert_eq!(outcome["progress"]["done"], 4);
    assert_eq!(
        outcome["substituted"],
        serde_json::json!([[told["address"], 0], ["random", 0]])
    );
}
