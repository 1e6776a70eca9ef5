//! Training runs on the command line: their files, interruptions, and the players that use the network.

use crate::common::{Folder, senet};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A small run of AlphaZero with a fixed number of iterations.
fn args<'a>(out: &'a str, iterations: &'a str) -> Vec<&'a str> {
    let fixed = "train tic-tac-toe --method alphazero --minutes 60 --matches 64 --simulations 32 --gate 4 --layers 1 --units 16 --json";
    let mut args: Vec<&str> = fixed.split(' ').collect();
    args.extend(["--iterations", iterations, "--out", out]);
    args
}

/// The log without the numbers that depend on time.
fn learned(log: &Value) -> Vec<String> {
    let rows = log.as_array().expect("a log");
    let keys = [
        "iteration",
        "matches",
        "positions",
        "policy_loss",
        "value_loss",
        "gate",
    ];
    // Reading a number from JSON may change its last digit.
    let number = |value: &Value| value.as_f64().map(|number| format!("{number:.9}"));
    let row = |row: &Value| {
        keys.map(|key| number(&row[key]).unwrap_or_default())
            .join(" ")
    };
    rows.iter().map(row).collect()
}

/// The number of kills: 2, or the value of `SENET_TRAIN_KILLS`.
fn kills() -> u64 {
    let given = std::env::var("SENET_TRAIN_KILLS").ok();
    given.map_or(2, |text| {
        text.parse().expect("SENET_TRAIN_KILLS is a number")
    })
}

#[test]
fn killed_run_ends_as_if_it_had_not_been_killed() {
    let folder = Folder::new("train-kill");
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let iterations = (2 + kills()).to_string();
    let expected = senet(&args(&whole, &iterations)).json();
    for number in 0..kills() {
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(args(&killed, &iterations))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the binary was just built");
        std::thread::sleep(Duration::from_millis(80 + 70 * (number * 7 % 5)));
        child.kill().expect("it can be killed");
        child.wait().expect("it was started");
    }
    let found = senet(&args(&killed, &iterations)).json();
    assert_eq!(learned(&found["log"]), learned(&expected["log"]));
    let text = std::fs::read_to_string(format!("{killed}/log.csv")).unwrap();
    assert_eq!(
        text.lines().count(),
        1 + iterations.parse::<usize>().unwrap()
    );
    for name in ["log.svg", "model.safetensors", "checkpoint"] {
        assert!(
            std::fs::metadata(format!("{killed}/{name}")).is_ok(),
            "{name}"
        );
    }
}

#[test]
fn network_plays_its_game_under_any_names_and_no_other_game() {
    let folder = Folder::new("train-play");
    let out = folder.path("run");
    assert_eq!(senet(&args(&out, "1")).code, 0);
    let players = |kind: &str| format!("{kind}:model={out}/model.safetensors,random");
    for (kind, names) in [
        ("deep", "--json"),
        ("net", "--json"),
        ("deep", "--scramble"),
    ] {
        let with = players(kind);
        let ran = senet(&[
            "match",
            "tic-tac-toe",
            "--players",
            &with,
            "--start-clock",
            "0",
            "--play-clock",
            "0.05",
            names,
        ]);
        assert_eq!(ran.code, 0, "{kind}: {ran:?}");
    }
    let with = players("deep");
    let ran = senet(&["match", "nim", "--players", &with]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("belongs to another game"), "{ran:?}");
    let ran = senet(&["match", "nim", "--players", "deep,random"]);
    assert!(ran.stderr.contains("write `model=FILE`"), "{ran:?}");
}

#[test]
fn damaged_checkpoint_and_other_options_are_refused() {
    let folder = Folder::new("train-damaged");
    let out = folder.path("run");
    assert_eq!(senet(&args(&out, "1")).code, 0);
    let mut other = args(&out, "2");
    other.extend(["--seed", "5"]);
    let ran = senet(&other);
    assert!(
        ran.stdout.contains("holds a run with another seed"),
        "{ran:?}"
    );
    let path = format!("{out}/checkpoint");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let ran = senet(&args(&out, "2"));
    assert_eq!(ran.code, 2);
    assert!(ran.stdout.contains("is damaged"), "{ran:?}");
}

/// A limit on the size of files acts as a full disk does.
#[cfg(unix)]
#[test]
fn disk_without_space_gives_a_clear_error() {
    let folder = Folder::new("train-full");
    let out = folder.path("run");
    let words = args(&out, "2").join(" ");
    let program = env!("CARGO_BIN_EXE_senet");
    let ran = Command::new("sh")
        .args(["-c", &format!("ulimit -f 4; exec {program} {words}")])
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(2), "{text}");
    assert!(text.contains("cannot write"), "{text}");
}
