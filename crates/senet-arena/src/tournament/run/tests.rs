//! Workers play every match once and never use more cores than there are.

use super::*;
use crate::store::Ended;
use crate::tournament::PlannedGame;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A database in a temporary folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("senet-run-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn plan(form: Form, players: &[&str], thinking: usize) -> TournamentPlan {
    let role = |name: &str| name.to_string();
    TournamentPlan {
        name: "club".to_string(),
        form,
        games: vec![PlannedGame {
            name: "game".to_string(),
            roles: vec![role("a"), role("b")],
            thinking,
            ..PlannedGame::default()
        }],
        players: players.iter().map(|name| name.to_string()).collect(),
        rounds: 4,
        ..TournamentPlan::default()
    }
}

/// The player with the higher number wins.
fn by_number(claimed: &Stored) -> Finished {
    let goals = claimed.seats.iter().map(|&player| player as i32);
    Finished {
        ended: Ended::Goals(goals.collect()),
        record: None,
        substituted: Vec::new(),
        started: 1,
        finished: 2,
    }
}

/// Plays a tournament on some cores; returns the store.
fn run(
    folder: &Folder,
    plan: &TournamentPlan,
    cores: usize,
    play: &(dyn Fn(&Stored) -> Finished + Sync),
    deadline: &Deadline,
) -> (Store, Tournament) {
    let mut store = Store::open(&folder.0).unwrap();
    let tournament = match store.find("club") {
        Ok(found) => found,
        Err(_) => store.create(plan, 1).unwrap(),
    };
    let lock = store.lock(&tournament, 2).unwrap();
    let playing = Playing {
        tournament: &tournament,
        lock: &lock,
        cores,
        play,
        observer: &|_, _| {},
        deadline,
    };
    (play_all(store, &playing).unwrap(), tournament)
}

#[test]
fn every_match_is_played_once() {
    let folder = Folder::new("once");
    let plan = plan(Form::RoundRobin, &["p", "q", "r"], 1);
    let played = AtomicUsize::new(0);
    let play = |claimed: &Stored| {
        played.fetch_add(1, Ordering::Relaxed);
        by_number(claimed)
    };
    let (store, tournament) = run(&folder, &plan, 4, &play, &Deadline::never());
    let matches = store.matches(tournament.id).unwrap();
    assert_eq!((matches.len(), played.into_inner()), (24, 24));
    assert!(matches.iter().all(|stored| stored.status == "done"));
}

#[test]
fn never_uses_more_cores_than_exist() {
    let folder = Folder::new("few");
    let plan = plan(
        Form::RoundRobin,
        &["p", "uct:threads=2", "uct:threads=9"],
        2,
    );
    let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let play = |claimed: &Stored| {
        let needed = cores_needed(&plan, claimed).min(4);
        let now = busy.fetch_add(needed, Ordering::SeqCst) + needed;
        most.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(std::time::Duration::from_millis(1));
        busy.fetch_sub(needed, Ordering::SeqCst);
        by_number(claimed)
    };
    run(&folder, &plan, 4, &play, &Deadline::never());
    assert!((3..=4).contains(&most.into_inner()));
}

#[test]
fn ladder_plans_each_round_after_the_last() {
    let folder = Folder::new("ladder");
    let plan = plan(Form::Ladder, &["p", "q", "r", "s"], 1);
    let (store, tournament) = run(&folder, &plan, 3, &by_number, &Deadline::never());
    let matches = store.matches(tournament.id).unwrap();
    let rounds: Vec<_> = matches.iter().map(|stored| stored.round).collect();
    assert_eq!(rounds, [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3]);
    assert!(matches.iter().all(|stored| stored.status == "done"));
}

#[test]
fn ladder_of_two_skips_empty_rounds() {
    let folder = Folder::new("two");
    let plan = plan(Form::Ladder, &["p", "q"], 1);
    let (store, tournament) = run(&folder, &plan, 1, &by_number, &Deadline::never());
    let matches = store.matches(tournament.id).unwrap();
    let seats: Vec<_> = matches.iter().map(|m| (m.round, m.seats.len())).collect();
    assert_eq!(seats, [(0, 2), (0, 2), (2, 2), (2, 2)]);
}

#[test]
fn stopped_matches_are_released_and_played_later() {
    let folder = Folder::new("stop");
    let plan = plan(Form::RoundRobin, &["p", "q", "r"], 1);
    let (stop, played) = (Deadline::never(), AtomicUsize::new(0));
    let play = |claimed: &Stored| {
        let before = played.fetch_add(1, Ordering::Relaxed);
        if before >= 9 {
            stop.cancel();
        }
        by_number(claimed)
    };
    let (store, tournament) = run(&folder, &plan, 1, &play, &stop);
    let done = |store: &Store| {
        let matches = store.matches(tournament.id).unwrap();
        let count = |status: &str| matches.iter().filter(|m| m.status == status).count();
        (count("done"), count("open"))
    };
    assert_eq!(done(&store), (9, 15));
    drop(store);
    let (store, _) = run(&folder, &plan, 2, &by_number, &Deadline::never());
    assert_eq!(done(&store), (24, 0));
}

#[test]
fn panicking_match_does_not_block_others() {
    let folder = Folder::new("panic");
    let plan = plan(Form::RoundRobin, &["p", "q", "r"], 1);
    let play = |claimed: &Stored| {
        assert_ne!(claimed.number, 3, "this match is meant to panic");
        by_number(claimed)
    };
    let ran = std::panic::catch_unwind(|| run(&folder, &plan, 2, &play, &Deadline::never()));
    assert!(ran.is_err());
    let (store, tournament) = run(&folder, &plan, 2, &by_number, &Deadline::never());
    let matches = store.matches(tournament.id).unwrap();
    assert!(matches.iter().all(|stored| stored.status == "done"));
}
