//! Attention networks on the command line: training, tests, questions, labs and errors.

use crate::common::{Folder, Ran, senet};

/// Switches that must be off to be pressed.
const SWITCHES: &str = "(role you) (init (off a)) (init (off b)) (name a) (name b)
    (<= (legal you (press ?x)) (true (off ?x))) (legal you rest)
    (<= (next (off ?x)) (true (off ?x)) (not (does you (press ?x)))) (<= (next (on ?x)) (does you (press ?x)))
    (<= (next (on ?x)) (true (on ?x)))
    (<= terminal (true (on a)) (true (on b))) (goal you 50)";

fn train(folder: &Folder, sheet: &str) -> String {
    let model = folder.path("gat.safetensors");
    let options = ["--steps", "150", "--batch", "8", "--rows", "60"];
    let fixed = ["reasoner", "train", "--arch", "gat", "--games", sheet];
    let rates = ["--learning-rate", "0.005", "--dropout", "0", "--json"];
    let ran = senet(&[&fixed[..], &options, &rates, &["--out", &model]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.json()["network"], "default");
    model
}

#[test]
fn trains_tests_and_asks_an_attention_network() {
    let folder = Folder::new("attention");
    let sheet = folder.write("switches.kif", SWITCHES);
    let model = train(&folder, &sheet);
    let asked = |args: &[&str]| {
        let ran = senet(&[args, &["--model", &model, "--json"]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.json()
    };
    let tested = asked(&["reasoner", "eval", &sheet, "--matches", "5"]);
    for task in ["legal", "next"] {
        let f1 = tested[0]["scores"][task]["f1"].as_f64().unwrap();
        assert_eq!(f1, 1.0, "{tested}");
    }
    let told = asked(&["reasoner", "infer", &sheet, "--joint", "(press a)"]);
    let atoms = |what: &str| -> Vec<String> {
        let atoms = told["answers"][what].as_array().unwrap().iter();
        let mut atoms: Vec<String> = atoms
            .map(|atom| atom["atom"].as_str().unwrap().to_string())
            .collect();
        atoms.sort();
        atoms
    };
    assert_eq!(atoms("next"), ["(off b)", "(on a)"], "{told}");
    assert_eq!(atoms("legal"), ["(press a)", "(press b)", "rest"], "{told}");
}

#[track_caller]
fn refuses(ran: &Ran, message: &str) {
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains(message), "{ran:?}");
}

#[test]
fn refuses_damaged_files_and_networks_of_another_architecture() {
    let folder = Folder::new("attention-errors");
    let sheet = folder.write("switches.kif", SWITCHES);
    let model = train(&folder, &sheet);
    let other = "but `senet-reasoner-1` is needed here";
    refuses(&senet(&["reasoner", "prove", "--model", &model]), other);
    let bytes = std::fs::read(&model).unwrap();
    let cut = folder.write("cut.safetensors", &bytes[..bytes.len() / 2]);
    let eval = ["reasoner", "eval", &sheet, "--model", &cut];
    refuses(&senet(&eval), "not a complete safetensors file");
    let unknown = [
        "reasoner",
        "train",
        "--arch",
        "gat",
        "--network",
        "lstm",
        "--out",
        "x",
    ];
    refuses(&senet(&unknown), "there is no network `lstm`");
    let without = ["reasoner", "train", "--arch", "gat", "--out", "x"];
    refuses(&senet(&without), "there is no game to train on");
}

#[test]
fn lab_writes_table_and_picture_and_says_what_was_run() {
    let folder = Folder::new("attention-lab");
    std::fs::create_dir_all(folder.path("base")).unwrap();
    folder.write("base/blocker.kif", SWITCHES);
    let (sheets, out) = (folder.path(""), folder.path("results"));
    let fixed = ["lab", "reasoner-games", "--dir", &sheets, "--out", &out];
    let chosen = ["--only", "blocker,buttons", "--steps", "3", "--batch", "2"];
    let ran = senet(&[&fixed[..], &chosen, &["--matches", "3", "--json"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    let rows = told["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert!(rows[0]["ours"].is_null(), "this game has no public sheet");
    assert_eq!(rows[1]["ours"]["matches"], 3);
    assert_eq!(rows[1]["published"]["next"][2], 0.9415);
    assert!(told["statement"].as_str().unwrap().contains("1 networks"));
    let read = |end: &str| std::fs::read_to_string(format!("{out}/reasoner-games.{end}")).unwrap();
    assert_eq!(read("csv").lines().count(), 5);
    assert!(read("svg").ends_with("</svg>\n"));
    assert!(read("md").starts_with("| network"));
}

#[test]
fn one_network_plays_trained_and_unseen_games() {
    let games = ["--train", "nim", "--variant", "nim", "--unseen", "tron"];
    let small = ["--budget", "0.02", "--matches", "2", "--blocks", "1"];
    let ran = senet(&[&["lab", "gnn-zero-shot", "--json"][..], &games, &small].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    assert_eq!(told["results"].as_array().unwrap().len(), 9);
    assert!(told["preparation"]["steps"].as_u64().unwrap() > 0);
}
