//! Killed tournaments lose no match and count none twice.

use crate::common::{Folder, senet};
use fastrand::Rng;
use senet_arena::store::{Store, Stored};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Timeout for every step, generous enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Number of matches: 60, or the value of `SENET_TOURNAMENT_MATCHES`.
fn match_count() -> usize {
    let given = std::env::var("SENET_TOURNAMENT_MATCHES").ok();
    given.map_or(60, |text| {
        text.parse().expect("SENET_TOURNAMENT_MATCHES is a number")
    })
}

/// Starts a separate process that plays.
fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was just built")
}

/// The stored matches; empty before the tournament exists.
fn stored(data: &str) -> Vec<Stored> {
    let folder = Path::new(data);
    if !Store::file(folder).exists() {
        return Vec::new();
    }
    let store = Store::open(folder).unwrap();
    match store.find("crash") {
        Ok(found) => store.matches(found.id).unwrap(),
        Err(_) => Vec::new(),
    }
}

fn done(matches: &[Stored]) -> Vec<Stored> {
    matches
        .iter()
        .filter(|m| m.status == "done")
        .cloned()
        .collect()
}

/// Waits until more than `count` matches are done.
#[track_caller]
fn wait_for(data: &str, count: usize) {
    let begin = Instant::now();
    while done(&stored(data)).len() <= count {
        assert!(begin.elapsed() < PATIENCE, "no match was played in time");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Arguments of a tournament in which a move takes some hundredths of a second.
fn run_args<'a>(data: &'a str, rounds: &'a str) -> Vec<&'a str> {
    vec![
        "tournament",
        "run",
        "--name",
        "crash",
        "--games",
        "tic-tac-toe",
        "--players",
        "random,uct",
        "--rounds",
        rounds,
        "--start-clock",
        "0",
        "--play-clock",
        "0.02",
        "--cores",
        "1",
        "--data",
        data,
    ]
}

/// Kills a tournament five times, then lets it finish. Returns false if it finished too early.
fn kill_five_times(folder: &Folder, count: usize, seed: u64) -> bool {
    let (data, rounds) = (folder.path("data"), (count / 2).to_string());
    let mut rng = Rng::with_seed(seed);
    let mut child = start(&run_args(&data, &rounds));
    let mut before: Vec<Stored> = Vec::new();
    for _ in 0..5 {
        let more = before.len() + rng.usize(..count / 20);
        wait_for(&data, more.min(count - 1));
        std::thread::sleep(Duration::from_millis(rng.u64(..40)));
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let after = done(&stored(&data));
        assert!(
            before.iter().all(|m| after.contains(m)),
            "a finished match has changed"
        );
        before = after;
        child = start(&["tournament", "resume", "crash", "--data", &data]);
    }
    assert!(child.wait().unwrap().success());
    check_all(&data, count, &before);
    true
}

#[test]
fn stores_every_match_once_after_five_kills() {
    // On a busy machine this process may sleep while the tournament finishes.
    let killed = |seed: u64| {
        let folder = Folder::new(&format!("killed-{seed}"));
        kill_five_times(&folder, match_count(), seed)
    };
    assert!(
        (0..10).any(killed),
        "the tournament always finished before the fifth kill"
    );
}

/// Checks that each match is stored once with its record, and that matches finished before the last crash are unchanged.
fn check_all(data: &str, count: usize, before: &[Stored]) {
    let matches = stored(data);
    let numbers: Vec<_> = matches.iter().map(|m| m.number).collect();
    assert_eq!(numbers, (0..count).collect::<Vec<_>>());
    assert_eq!(done(&matches).len(), count);
    assert!(before.iter().all(|m| matches.contains(m)));
    let store = Store::open(Path::new(data)).unwrap();
    let id = store.find("crash").unwrap().id;
    for stored in &matches {
        let record: serde_json::Value =
            serde_json::from_str(&store.record(id, stored.number).unwrap().unwrap()).unwrap();
        assert_eq!(
            record["matchId"],
            format!("crash.tic-tac-toe.{}", stored.number)
        );
        assert_eq!(record["x-seed"], stored.seed);
    }
    let shown = senet(&["tournament", "show", "crash", "--json", "--data", data]).json();
    assert_eq!(shown["progress"]["done"], count);
    assert_eq!(shown["progress"]["complete"], true);
}

#[test]
fn second_process_cannot_play_the_same_tournament() {
    let folder = Folder::new("two");
    let data = folder.path("data");
    let mut child = start(&run_args(&data, "20000"));
    wait_for(&data, 0);
    let second = senet(&["tournament", "resume", "crash", "--data", &data]);
    assert_eq!(second.code, 2, "{second:?}");
    let told = format!(
        "`crash` is being played by another process (number {})",
        child.id()
    );
    assert!(second.stderr.contains(&told), "{second:?}");
    let removed = senet(&["tournament", "remove", "crash", "--data", &data]);
    assert_eq!(removed.code, 2, "{removed:?}");
    let shown = senet(&["tournament", "show", "crash", "--json", "--data", &data]).json();
    assert_eq!(shown["progress"]["complete"], false);
    child.kill().unwrap();
    child.wait().unwrap();
    let removed = senet(&["tournament", "remove", "crash", "--data", &data]);
    assert_eq!(removed.code, 0, "{removed:?}");
}
