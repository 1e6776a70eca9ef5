//! Data sets: the contents of the files equal the answers of the back end `reference`.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row as Record};
use senet_engine::{BackEnd, Game, Goal, LoadOptions, load};
use senet_gdl::{Sheet, playable};
use senet_ground::{Grounded, ground};
use senet_neural::{DataOptions, DatasetEnd, generate, write_data_set};
use std::fs::File;
use std::path::Path;

/// Two roles move at once; one of them may be stuck before the end. Goals depend on a helper relation.
const BRIDGE: &str = "(role left) (role right) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal left (go ?n)) (true (at ?m)) (succ ?m ?n)) (<= (legal left stay) (true (at ?m)) (distinct ?m 3))
    (legal right wait) (<= (legal right push) (not (true (at 0))))
    (<= (next (at ?n)) (does left (go ?n)) (not (does right push))) (<= (next (at ?n)) (does left stay) (true (at ?n)))
    (<= (next (at 0)) (does left (go ?n)) (does right push))
    (<= far (true (at 3))) (<= terminal far) (<= (goal left 100) far) (<= (goal left 0) (not far)) (<= (goal right 50) (role right))";

struct Files {
    columns: Vec<Record>,
    edges: Vec<Record>,
    states: Vec<Record>,
}

fn records(folder: &Path, name: &str) -> Vec<Record> {
    let reader = SerializedFileReader::new(File::open(folder.join(name)).unwrap()).unwrap();
    assert_eq!(
        reader
            .metadata()
            .file_metadata()
            .key_value_metadata()
            .unwrap()[0]
            .key,
        "schema"
    );
    reader
        .get_row_iter(None)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

fn field<'r>(record: &'r Record, name: &str) -> &'r Field {
    let found = record.get_column_iter().find(|(column, _)| *column == name);
    found.unwrap_or_else(|| panic!("no column `{name}`")).1
}

fn number(record: &Record, name: &str) -> Option<i32> {
    match field(record, name) {
        Field::Int(number) => Some(*number),
        Field::Null => None,
        other => panic!("{name}: {other:?}"),
    }
}

fn text(record: &Record, name: &str) -> String {
    match field(record, name) {
        Field::Str(text) => text.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

impl Files {
    fn read(folder: &Path) -> Files {
        let read = |name| records(folder, name);
        Files {
            columns: read("columns.parquet"),
            edges: read("edges.parquet"),
            states: read("states.parquet"),
        }
    }

    /// The (role, text) pairs of the bits that are set; `None` if the value is missing.
    fn set(&self, state: &Record, name: &str, kind: &str) -> Option<Vec<(Option<i32>, String)>> {
        let bytes = match field(state, name) {
            Field::Bytes(bytes) => bytes.data(),
            Field::Null => return None,
            other => panic!("{name}: {other:?}"),
        };
        let columns = self
            .columns
            .iter()
            .filter(|column| text(column, "kind") == kind);
        let is_set = |column: &&Record| {
            let bit = number(column, "bit").unwrap() as usize;
            bytes[bit / 8] >> (bit % 8) & 1 == 1
        };
        let set = columns.filter(is_set);
        Some(
            set.map(|column| (number(column, "role"), text(column, "text")))
                .collect(),
        )
    }
}

fn grounded(rules: &str) -> Grounded {
    let description = playable(&Sheet::read(rules)).expect("the rules can be played");
    ground(&description, &Default::default()).expect("the rules ground")
}

fn texts(set: Option<Vec<(Option<i32>, String)>>) -> Option<Vec<String>> {
    set.map(|set| set.into_iter().map(|(_, text)| text).collect())
}

/// Writes a data set and compares every target with the back end `reference`.
fn check(name: &str, rules: &str, rows: usize) {
    let grounded = grounded(rules);
    let options = DataOptions {
        rows,
        ..DataOptions::default()
    };
    let data = generate(name, &grounded, &options);
    let folder = std::env::temp_dir().join(format!("senet-data-{}-{name}", std::process::id()));
    write_data_set(&folder, &data, &grounded).unwrap();
    let files = Files::read(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(files.states.len(), data.rows.len());
    assert_eq!(
        files.edges.len(),
        grounded.rules.len() + grounded.rules.literals()
    );
    let reference = LoadOptions {
        back_end: Some(BackEnd::Reference),
        ..LoadOptions::default()
    };
    let judge = load(&Sheet::read(rules), &reference).unwrap().game;
    let terminal = files
        .states
        .iter()
        .filter(|state| check_state(&files, state, &*judge));
    assert!(terminal.count() > 0, "no terminal state");
}

/// Compares one state. Returns true if it is terminal.
fn check_state(files: &Files, row: &Record, judge: &dyn Game) -> bool {
    let state = judge
        .find_state(&texts(files.set(row, "fluents", "fluent")).unwrap())
        .unwrap();
    let is_terminal = judge.is_terminal(&state).unwrap();
    assert_eq!(*field(row, "terminal"), Field::Bool(is_terminal));
    let own = |name, kind, role: usize| {
        let set = files.set(row, name, kind).unwrap().into_iter();
        set.filter(|(of, _)| *of == Some(role as i32))
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
    };
    let mut joint = Vec::new();
    for role in 0..judge.roles().len() {
        let legal = judge.legal(&state, role).unwrap().into_iter();
        let mut legal: Vec<String> = legal.map(|id| judge.move_name(role, id)).collect();
        legal.sort();
        assert_eq!(own("legal", "move", role), legal);
        let goals = own("goals", "goal", role);
        assert_eq!(Goal::from_texts(goals), judge.goal(&state, role).unwrap());
        if *field(row, "moves") != Field::Null {
            let [made] = &own("moves", "move", role)[..] else {
                panic!("not one move")
            };
            joint.push(judge.find_move(role, made).unwrap());
        }
    }
    let next = texts(files.set(row, "next", "fluent"));
    assert_eq!(next.is_some(), joint.len() == judge.roles().len());
    if let Some(next) = next {
        let mut expected = judge.fluents(&judge.next(&state, &joint).unwrap());
        expected.sort();
        assert_eq!(next, expected);
    }
    assert!(!is_terminal || joint.is_empty());
    is_terminal
}

#[test]
fn every_target_equals_the_reference() {
    check("bridge", BRIDGE, 40);
    for name in ["tic-tac-toe", "connect-four-3p", "nim"] {
        check(name, senet_library::find(name).unwrap().rules, 120);
    }
}

#[test]
fn a_quarter_of_the_rows_is_terminal() {
    let grounded = grounded(senet_library::find("tic-tac-toe").unwrap().rules);
    let options = DataOptions {
        rows: 200,
        ..DataOptions::default()
    };
    let data = generate("tic-tac-toe", &grounded, &options);
    assert_eq!(data.ended, DatasetEnd::Complete);
    assert_eq!(data.rows.iter().filter(|row| row.is_terminal).count(), 50);
    let mut keys: Vec<_> = data
        .rows
        .iter()
        .map(|row| (row.fluents.bytes(), row.moves.as_ref()))
        .collect();
    keys.sort_by_key(|(fluents, moves)| (*fluents, moves.map(|moves| moves.bytes())));
    keys.dedup();
    assert_eq!(keys.len(), 200, "every row is new");
}

#[test]
fn small_games_end_when_nothing_is_new() {
    let data = generate("bridge", &grounded(BRIDGE), &DataOptions::default());
    assert_eq!(data.ended, DatasetEnd::NothingNew);
    assert!(
        data.rows.len() > 10 && data.rows.len() < 100,
        "{}",
        data.rows.len()
    );
}
