//! Many fast matches leave no socket and no thread behind. This test has its own process, because it counts the resources of the whole process.
#![cfg(target_os = "linux")]

#[path = "integration/common/mod.rs"]
mod common;

use common::{Strange, Waiting, played, respond, rules, setup};
use std::time::{Duration, Instant};

/// The numbers of open files and threads of this process.
fn in_use() -> (usize, usize) {
    let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
    (count("/proc/self/fd"), count("/proc/self/task"))
}

/// Waits until no more is in use than before. Threads of the last players may need a moment.
fn settled(before: (usize, usize)) -> (usize, usize) {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let now = in_use();
        if now.0 <= before.0 && now.1 <= before.1 || Instant::now() > end {
            return now;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn matches_leave_no_sockets_and_threads() {
    let matches = std::env::var("SENET_MATCHES").ok();
    let matches = matches.and_then(|text| text.parse().ok()).unwrap_or(200);
    let game = rules(
        "(role a) (role b) (role c) (init start) (legal a go) (legal b go) (legal c go) (legal c stay)
         (<= (next end) (true start)) (<= terminal (true end)) (goal a 1) (goal b 1) (goal c 1)",
    );
    let good = Waiting::new("random");
    let bad = Strange::new(|stream, request, _| match request.len() % 3 {
        0 => drop(stream),
        1 => respond(stream, "what?"),
        _ => respond(stream, "go"),
    });
    let setups = [
        setup(&game, &[&good.address, &bad.address(), "random"]),
        setup(&game, &["127.0.0.1:1", "legal", &bad.address()]),
    ];
    for setup in &setups {
        played(setup);
    }
    let before = in_use();
    for number in 0..matches {
        let mut setup = setups[number % setups.len()].clone();
        setup.seed = number as u64;
        let played = played(&setup);
        assert!(played.record.is_completed, "{:?}", played.outcome);
    }
    let after = settled(before);
    assert!(
        after.0 <= before.0 + 2 && after.1 <= before.1 + 2,
        "files and threads: {before:?} before, {after:?} after {matches} matches"
    );
}
