//! Every command that takes a game refuses rules with errors with the same message, and none panics.

use crate::common::{Folder, Ran, senet, senet_with};

/// A complete game, to which each test adds a rule.
const FRAME: &str = "(role a) (role b) (init (s 0)) (succ 0 1) (succ 1 2)
(<= (legal ?r go) (role ?r)) (legal a stay)
(<= (next (s ?n)) (true (s ?m)) (succ ?m ?n))
(<= terminal (true (s 2))) (<= (goal ?r 50) (role ?r))
";

/// For each check of errors: its code, a rule with this error, and true if `--force` plays it.
const ERRORS: [(&str, &str, bool); 14] = [
    ("E001", "(p", false),
    ("E004", "(<=)", false),
    ("E011", "(next (s 0) 1)", false),
    ("E012", "(<= terminal (true (does a go)))", true),
    ("E013", "(<= terminal (true (not open)))", true),
    ("E015", "(init (t ?x))", false),
    ("E016", "(<= (legal a ?m) (not (true (s 1))))", false),
    (
        "E017",
        "(<= p (not q)) (<= q (not p)) (<= terminal p)",
        false,
    ),
    ("E018", "(<= (n (f ?x)) (n ?x)) (<= terminal (n 7))", true),
    ("E019", "(<= (role c) (succ 0 1))", true),
    ("E020", "(true (s 1))", false),
    ("E021", "(<= terminal (next (s 2)))", true),
    ("E022", "(<= (init (t 1)) (true (s 0)))", true),
    ("E023", "(<= terminal (does a stay))", true),
];

/// The arguments of every command that takes a game. `{}` is the game, `{folder}` a folder for files.
const COMMANDS: [&str; 21] = [
    "scramble {}",
    "flatten {}",
    "info {}",
    "simulate {} --matches 2",
    "perft {} --depth 2",
    "bench {} --seconds 0.01 --repetitions 1 --back-end circuit",
    "train {} --minutes 0.002 --layers 1 --out {folder}/train",
    "transfer learn {} --data {folder} --matches 1",
    "bench {} --group map --seconds 0.01 --repetitions 1",
    "graph {}",
    "draw {}",
    "boards {} --time-limit 2",
    "map {} tic-tac-toe",
    "map tic-tac-toe {}",
    "variants {}",
    "recognise {} --seconds 100",
    "knowledge add {} --base {folder}/base.sqlite",
    "play {} --against random --seconds 0.01",
    "match {} --players random,random",
    "host {} --players random,random",
    "tournament run --data {folder} --games {} --players random,legal",
];

fn run(command: &str, game: &str, folder: &str, extra: &[&str]) -> Ran {
    let words = command.split(' ');
    let words = words.map(|word| word.replace("{folder}", folder).replace("{}", game));
    let words: Vec<String> = words.collect();
    let words = words.iter().map(String::as_str);
    senet(&words.chain(extra.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn every_command_refuses_rules_with_errors_with_the_same_message() {
    let folder = Folder::new("gate");
    for (code, rule, _) in ERRORS {
        let game = folder.write(&format!("{code}.kif"), FRAME.to_string() + rule);
        let checked = senet(&["check", &game, "--json"]).json();
        let problems = checked.as_array().expect("a list");
        let first = problems.iter().find(|p| p["code"] == *code);
        let first = first.unwrap_or_else(|| panic!("{code} is not found: {checked}"));
        let expected = format!(
            "error: {game}:{}:{}: the rules have errors: {}",
            first["line"],
            first["column"],
            first["message"].as_str().expect("a text")
        );
        for command in COMMANDS {
            let ran = run(command, &game, &folder.path(""), &[]);
            let line = ran.stderr.lines().next().unwrap_or_default();
            assert_eq!(ran.code, 2, "{code}: {command}: {ran:?}");
            assert!(
                line.starts_with(&expected),
                "{code}: {command}: {ran:?}\n{expected}"
            );
        }
    }
}

#[test]
fn force_plays_what_all_back_ends_understand() {
    let folder = Folder::new("gate-force");
    for (code, rule, playable) in ERRORS {
        let game = folder.write(&format!("{code}.kif"), FRAME.to_string() + rule);
        for back_end in ["reference", "interpreter", "circuit", "lanes"] {
            let command = ["simulate", &game, "--force", "--back-end", back_end];
            let ran = senet(&[&command[..], &["--json", "--time-limit", "20"]].concat());
            assert_eq!(ran.code == 0, playable, "{code}: {ran:?}");
            if playable {
                let roles = ran.json()["mean_goals"]
                    .as_object()
                    .map(|goals| goals.len());
                assert_eq!(roles, Some(2), "{code} on {back_end}");
            } else {
                assert!(ran.stdout.contains("even with --force"), "{code}: {ran:?}");
            }
        }
    }
}

#[test]
fn no_command_panics_on_errors_that_the_game_does_not_need() {
    let folder = Folder::new("gate-unneeded");
    let unneeded = "(p ?x) (<= (q ?x) (not (r ?x))) (<= t (not t)) (<= (n (f ?x)) (n ?x)) (n 1)
        (<= (u ?x ?y) (v ?x)) (v 1) (next2 ?x)";
    let game = folder.write("unneeded.kif", FRAME.to_string() + unneeded);
    // Values are learned only for games whose players take turns.
    let learns = |command: &&&str| command.starts_with("transfer");
    for command in COMMANDS.iter().filter(|command| !learns(command)) {
        let ran = run(command, &game, &folder.path(""), &[]);
        assert_eq!(ran.code, 0, "{command}: {ran:?}");
    }
}

/// Checks that a simulation fails and names the role and the state, on every back end.
fn check_undefined(name: &str, rules: &str, expected: &str) {
    let folder = Folder::new(name);
    let game = folder.write("game.kif", rules);
    for back_end in ["reference", "interpreter", "circuit", "lanes"] {
        let trace = folder.path("trace.jsonl");
        for extra in [&[][..], &["--trace", &trace]] {
            let command = [
                "simulate",
                &game,
                "--back-end",
                back_end,
                "--matches",
                "100",
            ];
            let ran = senet(&[&command[..], extra].concat());
            assert_eq!(ran.code, 2, "{back_end}: {ran:?}");
            assert!(ran.stderr.contains(expected), "{back_end}: {ran:?}");
        }
    }
}

#[test]
fn undefined_goals_are_errors_that_name_the_state() {
    let with_goal = |goal: &str| {
        format!(
            "(role a) (init s) (legal a x) (<= (next t) (true s)) (<= terminal (true t)) {goal}"
        )
    };
    for (name, goal, expected) in [
        (
            "text",
            "(goal a win)",
            "give a the goal win, which is not an integer, in the terminal state: t",
        ),
        (
            "several",
            "(goal a 0) (goal a 100)",
            "give a several goals (0 100) in the terminal state: t",
        ),
        (
            "fraction",
            "(goal a 50.5)",
            "give a the goal 50.5, which is not an integer,",
        ),
        (
            "huge",
            "(goal a 9223372036854775808)",
            "give a the goal 9223372036854775808, which",
        ),
        (
            "none",
            "(<= (goal a 1) (true s))",
            "give a no goal in the terminal state: t",
        ),
    ] {
        check_undefined(&format!("goal-{name}"), &with_goal(goal), expected);
    }
}

#[test]
fn missing_moves_are_errors_that_name_the_state() {
    check_undefined(
        "no-legal",
        "(role a) (role b) (init s) (legal a x) (<= (legal b y) (true s)) (<= (next u) (true s))
         (<= (next t) (true u)) (<= terminal (true t)) (goal a 100) (goal b 0)",
        "give b no legal move in a state that is not terminal: u",
    );
}

#[test]
fn rare_undefined_goals_are_found() {
    // One match of 1024 ends without a goal.
    let mut rules = "(role a) (init (n 0)) (legal a x) (legal a y) (<= (next ok) (does a y)) \
        (<= (next ok) (true ok)) (<= terminal (true (n 10))) (<= (goal a 1) (true ok)) \
        (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y))"
        .to_string();
    rules.extend((0..10).map(|n| format!(" (succ {n} {})", n + 1)));
    let folder = Folder::new("rare");
    let game = folder.write("rare.kif", rules);
    for back_end in ["circuit", "lanes"] {
        let ran = senet(&[
            "simulate",
            &game,
            "--matches",
            "60000",
            "--back-end",
            back_end,
        ]);
        assert_eq!(ran.code, 2, "{ran:?}");
        let expected = "the rules give a no goal in the terminal state: (n 10)\n";
        assert!(ran.stderr.contains(expected), "{ran:?}");
    }
}

#[test]
fn matches_without_a_result_say_why() {
    let folder = Folder::new("gate-match");
    let game = folder.write(
        "text.kif",
        "(role a) (init s) (legal a x) (<= (next t) (true s)) (<= terminal (true t)) (goal a win)",
    );
    let ran = senet(&["match", &game, "--players", "random", "--json"]);
    let record = ran.json();
    assert_eq!(
        (&record["isAborted"], &record["goalValues"]),
        (&true.into(), &serde_json::Value::Null)
    );
    let expected =
        "the rules give a the goal win, which is not an integer, in the terminal state: t";
    assert_eq!(record["x-reason"], expected);
}

#[test]
fn simulations_without_an_end_have_no_mean() {
    let folder = Folder::new("gate-endless");
    let game = folder.write(
        "endless.kif",
        "(role a) (init s) (legal a x) (<= (next s) (true s)) (<= terminal (true never)) (goal a 50)",
    );
    let ran = senet(&["simulate", &game, "--max-steps", "5", "--json"]).json();
    assert_eq!(ran["mean_goals"], serde_json::json!({"a": null}));
}

#[test]
fn odd_moves_are_played_recorded_and_replayed() {
    let folder = Folder::new("gate-odd");
    for (number, odd) in ["%", "'x", ".", "a:-b", "${home}", "%x", "<svg>"]
        .iter()
        .enumerate()
    {
        let game = folder.write(
            &format!("odd{number}.kif"),
            format!(
                "(role a) (role {odd}) (init (s {odd})) (<= (legal ?r {odd}) (role ?r)) (legal a (f {odd}))
                 (<= (next (t ?m)) (does a ?m)) (<= terminal (true (t ?m))) (<= (goal ?r 50) (role ?r))"
            ),
        );
        for back_end in ["reference", "interpreter", "circuit", "lanes"] {
            let record = folder.path("record.json");
            let back_end = ["--back-end", back_end];
            let command = [
                "match",
                &game,
                "--players",
                "random,random",
                "--record",
                &record,
            ];
            let played = senet(&[&command[..], &back_end].concat());
            assert_eq!(played.code, 0, "{odd}: {played:?}");
            let command = ["replay", &record, "--game", &game];
            let replayed = senet(&[&command[..], &back_end].concat());
            assert_eq!(replayed.code, 0, "{odd}: {replayed:?}");
        }
        let scrambled = senet(&["match", &game, "--players", "random,random", "--scramble"]);
        assert_eq!(scrambled.code, 0, "{odd}: {scrambled:?}");
        let drawn = senet(&["draw", &game]);
        assert_eq!(drawn.code, 0, "{odd}: {drawn:?}");
    }
}

#[test]
fn lists_moves_of_any_length() {
    let folder = Folder::new("gate-long");
    let long = "q".repeat(66_000);
    let game = folder.write(
        "long.kif",
        format!(
            "(role a) (init (cell {long} 1)) (init (cell b 2)) (legal a x) (legal a {long}) (<= (next t) (does a ?m))
             (<= terminal (true t)) (goal a 50)"
        ),
    );
    let played = senet_with(&["play", &game, "--as", "a"], "moves\n1\n");
    assert_eq!(played.code, 0, "{:.500}", played.stderr);
    for command in [
        "draw {}",
        "map {} {}",
        "recognise {}",
        "info {}",
        "match {} --players random",
    ] {
        let ran = run(command, &game, &folder.path(""), &[]);
        assert_eq!(ran.code, 0, "{command}: {:.500}", ran.stderr);
    }
}
