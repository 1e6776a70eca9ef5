//! Tournaments that are killed in the middle: nothing is lost, and nothing is counted twice.

use crate::common::{Folder, senet};
use fastrand::Rng;
use senet_arena::store::{Store, Stored};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than this nothing here takes, even on a machine that others use.
const PATIENCE: Duration = Duration::from_secs(300);

/// How many matches are played: 60, or as many as `SENET_TOURNAMENT_MATCHES` says.
fn match_count() -> usize {
    let given = std::env::var("SENET_TOURNAMENT_MATCHES").ok();
    given.map_or(60, |text| {
        text.parse().expect("SENET_TOURNAMENT_MATCHES is a number")
    })
}

/// A process of its own that plays.
fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was just built")
}

/// The matches as they are stored; none before the tournament is there.
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

/// Waits until more than so many matches are done.
#[track_caller]
fn wait_for(data: &str, count: usize) {
    let begin = Instant::now();
    while done(&stored(data)).len() <= count {
        assert!(begin.elapsed() < PATIENCE, "no match is played");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Arguments of a tournament in which each move takes some hundredths of a second.
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
        "--processors",
        "1",
        "--data",
        data,
    ]
}

/// Kills a tournament five times and lets it end then; whether it lived long enough for that.
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
            "what was done has changed"
        );
        before = after;
        child = start(&["tournament", "resume", "crash", "--data", &data]);
    }
    assert!(child.wait().unwrap().success());
    check_all(&data, count, &before);
    true
}

#[test]
fn killed_five_times_every_match_is_there_once() {
    // On a busy machine this process may sleep while the other one comes to its end.
    let killed = |seed: u64| {
        let folder = Folder::new(&format!("killed-{seed}"));
        kill_five_times(&folder, match_count(), seed)
    };
    assert!(
        (0..10).any(killed),
        "it was always done before it could be killed five times"
    );
}

/// Exactly these matches, each once, with a record of its own, and what was done before the last crash as it was.
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
fn two_processes_do_not_play_the_same_tournament() {
    let folder = Folder::new("two");
    let data = folder.path("data");
    let mut child = start(&run_args(&data, "20000"));
    wait_for(&data, 0);
    let second = senet(&["tournament", "resume", "crash", "--data", &data]);
    assert_eq!(second.code, 2, "{second:?}");
    let told = format!(
        "`crash` is played by another process (number {})",
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
