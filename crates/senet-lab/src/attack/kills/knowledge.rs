//! Kills writers of a knowledge base. The base must still open, with every game complete or absent.

use super::super::attacker::{Attacker, Trouble};
use super::super::child::Guarded;
use super::super::finding::Fault;
use super::super::verdict::last_lines;
use fastrand::Rng;
use senet_console::Failure;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

/// Games to add.
const GAMES: [&str; 6] = [
    "tic-tac-toe",
    "nim",
    "rock-paper-scissors",
    "connect-four",
    "breakthrough",
    "minichess-3x3",
];
/// The number of kills for one knowledge base.
const KILLS: usize = 3;
/// Wall time of a command.
const WALL: Duration = Duration::from_secs(300);

/// Adds games, kills the writer several times, and then adds all games.
pub fn round(attacker: &mut Attacker, rng: &mut Rng) -> Result<Vec<Trouble>, Failure> {
    let base = attacker.folder.path("killed.sqlite");
    for end in ["", "-wal", "-shm", "-journal"] {
        // The files of an earlier round may not exist.
        std::fs::remove_file(format!("{base}{end}")).ok();
    }
    let add = [&["knowledge", "add", "--json", "--base", &base], &GAMES[..]].concat();
    let mut before = BTreeSet::new();
    for _ in 0..KILLS {
        let mut command = attacker.command(&add);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = Guarded::spawn(&mut command, attacker.limits.memory_mib)?;
        std::thread::sleep(Duration::from_millis(rng.u64(5..400)));
        child.kill();
        attacker.count("kills", 1);
        if !std::path::Path::new(&base).exists() {
            continue;
        }
        let after = match games(attacker, &base)? {
            Ok(after) => after,
            Err(trouble) => return Ok(vec![trouble]),
        };
        if !before.is_subset(&after) {
            let detail = format!("{before:?} became {after:?}");
            return Ok(vec![Trouble::new(Fault::Lost, detail)]);
        }
        before = after;
    }
    let ended = attacker.run(&add, WALL)?;
    if ended.code != Some(0) {
        let detail = format!(
            "adding again fails: {} {}",
            ended.stdout,
            last_lines(&ended.stderr)
        );
        return Ok(vec![Trouble::new(Fault::Lost, detail)]);
    }
    let expected: BTreeSet<_> = GAMES.iter().map(ToString::to_string).collect();
    Ok(match games(attacker, &base)? {
        Ok(all) if all == expected => Vec::new(),
        Ok(all) => vec![Trouble::new(
            Fault::Lost,
            format!("only {all:?} are stored"),
        )],
        Err(trouble) => vec![trouble],
    })
}

/// The names of the stored games.
fn games(attacker: &Attacker, base: &str) -> Result<Result<BTreeSet<String>, Trouble>, Failure> {
    let ended = attacker.run(&["knowledge", "list", "--json", "--base", base], WALL)?;
    if ended.code != Some(0) {
        let detail = format!(
            "the base does not open: {} {}",
            ended.stdout,
            last_lines(&ended.stderr)
        );
        return Ok(Err(Trouble::new(Fault::Lost, detail)));
    }
    let told: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let games = told["games"].as_array().map_or(&[][..], Vec::as_slice);
    let names = games.iter().filter_map(|game| game["name"].as_str());
    Ok(Ok(names.map(str::to_string).collect()))
}
