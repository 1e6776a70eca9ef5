//! `senet bench` reports the documented figures, continues after unplayable sheets, and detects regressions.

use crate::common::{Folder, senet};
use serde_json::Value;

/// Runs a short measurement that must succeed, and returns its rows.
#[track_caller]
fn rows(args: &[&str]) -> Vec<Value> {
    let quick = ["bench", "--seconds", "0.02", "--json"];
    let ran = senet(&[&quick[..], args].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let rows = ran.json();
    rows.as_array().expect("a list of rows").clone()
}

#[track_caller]
fn assert_numbers(row: &Value, fields: &[&str]) {
    for field in fields {
        let number = row[field].as_f64();
        let fine = number.is_some_and(|number| number > 0.0);
        assert!(fine, "`{field}` is {} in {row}", row[field]);
    }
}

/// Keeps the rows of back ends and drops those of mappers.
fn of_back_ends(mut rows: Vec<Value>) -> Vec<Value> {
    rows.retain(|row| row["group"] != "map");
    rows
}

/// Finds the row of a back end in a group.
#[track_caller]
fn row<'a>(rows: &'a [Value], group: &str, back_end: &str) -> &'a Value {
    let found = rows
        .iter()
        .find(|row| row["group"] == group && row["back_end"] == back_end);
    found.unwrap_or_else(|| panic!("no row of {group} on {back_end} in {rows:?}"))
}

const RATES: [&str; 5] = [
    "playouts_per_s",
    "steps_per_s",
    "mean_length",
    "setup_ms",
    "cpu_s",
];

#[test]
fn measures_matches_on_every_back_end() {
    let rows = rows(&["nim"]);
    for back_end in ["reference", "interpreter", "circuit", "lanes"] {
        let row = row(&rows, "playouts", back_end);
        assert_eq!(
            (&row["game"], &row["collection"]),
            (&"nim".into(), &"library".into())
        );
        assert_numbers(row, &RATES);
        assert_eq!(
            row["mean_goals"].as_object().map(|goals| goals.len()),
            Some(2)
        );
        assert_eq!(row["problem"], Value::Null);
    }
    assert_numbers(row(&rows, "playouts", "circuit"), &["to_reference"]);
}

#[test]
fn measures_all_groups_at_once() {
    let rows = rows(&["nim", "--group", "all", "--back-end", "circuit"]);
    for mapper in ["mmap", "lmap", "myopic", "senet"] {
        assert_eq!(row(&rows, "map", mapper)["problem"], Value::Null);
    }
    let rows = of_back_ends(rows);
    assert_eq!(rows.len(), 3);
    assert_numbers(
        row(&rows, "step", "circuit"),
        &["steps_per_s", "jumps_per_s"],
    );
    let fields = [
        "setup_ms",
        "first_playout_ms",
        "ground_ms",
        "ground_rules",
        "gates",
    ];
    assert_numbers(row(&rows, "setup", "circuit"), &fields);
}

#[test]
fn compares_with_hand_written_program() {
    let rows = rows(&["tic-tac-toe", "--back-end", "auto"]);
    assert_numbers(row(&rows, "playouts", "native"), &RATES[..3]);
    let chosen = rows
        .iter()
        .find(|row| row["chosen"] == true)
        .expect("the chosen back end");
    assert_numbers(chosen, &["to_native"]);
}

#[test]
fn omits_comparison_for_another_game_of_the_same_name() {
    let folder = Folder::new("namesake");
    let nim = senet(&["games", "show", "nim", "--rules"]).stdout;
    let sheet = folder.write("tic-tac-toe.kif", nim);
    let rows = rows(&[&sheet]);
    assert!(
        rows.iter().all(|row| row["back_end"] != "native"),
        "{rows:?}"
    );
}

#[test]
fn measures_threads_in_wall_time() {
    let rows = rows(&["nim", "--back-end", "circuit", "--threads", "2"]);
    assert_eq!(rows[0]["scaling"]["threads"], 2);
    assert_numbers(&rows[0]["scaling"], &["wall_playouts_per_s", "ratio"]);
}

#[test]
fn measures_remaining_sheets_after_hostile_ones() {
    let folder = Folder::new("hostile");
    folder.write("a-broken.kif", "(role x) (legal x");
    let endless = "(role x) (init on) (legal x go) (<= (next on) (true on)) (<= terminal (true off)) (goal x 0)";
    folder.write("b-endless.kif", endless);
    let stuck = "(role x) (init on) (<= (legal x go) (true off)) (<= (next on) (true on)) (<= terminal (true off)) (goal x 0)";
    folder.write("c-stuck.kif", stuck);
    folder.write(
        "d-nim.kif",
        senet(&["games", "show", "nim", "--rules"]).stdout,
    );
    let page = folder.path("page.md");
    let sheets = folder.path(".");
    let rows = of_back_ends(rows(&["--dir", &sheets, "--group", "all", "--page", &page]));
    let names: Vec<_> = rows
        .iter()
        .step_by(3)
        .map(|row| row["game"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["a-broken", "b-endless", "c-stuck", "d-nim"]);
    assert_eq!(rows[0]["back_end"], Value::Null);
    assert!(
        rows[0]["problem"]
            .as_str()
            .unwrap()
            .contains("the rules have errors"),
        "{}",
        rows[0]
    );
    assert!(
        rows[3]["problem"].as_str().unwrap().contains("cut short"),
        "{}",
        rows[3]
    );
    assert!(
        rows[6]["problem"]
            .as_str()
            .unwrap()
            .contains("no legal move"),
        "{}",
        rows[6]
    );
    assert_eq!(rows[9]["problem"], Value::Null);
    let sheets = std::fs::read_to_string(page.replace(".md", "/sheets.csv")).unwrap();
    assert!(sheets.contains("\nd-nim,"), "{sheets}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("4 sheets: ") && page.contains("/sheets.csv)"),
        "{page}"
    );
}

#[test]
fn fails_on_single_unplayable_sheet() {
    let folder = Folder::new("unplayable");
    let sheet = folder.write("broken.kif", "(role x) (legal x");
    let ran = senet(&["bench", &sheet, "--json"]);
    assert_eq!(ran.code, 2);
    let message = ran.json()["error"]["message"].to_string();
    assert!(message.contains("the rules have errors"), "{message}");
}

#[test]
fn measures_lanes_in_every_width() {
    let rows = rows(&["nim", "--back-end", "lanes:portable"]);
    assert_eq!(
        (&rows[0]["back_end"], &rows[0]["width"]),
        (&"lanes".into(), &"portable".into())
    );
    assert_numbers(&rows[0], &["playouts_per_s", "code_bytes", "memory_bytes"]);
    assert_eq!(senet(&["bench", "nim", "--back-end", "lanes:huge"]).code, 2);
}

#[test]
fn stops_measurement_at_time_limit() {
    let start = std::time::Instant::now();
    let limits = ["--seconds", "1000", "--game-limit", "0.3"];
    let ran = senet(
        &[
            &["bench", "chess", "--back-end", "reference", "--json"][..],
            &limits[..],
        ]
        .concat(),
    );
    let problem = ran.json()[0]["problem"].to_string();
    assert!(
        problem.contains("the time for this query is used up"),
        "{problem}"
    );
    assert!(start.elapsed().as_secs() < 60);
}

/// Measures nim, changes the saved file by `edit`, and compares with it. Returns the exit code and the row.
fn against(name: &str, extra: &[&str], edit: impl Fn(&mut Value)) -> (i32, Value) {
    let folder = Folder::new(name);
    let file = folder.path("base.json");
    let what = ["nim", "--back-end", "circuit"];
    rows(&[&what[..], &["--save", &file]].concat());
    let mut saved: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    edit(&mut saved);
    folder.write("base.json", saved.to_string());
    let quick = ["bench", "--seconds", "0.02", "--json", "--baseline", &file];
    let ran = senet(&[&quick[..], &what[..], extra].concat());
    let answer = ran.json();
    let row = if answer.is_array() {
        answer[0].clone()
    } else {
        answer
    };
    (ran.code, row)
}

fn scale(saved: &mut Value, factor: f64) {
    let row = &mut saved["rows"][0];
    row["playouts_per_s"] = (row["playouts_per_s"].as_f64().unwrap() * factor).into();
    row["spread"] = 0.01.into();
}

#[test]
fn flags_regression() {
    // A factor of ten thousand exceeds the noise of any machine, however busy.
    let (code, row) = against("slower", &[], |saved| scale(saved, 1e4));
    assert_eq!(
        (code, &row["baseline"]["verdict"]),
        (0, &"slower".into()),
        "{row}"
    );
    let fail = ["--fail-on-regression"];
    let (code, row) = against("slower-fails", &fail, |saved| scale(saved, 1e4));
    assert_eq!(
        (code, &row["baseline"]["verdict"]),
        (1, &"slower".into()),
        "{row}"
    );
    let (code, row) = against("faster", &fail, |saved| scale(saved, 1e-4));
    assert_eq!(
        (code, &row["baseline"]["verdict"]),
        (0, &"faster".into()),
        "{row}"
    );
}

#[test]
fn does_not_flag_noise() {
    let noisy = |saved: &mut Value| saved["rows"][0]["spread"] = 10.0.into();
    let (code, row) = against("noise", &["--fail-on-regression"], noisy);
    assert_eq!(
        (code, &row["baseline"]["verdict"]),
        (0, &"same".into()),
        "{row}"
    );
}

#[test]
fn rejects_baseline_of_another_machine() {
    let abacus = |saved: &mut Value| saved["machine"]["cpu"] = "abacus".into();
    let (code, answer) = against("machine", &[], abacus);
    assert_eq!(code, 2);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("processor abacus"), "{message}");
    let (code, row) = against("any-machine", &["--any-machine"], abacus);
    assert_eq!(code, 0);
    assert!(row["baseline"]["change"].is_number(), "{row}");
}

#[test]
fn rejects_file_that_is_not_a_baseline() {
    let folder = Folder::new("no-baseline");
    let file = folder.write("base.json", "{}");
    let ran = senet(&["bench", "nim", "--baseline", &file]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("is not a baseline"), "{ran:?}");
}

#[test]
fn rejects_invalid_numbers() {
    for wrong in [
        ["--seconds", "NaN"],
        ["--seconds", "-1"],
        ["--repetitions", "0"],
        ["--time-limit", "inf"],
    ] {
        let ran = senet(&["bench", "nim", wrong[0], wrong[1]]);
        assert_eq!(ran.code, 2, "{wrong:?}: {ran:?}");
    }
}
