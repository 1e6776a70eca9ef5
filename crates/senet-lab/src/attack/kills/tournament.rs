//! Kills tournaments. They must lose no finished match.

use super::super::attacker::{Attacker, Trouble};
use super::super::child::Guarded;
use super::super::finding::Fault;
use super::super::verdict::last_lines;
use fastrand::Rng;
use senet_arena::store::{Store, Stored};
use senet_console::Failure;
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// The number of kills for one tournament.
const KILLS: usize = 4;
/// The number of matches of the tournament.
const MATCHES: usize = 24;
/// Wall time for the rest of the tournament.
const REST: Duration = Duration::from_secs(180);

/// Plays a tournament, kills it several times, and lets it finish.
pub fn round(attacker: &mut Attacker, rng: &mut Rng) -> Result<Vec<Trouble>, Failure> {
    let data = attacker.folder.path("killed-tournament");
    // An earlier round may have left a folder.
    std::fs::remove_dir_all(&data).ok();
    let rounds = (MATCHES / 2).to_string();
    let run = [
        "tournament",
        "run",
        "--name",
        "killed",
        "--games",
        "tic-tac-toe",
    ];
    let options = [
        "--players",
        "random,uct",
        "--rounds",
        &rounds,
        "--processors",
        "1",
    ];
    let clocks = [
        "--start-clock",
        "0",
        "--play-clock",
        "0.03",
        "--data",
        &data,
    ];
    let resume = ["tournament", "resume", "killed", "--data", &data];
    let mut before: Vec<Stored> = Vec::new();
    for number in 0..KILLS {
        let line = match Store::file(Path::new(&data)).exists() && !before.is_empty() {
            true => resume.to_vec(),
            false if number == 0 => [run, options, clocks].concat(),
            // The tournament was killed before it was created.
            false => {
                std::fs::remove_dir_all(&data).ok();
                [run, options, clocks].concat()
            }
        };
        kill_after(attacker, &line, rng.u64(20..1500))?;
        let after = match finished(&data) {
            Ok(after) => after,
            Err(problem) => return Ok(vec![Trouble::new(Fault::Lost, problem)]),
        };
        if let Some(lost) = before.iter().find(|one| !after.contains(one)) {
            let detail = format!("match {} changed or is gone", lost.number);
            return Ok(vec![Trouble::new(Fault::Lost, detail)]);
        }
        before = after;
    }
    if before.is_empty() {
        return Ok(Vec::new());
    }
    finish(attacker, &resume, &data, &before)
}

fn kill_after(attacker: &mut Attacker, line: &[&str], ms: u64) -> Result<(), Failure> {
    let mut command = attacker.command(line);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = Guarded::spawn(&mut command, attacker.limits.memory_mib)?;
    std::thread::sleep(Duration::from_millis(ms));
    child.kill();
    attacker.count("kills", 1);
    Ok(())
}

/// The finished matches; none before the tournament exists.
fn finished(data: &str) -> Result<Vec<Stored>, String> {
    let folder = Path::new(data);
    if !Store::file(folder).exists() {
        return Ok(Vec::new());
    }
    let store = Store::open(folder).map_err(|error| format!("the database: {error}"))?;
    let Ok(found) = store.find("killed") else {
        return Ok(Vec::new());
    };
    let matches = store.matches(found.id).map_err(|error| error.to_string())?;
    Ok(matches
        .into_iter()
        .filter(|one| one.status == "done")
        .collect())
}

/// Plays the rest and compares.
fn finish(
    attacker: &Attacker,
    resume: &[&str],
    data: &str,
    before: &[Stored],
) -> Result<Vec<Trouble>, Failure> {
    let ended = attacker.run(&[resume, &["--json"]].concat(), REST)?;
    let told: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let lost = |detail: String| Ok(vec![Trouble::new(Fault::Lost, detail)]);
    if told["progress"]["done"] != MATCHES || told["progress"]["complete"] != true {
        let end = last_lines(&ended.stderr);
        return lost(format!(
            "the tournament ends with {}: {end}",
            told["progress"]
        ));
    }
    match finished(data) {
        Ok(after) if before.iter().all(|one| after.contains(one)) => Ok(Vec::new()),
        Ok(_) => lost("a finished match changed".to_string()),
        Err(problem) => lost(problem),
    }
}
