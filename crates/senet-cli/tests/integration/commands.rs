//! Every command works, as text and as JSON with the documented fields.

use crate::common::{Folder, senet, senet_with};

/// Runs a command that must succeed, and returns its output.
#[track_caller]
fn ok(args: &[&str]) -> String {
    let ran = senet(args);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.stdout
}

/// Runs a command with `--json` that must succeed; checks that its output has all these fields.
#[track_caller]
fn json(args: &[&str], fields: &[&str]) -> serde_json::Value {
    let args: Vec<_> = args.iter().copied().chain(["--json"]).collect();
    let ran = senet(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    let value = ran.json();
    let object = if value.is_array() { &value[0] } else { &value };
    for field in fields {
        assert!(object.get(field).is_some(), "no `{field}` in {object}");
    }
    value
}

#[test]
fn lists_and_shows_games() {
    assert!(ok(&["games"]).contains("tic-tac-toe"));
    assert!(ok(&["games", "show", "nim"]).contains("roles"));
    assert!(ok(&["games", "show", "nim", "--rules"]).contains("(role "));
    json(&["games"], &["name", "title", "summary", "roles", "tags"]);
    assert_eq!(senet(&["games", "show", "nin"]).code, 2);
}

#[test]
fn shows_information() {
    assert!(ok(&["info", "tic-tac-toe"]).contains("roles"));
    let fields = [
        "roles",
        "fluents",
        "moves",
        "ground_rules",
        "gates",
        "back_end",
        "reason",
        "ground_ms",
        "setup_ms",
    ];
    let info = json(&["info", "tic-tac-toe"], &fields);
    assert_eq!(info["roles"], serde_json::json!(["x", "o"]));
}

#[test]
fn learns_and_shows_evaluation_function() {
    let args = ["info", "tic-tac-toe", "--evaluation", "--sequences", "3000"];
    let args = [&args[..], &["--seconds", "60"]].concat();
    let said = ok(&args);
    assert!(said.contains("(marked b 2 o)"), "{said}");
    let first = json(&args, &["evaluation"]);
    let evaluation = &first["evaluation"];
    assert_eq!(evaluation, &json(&args, &[])["evaluation"]);
    assert_eq!(evaluation["stop"], "sequences");
    let role = &evaluation["roles"][0];
    assert_eq!(role["role"], "x");
    let features = role["features"].as_array().unwrap();
    assert_eq!(features.len() as u64, role["chosen"].as_u64().unwrap());
    let centre = features.iter().find(|f| f["pattern"] == "(marked b 2 o)");
    assert!(centre.unwrap()["weight"].as_f64().unwrap() < 0.0);
    assert_eq!(senet(&["info", "tic-tac-toe", "--seconds", "1"]).code, 2);
}

#[test]
fn simulates_the_same_matches_for_the_same_seed() {
    let args = ["simulate", "tic-tac-toe", "--matches", "100", "--seed", "5"];
    let first = json(&args, &["matches", "mean_length", "mean_goals"]);
    assert_eq!(first, json(&args, &[]));
    assert_eq!(first["matches"], 100);
    assert!(
        first["mean_goals"]["x"].as_f64().unwrap() > first["mean_goals"]["o"].as_f64().unwrap()
    );
}

#[test]
fn verifies_simulated_traces() {
    let folder = Folder::new("traces");
    let sheet = folder.write(
        "games/own/nim.kif",
        ok(&["games", "show", "nim", "--rules"]),
    );
    let trace = folder.write("traces/own.nim.jsonl", "");
    ok(&["simulate", &sheet, "--matches", "3", "--trace", &trace]);
    let text = std::fs::read_to_string(&trace).unwrap();
    let (_, rest) = text.split_once("\"roles\"").unwrap();
    let moved = format!("{{\"game\":\"own.nim\",\"kif\":\"games/own/nim.kif\",\"roles\"{rest}");
    std::fs::write(&trace, &moved).unwrap();
    let (games, traces) = (folder.path("games"), folder.path("traces"));
    let verify = [
        "verify",
        "--games",
        games.as_str(),
        "--traces",
        traces.as_str(),
    ];
    assert_eq!(ok(&verify), "1 passed, 0 failed, 0 skipped\n");
    json(&verify, &["passed", "failed", "skipped"]);
    std::fs::write(
        &trace,
        moved.replace("\"terminal\":true", "\"terminal\":false"),
    )
    .unwrap();
    let ran = senet(&verify);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.ends_with("0 passed, 1 failed, 0 skipped\n"),
        "{ran:?}"
    );
}

#[test]
fn counts_move_sequences() {
    let perft = json(
        &["perft", "tic-tac-toe", "--depth", "3"],
        &["counts", "stopped"],
    );
    assert_eq!(perft["counts"], serde_json::json!([9, 72, 504]));
}

#[test]
fn check_draws_and_lists_problems() {
    let folder = Folder::new("problems");
    let file = folder.write(
        "slip.kif",
        "(role x)\n(<= (legal x go) (not (true (at ?y))))\n(goal x 0)\n(<= terminal (true on))\n",
    );
    let ran = senet(&["check", &file]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("E016") && ran.stdout.contains("slip.kif:2:"),
        "{}",
        ran.stdout
    );
    let list = senet(&["check", &file, "--json"]).json();
    let slip = list
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["code"] == "E016")
        .unwrap();
    assert_eq!(
        (&slip["line"], &slip["severity"]),
        (&2.into(), &"error".into())
    );
    for field in [
        "file",
        "column",
        "end_line",
        "end_column",
        "message",
        "help",
    ] {
        assert!(slip.get(field).is_some(), "no `{field}`");
    }
    assert!(ok(&["check", "--explain", "e016"]).contains("E016"));
    assert!(ok(&["check", "--explain", "E206"]).contains("match without end"));
}

#[test]
fn check_by_play_finds_endless_match() {
    let folder = Folder::new("play");
    let endless = "(role x) (init on) (legal x go) (<= (next on) (true on)) (<= terminal (not (true on))) (goal x 0)";
    let file = folder.write("endless.kif", endless);
    let ran = senet(&["check", &file, "--play", "2", "--max-steps", "50", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let list = ran.json();
    let problem = list
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["code"] == "E206")
        .unwrap();
    assert_eq!(problem["moves"].as_array().unwrap().len(), 50);
}

#[test]
fn formats_sheets() {
    let folder = Folder::new("formatting");
    let file = folder.write("a.kif", "(role   x) ; the only one\n");
    assert_eq!(ok(&["fmt", &file]), "(role x) ; the only one\n");
    assert_eq!(senet(&["fmt", "--check", &file]).code, 1);
    ok(&["fmt", "--write", &file]);
    assert_eq!(ok(&["fmt", "--check", &file]), "");
    assert!(ok(&["fmt", "tic-tac-toe", "--to", "infix"]).contains(":-"));
    json(&["fmt", "nim"], &["file", "changed", "text"]);
}

#[test]
fn scrambled_game_has_the_same_perft_counts() {
    let scrambled = json(
        &["scramble", "tic-tac-toe", "--seed", "9"],
        &["rules", "mapping"],
    );
    let ran = senet_with(
        &["perft", "-", "--depth", "3", "--json"],
        scrambled["rules"].as_str().unwrap(),
    );
    assert_eq!(ran.json()["counts"], serde_json::json!([9, 72, 504]));
}

#[test]
fn flattened_game_has_the_same_perft_counts() {
    let flat = json(
        &["flatten", "tic-tac-toe"],
        &["rules", "unfolded", "left_alone"],
    );
    let ran = senet_with(
        &["perft", "-", "--depth", "3", "--json"],
        flat["rules"].as_str().unwrap(),
    );
    assert_eq!(ran.json()["counts"], serde_json::json!([9, 72, 504]));
}

#[test]
fn plays_match_with_human() {
    let ran = senet_with(
        &["play", "tic-tac-toe", "--as", "x", "--against", "random"],
        &"1\n".repeat(9),
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("The match ends after"), "{ran:?}");
    assert_eq!(
        senet_with(
            &["play", "tic-tac-toe", "--as", "x", "--against", "random"],
            "nonsense\nq\n"
        )
        .code,
        2
    );
    assert_eq!(senet(&["play", "tic-tac-toe", "--as", "z"]).code, 2);
    assert_eq!(senet(&["play", "nim", "--against", "nobody"]).code, 2);
    let lines = ok(&["play", "nim", "--against", "random", "--json"]);
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert!(last.get("goals").is_some(), "{last}");
}

#[test]
fn gives_hints_and_undoes_moves() {
    let game = ["play", "tic-tac-toe", "--as", "x", "--against", "greedy"];
    let ran = senet_with(&game, "undo\nhint\nmark a 1\nundo\nmark b 2\nquit\n");
    assert_eq!(ran.code, 2, "{ran:?}");
    let said = &ran.stdout;
    assert!(said.contains("There is nothing to undo."), "{said}");
    assert!(said.contains("Hint: (mark "), "{said}");
    assert!(said.contains("1. x plays (mark a 1)"), "{said}");
    assert!(said.contains("1. x plays (mark b 2)"), "{said}");
}

#[test]
fn shows_rules_as_graph() {
    assert!(ok(&["graph", "tic-tac-toe"]).contains("nodes"));
    let fields = ["nodes", "edges", "max_out_degree", "by_kind"];
    let counts = json(&["graph", "nim", "--kind", "ordered"], &fields);
    let scrambled = ok(&["scramble", "nim", "--seed", "3"]);
    let folder = Folder::new("graph");
    let file = folder.write("scrambled.kif", &scrambled);
    let again = json(&["graph", &file, "--kind", "ordered"], &fields);
    assert_eq!(fields.map(|f| &counts[f]), fields.map(|f| &again[f]));
    assert!(ok(&["graph", "nim", "--export", "dot"]).starts_with("digraph"));
    assert!(ok(&["graph", "nim", "--export", "graphml"]).contains("</graphml>"));
    json(&["graph", "nim", "--export", "json"], &["nodes", "edges"]);
    let instances = json(&["graph", "nim", "--kind", "instantiated"], &fields);
    assert!(instances["nodes"].as_u64() > counts["nodes"].as_u64());
    let picture = folder.write("picture.svg", "");
    ok(&["graph", "nim", "--svg", &picture]);
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("matches_left"));
}

#[test]
fn prints_declarations_that_complete_a_sheet() {
    let folder = Folder::new("declarations");
    let rules = "(role a) (init (lamp off)) (succ off on) (succ on off)
        (<= (legal a (turn ?x)) (true (lamp ?x))) (<= (next (lamp ?y)) (does a (turn ?x)) (succ ?x ?y)) (<= terminal (true (lamp on))) (goal a 100)";
    let sheet = folder.write("lamp.kif", rules);
    let declarations = ok(&["boards", &sheet, "--declarations"]);
    let expected =
        "(base (lamp off))\n(base (lamp on))\n(input a (turn off))\n(input a (turn on))\n";
    assert_eq!(declarations, expected);
    let whole = folder.write("whole.kif", format!("{rules}\n{declarations}"));
    let again = json(&["boards", &whole, "--declarations"], &["base", "input"]);
    assert_eq!(again["base"].as_array().unwrap().len(), 2, "{again}");
}

#[test]
fn finds_boards() {
    let fields = ["projections", "maximal", "calls", "total_ms"];
    let found = json(&["boards", "nim"], &fields);
    assert_eq!(found["maximal"][0]["relation"], "heap", "{found}");
    let occupied = json(&["boards", "tic-tac-toe"], &fields);
    let cells = &occupied["occupied"][0]["cells"];
    assert_eq!(cells.as_u64(), Some(9), "{occupied}");
    let verdicts = found["projections"].as_array().unwrap();
    let fields = ["relation", "positions", "verdict", "ms"];
    assert!(
        verdicts
            .iter()
            .all(|report| fields.iter().all(|field| !report[field].is_null()))
    );
    assert!(ok(&["boards", "nim", "--verify-ip"]).contains("solver calls"));
}

#[test]
fn tests_single_projection() {
    let args = |projection| ["boards", "nim", "--verify-ip", "--only", projection];
    let only = json(&args("heap 1"), &["projections"]);
    assert_eq!(only["projections"].as_array().unwrap().len(), 1, "{only}");
    assert!(only["only"].is_null(), "{only}");
    // The second argument alone is refuted, so the analysis skips both together.
    let covered = json(&args("heap 1 2"), &["projections", "only"]);
    assert_eq!(covered["only"]["verdict"], "refuted", "{covered}");
    assert_eq!(covered["only"]["positions"][1], 2, "{covered}");
    let part = &covered["only"]["refuted_parts"][0]["positions"];
    assert_eq!(part[0], 2, "{covered}");
    let told = "⟨heap, {1, 2}⟩ is refuted, since its part ⟨heap, {2}⟩ is";
    assert!(ok(&args("heap 1 2")).contains(told));
    for missing in ["heap 2 9", "heap 0 2", "hill 1"] {
        let ran = senet(&args(missing));
        assert!(ran.stderr.contains("no such projection"), "{ran:?}");
    }
}

#[test]
fn lists_and_applies_variants() {
    let listed = json(
        &["variants", "tic-tac-toe"],
        &["game", "variants", "refused"],
    );
    assert_eq!(listed["variants"][0]["class"], "inverted_goal");
    let number = listed["variants"][0]["number"].to_string();
    let rules = ok(&["variants", "tic-tac-toe", "--apply", &number]);
    assert!(rules.contains("(<= (goal ?r 0) (won ?r))"), "{rules}");
    let folder = Folder::new("variants");
    let file = folder.write("inverted.kif", &rules);
    ok(&["check", &file, "--play", "2"]);
    assert!(ok(&["variants", "tic-tac-toe", "--refused"]).contains("step limit"));
    let missing = senet(&["variants", "tic-tac-toe", "--apply", "99"]);
    assert!(
        missing.stderr.contains("no variant number 99"),
        "{}",
        missing.stderr
    );
}

#[test]
fn prints_completions() {
    assert!(ok(&["completions", "bash"]).contains("senet"));
}

#[test]
fn every_command_has_examples() {
    let commands = [
        "games",
        "check",
        "fmt",
        "scramble",
        "info",
        "simulate",
        "verify",
        "bench",
        "perft",
        "graph",
        "boards",
        "variants",
        "play",
        "completions",
    ];
    for command in commands {
        let help = ok(&[command, "--help"]);
        assert!(
            help.contains("Example") && help.contains("--json") && help.contains("--seed"),
            "{command}"
        );
    }
}

#[test]
fn lab_plays_mtdf_against_uct() {
    let folder = Folder::new("lab");
    let out = folder.path("results");
    let args = [
        "lab",
        "mtdf-vs-uct",
        "--only",
        "connect-four",
        "--threads",
        "1",
    ];
    let fast = ["--seconds", "0.01", "--start-clock", "0.3", "--games", "2"];
    let args = [&args[..], &fast, &["--jobs", "1", "--out", &out]].concat();
    let result = json(&args, &["lines", "matches", "seed", "remarks"]);
    let line = &result["lines"][0];
    assert_eq!(line["game"], "connect-four");
    assert_eq!(line["published"], serde_json::Value::Null);
    let matches = result["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 2);
    assert_ne!(matches[0]["mtdf_seat"], matches[1]["mtdf_seat"]);
    for file in ["table.csv", "matches.csv", "plot.svg"] {
        let text = std::fs::read_to_string(folder.path(&format!("results/{file}"))).unwrap();
        assert!(text.contains("connect-four"), "{file}: {text}");
    }
    let wrong = senet(&["lab", "mtdf-vs-uct", "--only", "go"]);
    assert!(
        wrong.code == 2 && wrong.stderr.contains("connect-five"),
        "{wrong:?}"
    );
}
