//! `senet recognise` and `senet knowledge` on the command line, with their errors.

use crate::common::{Folder, Ran, senet, senet_with};
use serde_json::Value;
use std::process::Stdio;

const WALK: &str = "
    (role walker) (init (at 1)) (init (step 1)) (succ 1 2) (succ 2 3) (after 1 2) (after 2 3) (after 3 4)
    (<= (legal walker (go ?y)) (true (at ?x)) (succ ?x ?y)) (legal walker stay)
    (<= (next (at ?y)) (does walker (go ?y))) (<= (next (at ?x)) (does walker stay) (true (at ?x)))
    (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
    (<= (goal walker 100) (true (at 3))) (<= (goal walker 0) (not (true (at 3))))
    (<= terminal (true (at 3))) (<= terminal (true (step 4)))";

const TOSS: &str = "(role a) (role b) (init p) (legal a (pick 1)) (legal a (pick 2)) (legal b (pick 1)) (legal b (pick 2))
    (<= (next (done ?x ?y)) (does a (pick ?x)) (does b (pick ?y))) (<= terminal (not (true p)))
    (<= equal (true (done ?x ?x))) (<= (goal a 100) equal) (<= (goal a 0) (not equal))
    (<= (goal b 0) equal) (<= (goal b 100) (not equal))";

/// A folder with two games, and functions to query it.
struct Setting {
    folder: Folder,
}

impl Setting {
    fn new(name: &str) -> Setting {
        let folder = Folder::new(name);
        std::fs::create_dir_all(folder.path("games")).unwrap();
        folder.write("games/walk.kif", WALK);
        folder.write("games/toss.kif", TOSS);
        Setting { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path(name)
    }

    fn knowledge(&self, args: &[&str]) -> Ran {
        let base = self.path("base.sqlite");
        let all = [&["knowledge"], args, &["--base", &base]].concat();
        senet(&all)
    }

    fn ask(&self, rules: &str, known: &[&str]) -> Value {
        let all = [&["recognise", "-", "--json"], known].concat();
        let ran = senet_with(&all, rules);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.json()
    }
}

fn scrambled(rules: &str) -> Ran {
    let ran = senet_with(&["scramble", "-", "--json", "--seed", "3"], rules);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[track_caller]
fn fails(ran: &Ran, message: &str) {
    assert_eq!(ran.code, 2, "{ran:?}");
    let told = ran.stderr.contains(message) && ran.stderr.contains("help:");
    assert!(told, "{ran:?}");
}

#[test]
fn recognises_scrambled_game_with_mapping() {
    let setting = Setting::new("recognise-same");
    let games = setting.path("games");
    let scrambled = scrambled(WALK).json();
    let rules = scrambled["rules"].as_str().unwrap();
    let told = setting.ask(rules, &["--games", &games]);
    assert_eq!(told["answer"], "same");
    assert_eq!(told["game"], "walk");
    assert_eq!(told["transformations"], Value::Array(vec![]));
    assert_eq!(told["known"], 2);
    assert!(told["ms"].as_f64().unwrap() >= 0.0);
    for (old, new) in scrambled["mapping"].as_object().unwrap() {
        if !old.starts_with('?') {
            assert_eq!(told["mapping"][new.as_str().unwrap()], **old, "{old}");
        }
    }
}

#[test]
fn recognises_variant_with_parameters() {
    let setting = Setting::new("recognise-variant");
    let games = setting.path("games");
    let longer = WALK.replace("(after 3 4)", "(after 3 4) (after 4 5)");
    let longer = longer.replace("(step 4)", "(step 5)");
    let told = setting.ask(&longer, &["--games", &games]);
    assert_eq!(
        (&told["answer"], &told["game"]),
        (&"variant".into(), &"walk".into())
    );
    let step = &told["transformations"][0];
    assert_eq!(step["class"], "step_limit");
    assert_eq!((&step["from"], &step["to"]), (&3.into(), &4.into()));
    let text = senet_with(&["recognise", "-", "--games", &games], &longer);
    assert!(text.stdout.starts_with("a variant of walk"), "{text:?}");
}

#[test]
fn reports_change_of_role_if_roles_are_given() {
    let setting = Setting::new("recognise-role");
    let games = setting.path("games");
    let told = scrambled(TOSS).json();
    let rules = told["rules"].as_str().unwrap();
    let now = |role: &str| told["mapping"][role].as_str().unwrap().to_string();
    let ask = |role: &str, known: &str| {
        let chair = ["--games", &games, "--role", role, "--known-role", known];
        setting.ask(rules, &chair)
    };
    assert_eq!(ask(&now("a"), "a")["answer"], "same");
    let switched = ask(&now("b"), "a");
    assert_eq!(switched["answer"], "variant", "{switched}");
    let change = &switched["transformations"][0];
    assert_eq!(change["class"], "switched_role", "{switched}");
    assert_eq!((&change["from"], &change["to"]), (&"a".into(), &"b".into()));
    for (role, known) in [("nobody", "a"), ("a", "nobody")] {
        let chair = ["--games", &games, "--role", role, "--known-role", known];
        let ran = senet_with(&[&["recognise", "-"], &chair[..]].concat(), TOSS);
        fails(&ran, "there is no role `nobody`");
    }
}

#[test]
fn recognises_library_game() {
    let scrambled = senet(&["scramble", "nim", "--seed", "5"]).stdout;
    let folder = Folder::new("recognise-library");
    let file = folder.write("mystery.kif", scrambled);
    let told = senet(&["recognise", &file, "--json"]).json();
    assert_eq!(
        (&told["answer"], &told["game"]),
        (&"same".into(), &"nim".into())
    );
}

#[test]
fn knowledge_base_stores_games() {
    let setting = Setting::new("knowledge");
    let (games, base) = (setting.path("games"), setting.path("base.sqlite"));
    let none = setting.knowledge(&["list"]);
    assert!(none.stdout.contains("no games are known"), "{none:?}");
    let added = setting.knowledge(&["add", &games, "--json"]).json();
    assert_eq!(added["added"].as_array().unwrap().len(), 2);
    let copy = setting.folder.write(
        "copy.kif",
        scrambled(TOSS).json()["rules"].as_str().unwrap(),
    );
    let again = setting.knowledge(&["add", &copy]);
    assert_eq!(again.stdout, "copy is already known as toss\n");
    let told = setting.ask(TOSS, &["--base", &base]);
    assert_eq!(
        (&told["answer"], &told["game"]),
        (&"same".into(), &"toss".into())
    );
    assert_eq!(setting.knowledge(&["remove", "toss"]).code, 0);
    let told = setting.ask(TOSS, &["--base", &base]);
    assert_eq!(
        (&told["answer"], &told["game"]),
        (&"nearest".into(), &"walk".into())
    );
    assert!(told["distance"].as_f64().unwrap() > 0.0);
    let told = setting.ask(TOSS, &["--base", &base, "--proven"]);
    assert_eq!(told["answer"], "unknown");
    assert_eq!(told["game"], Value::Null);
    let shown = setting.knowledge(&["show", "walk"]);
    assert!(shown.stdout.contains("; key    ") && shown.stdout.contains("(role walker)"));
    fails(
        &setting.knowledge(&["show", "toss"]),
        "has no game called `toss`",
    );
    let other = setting.folder.write("walk.kif", TOSS);
    fails(
        &setting.knowledge(&["add", &other]),
        "another game called `walk`",
    );
}

#[test]
fn rejects_bad_input_with_clear_message() {
    let setting = Setting::new("recognise-bad");
    let (games, base) = (setting.path("games"), setting.path("base.sqlite"));
    let broken = senet_with(&["recognise", "-", "--games", &games], "(role x (init");
    fails(&broken, "-:1:1");
    let missing = senet_with(&["recognise", "-", "--base", &base], WALK);
    fails(&missing, "there is no knowledge base");
    assert!(!std::path::Path::new(&base).exists());
    let nowhere = setting.path("nowhere");
    let none = senet_with(&["recognise", "-", "--games", &nowhere], WALK);
    fails(&none, "nowhere");
    setting
        .folder
        .write("base.sqlite", "this is not a database. ".repeat(100));
    let damaged = senet_with(&["recognise", "-", "--base", &base], WALK);
    fails(&damaged, "the knowledge base is damaged or not a database");
    fails(&setting.knowledge(&["add", &games]), "is damaged");
    // Adding several sheets skips and reports a sheet with errors.
    setting.folder.write("games/broken.kif", "(role x (init");
    let told = setting.ask(WALK, &["--games", &games]);
    assert_eq!(told["answer"], "same");
    assert_eq!(told["skipped"][0]["game"], "broken");
}

#[test]
fn empty_knowledge_base_recognises_nothing() {
    let setting = Setting::new("recognise-empty");
    let base = setting.path("base.sqlite");
    let games = setting.path("games");
    setting.knowledge(&["add", &games]);
    for name in ["walk", "toss"] {
        setting.knowledge(&["remove", name]);
    }
    let told = setting.ask(WALK, &["--base", &base]);
    assert_eq!(
        (&told["answer"], &told["known"]),
        (&"unknown".into(), &0.into())
    );
}

/// Concurrent writers wait for each other. A killed one leaves only complete games.
#[test]
fn concurrent_and_killed_writers_lose_nothing() {
    let setting = Setting::new("knowledge-crash");
    let base = setting.path("base.sqlite");
    let start = |games: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_senet"));
        command.args(["knowledge", "add", games, "--base", &base]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    std::fs::create_dir_all(setting.path("more")).unwrap();
    for number in 1..30 {
        let rules = WALK.replace(
            "(role walker)",
            &format!("(role walker) (size{})", " 1".repeat(number)),
        );
        setting
            .folder
            .write(&format!("more/walk-{number}.kif"), rules);
    }
    let (games, more) = (setting.path("games"), setting.path("more"));
    let (mut one, mut other, mut killed) = (start(&games), start(&more), start(&more));
    std::thread::sleep(std::time::Duration::from_millis(200));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(one.wait().unwrap().success());
    assert!(other.wait().unwrap().success());
    let listed = setting.knowledge(&["list", "--json"]).json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 31);
}

#[test]
fn lab_reports_recognised_games() {
    let setting = Setting::new("lab-recognition");
    let (games, out) = (setting.path("games"), setting.path("results"));
    let ran = senet(&[
        "lab",
        "recognition",
        &games,
        "--scrambles",
        "2",
        "--json",
        "--out",
        &out,
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    let same = &told["rows"][0];
    assert_eq!(
        (&same["class"], &same["asked"]),
        (&"same".into(), &4.into())
    );
    assert_eq!(same["found"], 4);
    for row in told["rows"].as_array().unwrap() {
        assert_eq!(
            (&row["missed"], &row["wrong"]),
            (&0.into(), &0.into()),
            "{row}"
        );
    }
    let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).unwrap();
    assert!(read("recognition.csv").lines().count() > 3);
    assert!(read("recognition.svg").ends_with("</svg>\n"));
}
