//! The knowledge base keeps what it is told, and says what is wrong.

use super::*;
use crate::recognition::{Part, Sign};
use senet_database::{DatabaseError, Fault};
use senet_gdl::Sheet;
use senet_graph::{KEY_VERSION, Key, canonical};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for a test; it is removed with what is in it.
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
            Ok(_) => panic!("it opens"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn key(rules: &str) -> Key {
    canonical(&Sheet::read(rules).description, &|| false)
        .unwrap()
        .key
}

fn game<'a>(name: &'a str, sheet: &'a str) -> GameEntry<'a> {
    GameEntry {
        key: key(sheet),
        name,
        sheet,
        rules: 1,
        nodes: 2,
    }
}

fn sign(key: Key, part: Part) -> Sign {
    Sign {
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
fn games_are_kept_once() {
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
fn unknown_games_are_told() {
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
fn forgetting_a_game_forgets_all_about_it() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let (one, other) = (key("(p a)"), key("(p a b)"));
    knowledge.remember(&game("one", "(p a)")).unwrap();
    knowledge
        .put_signs(&one, &[sign(other, Part::Whole)])
        .unwrap();
    knowledge.put_values(&one, "td", b"12").unwrap();
    knowledge.put_values(&other, "td", b"34").unwrap();
    knowledge.forget("one").unwrap();
    assert_eq!(knowledge.signs().unwrap(), []);
    assert_eq!(knowledge.values(&one, "td").unwrap(), None);
    assert_eq!(knowledge.values(&other, "td").unwrap().unwrap(), b"34");
}

#[test]
fn signs_and_values_are_replaced() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let (one, other) = (key("(p a)"), key("(p a b)"));
    knowledge.remember(&game("one", "(p a)")).unwrap();
    assert!(!knowledge.game("one").unwrap().has_signs);
    for part in [Part::Whole, Part::WithoutInitialState] {
        knowledge.put_signs(&one, &[sign(other, part)]).unwrap();
        knowledge
            .put_values(&one, "td", format!("{part:?}").as_bytes())
            .unwrap();
    }
    assert_eq!(
        knowledge.signs().unwrap(),
        [(one, sign(other, Part::WithoutInitialState))]
    );
    assert!(knowledge.game("one").unwrap().has_signs);
    assert_eq!(
        knowledge.values(&one, "td").unwrap().unwrap(),
        b"WithoutInitialState"
    );
    assert_eq!(knowledge.learnt(&one).unwrap()[0].bytes, 19);
    // A game that is not there any more.
    knowledge
        .put_signs(&other, &[sign(one, Part::Whole)])
        .unwrap();
    assert_eq!(knowledge.signs().unwrap().len(), 1);
}

#[test]
fn signs_of_another_version_are_left_out() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let one = key("(p a)");
    knowledge.remember(&game("one", "(p a)")).unwrap();
    knowledge
        .put_signs(&one, &[sign(one, Part::Whole)])
        .unwrap();
    let older = "UPDATE games SET signs_by = 'older'";
    knowledge.connection.execute(older, []).unwrap();
    assert_eq!(knowledge.signs().unwrap(), []);
    assert!(!knowledge.game("one").unwrap().has_signs);
}

#[test]
fn keys_of_another_version_are_made_anew() {
    let folder = Folder::new();
    let mut knowledge = folder.open();
    let wrong = Key::from_bytes([7; 32]);
    let old = GameEntry {
        key: wrong,
        ..game("one", "(p a)")
    };
    knowledge.remember(&old).unwrap();
    knowledge.put_values(&wrong, "td", b"12").unwrap();
    knowledge
        .put_signs(&wrong, &[sign(wrong, Part::Whole)])
        .unwrap();
    knowledge
        .connection
        .execute("UPDATE notes SET keys = 'another'", [])
        .unwrap();
    drop(knowledge);
    let knowledge = folder.open();
    let found = knowledge.game("one").unwrap();
    assert_eq!((found.key, found.has_signs), (key("(p a)"), false));
    assert_eq!(knowledge.values(&found.key, "td").unwrap().unwrap(), b"12");
    assert_eq!(knowledge.signs().unwrap(), []);
    let version: String = knowledge
        .connection
        .query_row("SELECT keys FROM notes", [], |row| row.get(0))
        .unwrap();
    assert_eq!(version, KEY_VERSION);
}

#[test]
fn several_may_write_at_once() {
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
fn a_full_disk_is_told_and_loses_nothing() {
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
fn files_that_cannot_be_used_are_told() {
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
    assert!(matches!(folder.fault(), Fault::Forbidden(_)));
}

/// A hole in the middle of the file is found when it is read, and is not taken for an empty base.
#[test]
fn a_damaged_base_is_told() {
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
fn bases_of_the_future_are_refused() {
    let folder = Folder::new();
    let knowledge = folder.open();
    let set = knowledge.connection.pragma_update(None, "user_version", 99);
    set.unwrap();
    drop(knowledge);
    assert!(matches!(folder.fault(), Fault::Newer { found: 99, .. }));
}

#[test]
fn a_locked_base_is_told() {
    let folder = Folder::new();
    let (mut one, mut other) = (folder.open(), folder.open());
    let _writing = one.write().unwrap();
    let patience = std::time::Duration::ZERO;
    other.connection.busy_timeout(patience).unwrap();
    let error = other.remember(&game("one", "(p a)")).unwrap_err();
    assert!(error.to_string().contains("is locked"), "{error}");
}

#[test]
fn the_first_version_becomes_the_newest() {
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
        .put_signs(&one, &[sign(one, Part::Whole)])
        .unwrap();
    assert_eq!(knowledge.signs().unwrap().len(), 1);
}
