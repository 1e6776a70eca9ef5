//! Tests of the knowledge base and its errors.

use super::*;
use crate::recognition::{RecognitionKey, RulePart};
use senet_database::{DatabaseError, Fault};
use senet_gdl::{Deadline, Sheet};
use senet_graph::{CanonicalKey, KEY_VERSION, canonical};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A temporary folder; dropping it deletes its content.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("senet-knowledge-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    fn file(&self) -> PathBuf {
        KnowledgeBase::file(&self.0)
    }

    fn open(&self) -> KnowledgeBase {
        KnowledgeBase::open(&self.file()).unwrap()
    }

    fn fault(&self) -> Fault {
        match KnowledgeBase::open(&self.file()) {
            Err(KnowledgeError::Database(DatabaseError { fault, .. })) => fault,
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it opens without an error"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn key(rules: &str) -> CanonicalKey {
    canonical(&Sheet::read(rules).description, &Deadline::never())
        .unwrap()
        .key
}

fn game<'a>(name: &'a str, sheet: &'a str) -> GameToStore<'a> {
    GameToStore {
        key: key(sheet),
        name,
        sheet,
        rules: 1,
        nodes: 2,
    }
}

fn recognition_key(key: CanonicalKey, part: RulePart) -> RecognitionKey {
    RecognitionKey {
        key,
        part,
        transformations: Vec::new(),
    }
}

fn names(knowledge: &KnowledgeBase) -> String {
    let games = knowledge.games().unwrap();
    let names: Vec<_> = games.into_iter().map(|game| game.name).collect();
    names.join(" ")
}

#[test]
fn stores_each_game_once() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    assert_eq!(names(&knowledge), "");
    let added = |knowledge: &mut KnowledgeBase, name, sheet| knowledge.remember(&game(name, sheet));
    let known = Remembered::Known("one".to_string());
    assert_eq!(
        added(&mut knowledge, "one", "(p a)").unwrap(),
        Remembered::Added
    );
    assert_eq!(added(&mut knowledge, "other", "(q b)").unwrap(), known);
    let error = added(&mut knowledge, "one", "(p a b)").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the knowledge base has another game called `one` already"
    );
    drop(knowledge);
    let found = folder.open().game("one").unwrap();
    assert_eq!((found.key, found.sheet.as_str()), (key("(p a)"), "(p a)"));
}

#[test]
fn reports_unknown_game() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let error = knowledge.game("x").unwrap_err().to_string();
    assert_eq!(
        error,
        "the knowledge base has no game called `x`; it is empty"
    );
    knowledge.remember(&game("one", "(p a)")).unwrap();
    let error = knowledge.forget("x").unwrap_err().to_string();
    assert!(error.ends_with("it has one game"), "{error}");
}

#[test]
fn forgetting_a_game_removes_its_keys_and_values() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let (one, other) = (key("(p a)"), key("(p a b)"));
    knowledge.remember(&game("one", "(p a)")).unwrap();
    knowledge
        .put_recognition_keys(&one, &[recognition_key(other, RulePart::Whole)])
        .unwrap();
    knowledge.put_values(&one, "td", b"12").unwrap();
    knowledge.put_values(&other, "td", b"34").unwrap();
    knowledge.forget("one").unwrap();
    assert_eq!(knowledge.recognition_keys().unwrap(), []);
    assert_eq!(knowledge.values(&one, "td").unwrap(), None);
    assert_eq!(knowledge.values(&other, "td").unwrap().unwrap(), b"34");
}

#[test]
fn replaces_recognition_keys_and_values() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let (one, other) = (key("(p a)"), key("(p a b)"));
    knowledge.remember(&game("one", "(p a)")).unwrap();
    assert!(!knowledge.game("one").unwrap().has_recognition_keys);
    for part in [RulePart::Whole, RulePart::WithoutInitialState] {
        knowledge
            .put_recognition_keys(&one, &[recognition_key(other, part)])
            .unwrap();
        knowledge
            .put_values(&one, "td", format!("{part:?}").as_bytes())
            .unwrap();
    }
    assert_eq!(
        knowledge.recognition_keys().unwrap(),
        [(one, recognition_key(other, RulePart::WithoutInitialState))]
    );
    assert!(knowledge.game("one").unwrap().has_recognition_keys);
    assert_eq!(
        knowledge.values(&one, "td").unwrap().unwrap(),
        b"WithoutInitialState"
    );
    assert_eq!(knowledge.learnt(&one).unwrap()[0].bytes, 19);
    // The game of these keys is unknown.
    knowledge
        .put_recognition_keys(&other, &[recognition_key(one, RulePart::Whole)])
        .unwrap();
    assert_eq!(knowledge.recognition_keys().unwrap().len(), 1);
}

#[test]
fn ignores_recognition_keys_of_another_version() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let one = key("(p a)");
    knowledge.remember(&game("one", "(p a)")).unwrap();
    knowledge
        .put_recognition_keys(&one, &[recognition_key(one, RulePart::Whole)])
        .unwrap();
    let older = "UPDATE games SET signs_by = 'older'";
    knowledge.connection.execute(older, []).unwrap();
    assert_eq!(knowledge.recognition_keys().unwrap(), []);
    assert!(!knowledge.game("one").unwrap().has_recognition_keys);
}

#[test]
fn recomputes_keys_of_another_version() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let wrong = CanonicalKey::from_bytes([7; 32]);
    let old = GameToStore {
        key: wrong,
        ..game("one", "(p a)")
    };
    knowledge.remember(&old).unwrap();
    knowledge.put_values(&wrong, "td", b"12").unwrap();
    knowledge
        .put_recognition_keys(&wrong, &[recognition_key(wrong, RulePart::Whole)])
        .unwrap();
    knowledge
        .connection
        .execute("UPDATE notes SET keys = 'another'", [])
        .unwrap();
    drop(knowledge);
    let knowledge = folder.open();
    let found = knowledge.game("one").unwrap();
    assert_eq!(
        (found.key, found.has_recognition_keys),
        (key("(p a)"), false)
    );
    assert_eq!(knowledge.values(&found.key, "td").unwrap().unwrap(), b"12");
    assert_eq!(knowledge.recognition_keys().unwrap(), []);
    let version: String = knowledge
        .connection
        .query_row("SELECT keys FROM notes", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, KEY_VERSION);
}

#[test]
fn allows_concurrent_writers() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                let mut knowledge = folder.open();
                for number in 0..5 {
                    let (name, sheet) = (
                        format!("{thread}-{number}"),
                        format!("(p{})", " a".repeat(thread * 5 + number + 1)),
                    );
                    knowledge.remember(&game(&name, &sheet)).unwrap();
                }
            });
        }
    });
    assert_eq!(folder.open().games().unwrap().len(), 20);
}

#[test]
fn full_disk_is_an_error_and_keeps_data() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    knowledge.remember(&game("one", "(p a)")).unwrap();
    let pages: i64 = knowledge
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    let set = knowledge
        .connection
        .pragma_update_and_check(None, "max_page_count", pages, |row| row.get::<_, i64>(0));
    set.unwrap();
    let large = vec![1; 100_000];
    let error = knowledge.put_values(&key("(p a)"), "td", &large);
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "the knowledge base cannot grow: the disk is full");
    assert_eq!(names(&knowledge), "one");
    assert_eq!(knowledge.values(&key("(p a)"), "td").unwrap(), None);
}

#[test]
fn rejects_unusable_files() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(
        folder.file(),
        "no database, but long enough to be one".repeat(40),
    )
    .unwrap();
    assert!(matches!(folder.fault(), Fault::Damaged(_)));
    std::fs::remove_file(folder.file()).unwrap();
    std::fs::create_dir(folder.file()).unwrap();
    assert!(matches!(folder.fault(), Fault::Damaged(_)));
}

/// Reading finds a damaged page and does not treat the knowledge base as empty.
#[test]
fn reports_damaged_database() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    for number in 1..200 {
        let sheet = format!("(p{})", " a".repeat(number));
        knowledge
            .remember(&game(&format!("game-{number}"), &sheet))
            .unwrap();
    }
    knowledge
        .connection
        .pragma_update(None, "journal_mode", "delete")
        .unwrap();
    drop(knowledge);
    let mut bytes = std::fs::read(folder.file()).unwrap();
    let end = bytes.len();
    bytes[4096..end].fill(0xa5);
    std::fs::write(folder.file(), bytes).unwrap();
    let read = KnowledgeBase::open(&folder.file()).and_then(|knowledge| knowledge.games());
    let error = read.unwrap_err().to_string();
    assert!(error.contains("is damaged"), "{error}");
}

#[test]
fn rejects_newer_schema_version() {
    let folder = Folder::new();
    let knowledge = folder.open();
    let set = knowledge.connection.pragma_update(None, "user_version", 99);
    set.unwrap();
    drop(knowledge);
    assert!(matches!(folder.fault(), Fault::Newer { found: 99, .. }));
}

#[test]
fn reports_locked_database() {
    let folder = Folder::new();
    let (mut one, mut other) = (folder.open(), folder.open());
    let _writing = one.write().unwrap();
    let timeout = std::time::Duration::ZERO;
    other.connection.busy_timeout(timeout).unwrap();
    let error = other.remember(&game("one", "(p a)")).unwrap_err();
    assert!(error.to_string().contains("is locked"), "{error}");
}

#[test]
fn migrates_first_schema_version() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let old = rusqlite::Connection::open(folder.file()).unwrap();
    old.execute_batch(schema::STEPS[0].0).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    let one = key("(p a)");
    let insert = "INSERT INTO games VALUES (?1, 'one', '(p a)', 1, 2, NULL, 5)";
    old.execute(insert, [one.bytes()]).unwrap();
    drop(old);
    let mut knowledge = folder.open();
    assert_eq!(names(&knowledge), "one");
    knowledge
        .put_recognition_keys(&one, &[recognition_key(one, RulePart::Whole)])
        .unwrap();
    assert_eq!(knowledge.recognition_keys().unwrap().len(), 1);
}

#[test]
fn damaged_games_and_values_are_reported_and_can_be_removed() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let (one, two) = ("(p a)", "(p a a)");
    knowledge.remember(&game("one", one)).unwrap();
    knowledge.remember(&game("two", two)).unwrap();
    knowledge.put_values(&key(one), "td", b"values").unwrap();
    assert_eq!(
        knowledge.values(&key(one), "td").unwrap().unwrap(),
        b"values"
    );
    for change in [
        "UPDATE games SET sheet = '(p b)' WHERE name = 'one'",
        "UPDATE learnt SET content = x'00'",
    ] {
        assert_eq!(knowledge.connection.execute(change, []).unwrap(), 1);
    }
    let reader = KnowledgeBase::open_to_read(&folder.file()).unwrap();
    let error = reader.games().unwrap_err().to_string();
    let expected =
        "the game `one` in the knowledge base is damaged: it does not match its checksum";
    assert_eq!(error, expected);
    assert!(reader.game("one").is_err() && reader.game("two").is_ok());
    let error = reader.values(&key(one), "td").unwrap_err().to_string();
    assert!(error.starts_with("the learnt value `td` "), "{error}");
    knowledge.forget("one").unwrap();
    assert_eq!(names(&knowledge), "two");
    assert_eq!(knowledge.values(&key(one), "td").unwrap(), None);
}
