//! The store keeps each result once and explains its errors.

use super::*;
use crate::tournament::{PlannedGame, TournamentPlan};
use senet_database::{DatabaseError, Fault};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A temporary folder for a test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("senet-store-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    fn store(&self) -> Store {
        Store::open(&self.0).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Two players, one game with two seats, and a number of rounds with two matches each.
fn plan(name: &str, rounds: usize) -> TournamentPlan {
    TournamentPlan {
        name: name.to_string(),
        games: vec![PlannedGame {
            name: "game".to_string(),
            rules: "(role a)".to_string(),
            roles: vec!["a".to_string(), "b".to_string()],
            thinking: 1,
        }],
        players: vec!["p".to_string(), "q".to_string()],
        rounds,
        ..TournamentPlan::default()
    }
}

/// The part of a record that matters here.
fn record(goals: [i32; 2]) -> String {
    format!(r#"{{"moves":[["a","b"],["c","d"]],"goalValues":{goals:?}}}"#)
}

fn finished(goals: [i32; 2]) -> Finished {
    Finished {
        ended: Ended::Goals(goals.to_vec()),
        record: Some(record(goals)),
        substituted: vec![0, 3],
        started: 1000,
        finished: 2000,
    }
}

/// The fault of the database behind an error.
fn fault(error: &StoreError) -> Option<&Fault> {
    match error {
        StoreError::Database(DatabaseError { fault, .. }) => Some(fault),
        _ => None,
    }
}

/// The statuses of all matches.
fn statuses(store: &Store, tournament: &Tournament) -> String {
    let matches = store.matches(tournament.id).unwrap();
    let all: Vec<_> = matches.iter().map(|m| m.status.as_str()).collect();
    all.join(" ")
}

#[test]
fn matches_are_claimed_and_finished_once() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 2), 5).unwrap();
    let lock = store.lock(&club, 6).unwrap();
    let first = store.claim(&lock, 7).unwrap().unwrap();
    let second = store.claim(&lock, 7).unwrap().unwrap();
    assert_eq!([first.number, second.number], [0, 1]);
    assert_eq!(first.opening_seed, second.opening_seed);
    assert_ne!(first.seed, second.seed);
    store.finish(&lock, 1, &finished([100, 0])).unwrap();
    assert_eq!(statuses(&store, &club), "claimed done open open");
    for number in [1, 2, 99] {
        let error = store
            .finish(&lock, number, &finished([0, 100]))
            .unwrap_err();
        assert!(matches!(error, StoreError::NotClaimed(_)), "{error}");
    }
    store.give_back(&lock, 0).unwrap();
    store.give_back(&lock, 1).unwrap();
    assert_eq!(statuses(&store, &club), "open done open open");
    let stored = &store.matches(club.id).unwrap()[1];
    assert_eq!(stored.goals, Some(vec![100, 0]));
    assert_eq!((stored.moves, stored.ended), (Some(2), Some(2000)));
    assert_eq!(stored.substituted, Some(vec![0, 3]));
    assert!(store.record(club.id, 1).unwrap().unwrap().contains("moves"));
    assert_eq!(store.record(club.id, 0).unwrap(), None);
}

#[test]
fn claims_of_a_crashed_run_are_released() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 2), 5).unwrap();
    let crashed = store.lock(&club, 6).unwrap();
    store.claim(&crashed, 7).unwrap().unwrap();
    store.claim(&crashed, 7).unwrap().unwrap();
    store.finish(&crashed, 0, &finished([50, 50])).unwrap();
    let run = crashed.run;
    drop(crashed);
    let lock = store.lock(&club, 8).unwrap();
    assert_eq!(lock.given_back, 1);
    assert!(lock.run > run);
    assert_eq!(statuses(&store, &club), "done open open open");
    assert_eq!(store.claim(&lock, 9).unwrap().unwrap().number, 1);
}

#[test]
fn all_matches_can_be_claimed_at_once() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 2), 5).unwrap();
    let lock = store.lock(&club, 6).unwrap();
    let first = store.claim(&lock, 7).unwrap().unwrap();
    let others = store.claim_all(&lock, 8).unwrap();
    let numbers: Vec<usize> = others.iter().map(|one| one.number).collect();
    assert_eq!((first.number, numbers), (0, vec![1, 2, 3]));
    assert_eq!(statuses(&store, &club), "claimed claimed claimed claimed");
    store.finish(&lock, 2, &finished([50, 50])).unwrap();
    assert!(store.claim_all(&lock, 9).unwrap().is_empty());
}

#[test]
fn only_one_process_plays_a_tournament() {
    let folder = Folder::new();
    let (mut store, mut other) = (folder.store(), folder.store());
    let club = store.create(&plan("club", 1), 5).unwrap();
    let found = other.find("club").unwrap();
    assert_eq!(found, club);
    let _lock = store.lock(&club, 6).unwrap();
    let error = other.lock(&found, 6).map(|_| ()).unwrap_err().to_string();
    let process = std::process::id();
    assert_eq!(
        error,
        format!("`club` is being played by another process (number {process})")
    );
}

#[test]
fn failed_matches_can_be_retried() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 1), 5).unwrap();
    let lock = store.lock(&club, 6).unwrap();
    store.claim(&lock, 7).unwrap().unwrap();
    let failed = Finished {
        ended: Ended::Failed("no legal move".to_string()),
        record: None,
        ..finished([0, 0])
    };
    store.finish(&lock, 0, &failed).unwrap();
    assert_eq!(statuses(&store, &club), "failed open");
    let summary = &store.list().unwrap()[0];
    assert_eq!((summary.done, summary.failed, summary.planned), (0, 1, 2));
    assert_eq!(store.retry_failed(&lock, &club).unwrap(), 1);
    assert_eq!(statuses(&store, &club), "open open");
}

#[test]
fn names_are_unique_and_unknown_names_are_errors() {
    let folder = Folder::new();
    let mut store = folder.store();
    let error = store.find("club").unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no tournament called `club`; there is none yet"
    );
    let club = store.create(&plan("club", 1), 5).unwrap();
    let error = store.create(&plan("club", 3), 6).unwrap_err().to_string();
    assert_eq!(error, "there is a tournament called `club` already");
    let lock = store.lock(&club, 7).unwrap();
    store.delete(lock).unwrap();
    assert!(store.list().unwrap().is_empty());
}

#[test]
fn rounds_are_added_once() {
    let folder = Folder::new();
    let mut store = folder.store();
    let ladder = TournamentPlan {
        form: crate::tournament::Form::Ladder,
        ..plan("ladder", 2)
    };
    let tournament = store.create(&ladder, 5).unwrap();
    assert_eq!(statuses(&store, &tournament), "");
    let round = crate::tournament::ladder_round(&ladder, 0, &[0, 1]);
    store.add_round(&tournament, 0, &round).unwrap();
    store.add_round(&tournament, 0, &round).unwrap();
    assert_eq!(statuses(&store, &tournament), "open open");
    let round = crate::tournament::ladder_round(&ladder, 2, &[1, 0]);
    store.add_round(&tournament, 2, &round).unwrap();
    let numbers: Vec<_> = store
        .matches(tournament.id)
        .unwrap()
        .iter()
        .map(|m| m.number)
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3]);
}

#[test]
fn migrates_first_version_to_newest() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let old = rusqlite::Connection::open(Store::file(&folder.0)).unwrap();
    old.execute_batch(schema::STEPS[0].0).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    let text = serde_json::to_string(&plan("old", 1)).unwrap();
    old.execute("INSERT INTO tournaments VALUES (3, 'old', ?1, 4)", [text])
        .unwrap();
    let record = record([100, 0]);
    old.execute(
        "INSERT INTO matches (tournament, number, round, game, seats, seed, opening_seed, status, goals, record)
         VALUES (3, 0, 0, 0, '[0,1]', 1, 2, 'done', '[100,0]', ?1), (3, 1, 0, 0, '[1,0]', 3, 2, 'open', NULL, NULL),
             (3, 2, 0, 0, '[0,1]', 1, 2, 'done', '[300,0]', ?1), (3, 3, 0, 0, '[0,1]', 1, 2, 'done', '[100,0]', '{')",
        [&record],
    )
    .unwrap();
    drop(old);
    let store = folder.store();
    let matches = store.matches(store.find("old").unwrap().id).unwrap();
    let (moves, expected) = digest(&record).unwrap();
    assert_eq!(
        (matches[0].moves, &matches[0].digest),
        (Some(moves), &Some(expected))
    );
    assert_eq!((matches[1].moves, &matches[1].digest), (None, &None));
    assert_eq!([&matches[0].damage, &matches[1].damage], [&None, &None]);
    let told = matches[2].damage.as_deref();
    let expected = "the goals are [300, 0], but [100, 0] in the record";
    assert_eq!((told, &matches[2].goals), (Some(expected), &None));
    let told = matches[3].damage.as_deref().unwrap();
    assert!(told.starts_with("the record cannot be read"), "{told}");
    let version: i64 = store
        .connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, schema::STEPS.len() as i64);
}

#[test]
fn rejects_newer_databases() {
    let folder = Folder::new();
    let store = folder.store();
    store
        .connection
        .pragma_update(None, "user_version", 99)
        .unwrap();
    drop(store);
    let error = Store::open(&folder.0).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("has version 99"), "{error}");
}

#[test]
fn full_disk_is_an_error_and_loses_nothing() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 1), 5).unwrap();
    let lock = store.lock(&club, 6).unwrap();
    store.claim(&lock, 7).unwrap();
    let pages: i64 = store
        .connection
        .pragma_query_value(None, "page_count", |row| row.get(0))
        .unwrap();
    let limit = |store: &Store, pages: i64| {
        let set = store
            .connection
            .pragma_update_and_check(None, "max_page_count", pages, |row| row.get::<_, i64>(0));
        set.unwrap();
    };
    limit(&store, pages);
    let large = Finished {
        record: Some(record([100, 0]).replace('d', &"x".repeat(100_000))),
        ..finished([100, 0])
    };
    let error = store.finish(&lock, 0, &large).unwrap_err();
    assert!(matches!(fault(&error), Some(Fault::Full)), "{error}");
    assert_eq!(statuses(&store, &club), "claimed open");
    limit(&store, pages + 1000);
    store.finish(&lock, 0, &large).unwrap();
    assert_eq!(statuses(&store, &club), "done open");
}

#[test]
fn locked_database_is_an_error() {
    let folder = Folder::new();
    let (mut store, mut other) = (folder.store(), folder.store());
    let _writing = store.write().unwrap();
    other
        .connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    let error = other.create(&plan("club", 1), 5).unwrap_err();
    assert!(matches!(fault(&error), Some(Fault::Locked(_))), "{error}");
}

#[test]
fn invalid_database_is_an_error() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(
        Store::file(&folder.0),
        "no database at all, but long enough to be one".repeat(40),
    )
    .unwrap();
    let error = Store::open(&folder.0).map(|_| ()).unwrap_err();
    assert!(matches!(fault(&error), Some(Fault::Damaged(_))), "{error}");
    let inside = Store::file(&folder.0).join("deeper");
    let error = Store::open(&inside).map(|_| ()).unwrap_err();
    assert!(
        matches!(fault(&error), Some(Fault::Folder { .. })),
        "{error}"
    );
}

#[test]
fn concurrent_creation_works() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let folder = &folder;
            scope.spawn(move || {
                folder
                    .store()
                    .create(&plan(&format!("t{number}"), 2), 5)
                    .unwrap()
            });
        }
    });
    assert_eq!(folder.store().list().unwrap().len(), 8);
}

/// Changes a finished match with this statement, and expects a damaged match for this reason that can be played again.
#[track_caller]
fn check_damage(change: &str, reason: &str) {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 2), 5).unwrap();
    let lock = store.lock(&club, 6).unwrap();
    for number in 0..2 {
        store.claim(&lock, 7).unwrap().unwrap();
        store.finish(&lock, number, &finished([100, 0])).unwrap();
    }
    let before = store.matches(club.id).unwrap();
    assert!(before.iter().all(|stored| stored.damage.is_none()));
    let change = format!("UPDATE matches SET {change} WHERE number = 1");
    assert_eq!(store.connection.execute(&change, []).unwrap(), 1);
    let matches = store.matches(club.id).unwrap();
    let told = matches[1].damage.as_deref();
    assert!(
        told.is_some_and(|told| told.contains(reason)),
        "{change}: {told:?}"
    );
    assert_eq!(
        (&matches[1].goals, statuses(&store, &club).as_str()),
        (&None, "done damaged open open")
    );
    let error = store.record(club.id, 1).unwrap_err().to_string();
    assert!(
        error.contains("match 1 ") && error.contains(reason),
        "{error}"
    );
    assert_eq!(store.record(club.id, 0).unwrap(), Some(record([100, 0])));
    assert_eq!(store.retry_failed(&lock, &club).unwrap(), 1);
    let claimed = store.claim(&lock, 9).unwrap().unwrap();
    let planned = |stored: &Stored| {
        (
            stored.number,
            stored.seats.clone(),
            stored.seed,
            stored.opening_seed,
        )
    };
    assert_eq!(planned(&claimed), planned(&before[1]));
    store.finish(&lock, 1, &finished([100, 0])).unwrap();
    assert_eq!(store.matches(club.id).unwrap()[1].damage, None);
}

#[test]
fn damaged_plan_is_an_error() {
    let folder = Folder::new();
    let mut store = folder.store();
    store.create(&plan("club", 2), 5).unwrap();
    let change = "UPDATE tournaments SET plan = replace(plan, '\"rounds\":2', '\"rounds\":3')";
    assert_eq!(store.connection.execute(change, []).unwrap(), 1);
    for error in [
        store.find("club").map(|_| ()).unwrap_err(),
        store.list().map(|_| ()).unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::DamagedPlan(_)), "{error}");
    }
}

#[test]
fn damaged_matches_are_reported_and_can_be_played_again() {
    check_damage(
        "goals = '[300, 0]'",
        "the goals are [300, 0], but [100, 0] in the record",
    );
    check_damage("goals = '[0, 100]'", "the goals are [0, 100]");
    check_damage(
        "goals = '[300, 0]', record = replace(record, '[100, 0]', '[300, 0]')",
        "checksum",
    );
    check_damage("goals = '[100, 0'", "the goals cannot be read");
    check_damage("goals = x'ff'", "a value cannot be read");
    check_damage("record = replace(record, '\"c\"', '\"e\"')", "checksum");
    check_damage("seats = '[1, 7]'", "checksum");
    check_damage("game = 99", "checksum");
    check_damage("seed = seed + 1", "checksum");
    check_damage("checksum = NULL", "the checksum is missing");
    check_damage(
        "status = 'failed'",
        "the status `failed` contradicts the result",
    );
    check_damage(
        "status = 'open'",
        "the status `open` contradicts the result",
    );
}

#[test]
fn damaged_open_match_is_not_played() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 1), 5).unwrap();
    let lock = store.lock(&club, 6).unwrap();
    let change = "UPDATE matches SET seats = '[0, 9]' WHERE number = 0";
    store.connection.execute(change, []).unwrap();
    let error = store.claim(&lock, 7).unwrap_err();
    assert!(
        matches!(error, StoreError::Damaged { number: 0, .. }),
        "{error}"
    );
    assert_eq!(store.retry_failed(&lock, &club).unwrap(), 1);
    assert_eq!(store.claim(&lock, 7).unwrap().unwrap().seats.len(), 2);
}

#[test]
fn damaged_match_of_a_ladder_is_planned_again() {
    let folder = Folder::new();
    let mut store = folder.store();
    let ladder = TournamentPlan {
        form: crate::tournament::Form::Ladder,
        ..plan("ladder", 1)
    };
    let tournament = store.create(&ladder, 5).unwrap();
    let round = crate::tournament::ladder_round(&ladder, 0, &[0, 1]);
    store.add_round(&tournament, 0, &round).unwrap();
    let before = store.matches(tournament.id).unwrap();
    let lock = store.lock(&tournament, 6).unwrap();
    store
        .connection
        .execute("UPDATE matches SET seats = '[]'", [])
        .unwrap();
    assert_eq!(
        store.retry_failed(&lock, &tournament).unwrap(),
        before.len()
    );
    assert_eq!(store.matches(tournament.id).unwrap(), before);
}

#[test]
fn reading_needs_no_migration_and_changes_nothing() {
    let folder = Folder::new();
    let mut store = folder.store();
    let club = store.create(&plan("club", 1), 5).unwrap();
    let mut reader = Store::open_to_read(&folder.0).unwrap();
    assert_eq!(reader.find("club").unwrap(), club);
    let error = reader.create(&plan("other", 1), 5).unwrap_err();
    assert!(
        matches!(
            &error,
            StoreError::Database(DatabaseError {
                fault: Fault::Forbidden(_),
                ..
            })
        ),
        "{error}"
    );
    drop(reader);
    store
        .connection
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let error = Store::open_to_read(&folder.0).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("has version 99"), "{error}");
    let nothing = Folder::new();
    assert!(Store::open_to_read(&nothing.0).is_err() && !nothing.0.exists());
}
