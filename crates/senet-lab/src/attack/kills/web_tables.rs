//! Kills a web server. It must continue its matches, and lose no acknowledged move.

use super::super::attacker::{Attacker, Trouble};
use super::super::finding::Fault;
use super::super::server::Server;
use super::super::web::{OpenTable, TableRules, open_table, play, step, view};
use fastrand::Rng;
use senet_console::Failure;
use std::net::SocketAddr;
use std::time::Duration;

/// Moves of a match. It must not end before the last kill, since a finished match does not come back.
const STEPS: usize = 100;
/// The kinds of games: a name, and the special rules for the roles `a` and `b`.
const GAMES: [(&str, &str); 3] = [
    (
        "turns",
        "(init (control a)) (<= (legal ?r (say ?b)) (true (control ?r)) (bit ?b))
         (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
         (<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))",
    ),
    (
        "simultaneous moves",
        "(<= (legal ?r (say ?b)) (role ?r) (bit ?b))",
    ),
    (
        "hidden information",
        "(<= (legal ?r (say ?b)) (role ?r) (bit ?b))
         (<= (sees ?r equal) (role ?r) (does a (say ?b)) (does b (say ?b)))",
    ),
];

/// The rules of a game of [`STEPS`] moves.
fn sheet(special: &str) -> String {
    let succ: String = (0..STEPS)
        .map(|n| format!("(succ {n} {})", n + 1))
        .collect();
    format!(
        "(role a) (role b) (init (step 0)) (bit 0) (bit 1) {succ} {special}
         (<= (next (last ?r ?b)) (does ?r (say ?b)))
         (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
         (<= terminal (true (step {STEPS}))) (<= (goal ?r 50) (role ?r))"
    )
}

/// The number of kills for one server folder.
const KILLS: usize = 2;

/// Plays at three tables, kills the server at random moments, and continues.
pub fn round(attacker: &mut Attacker, rng: &mut Rng) -> Result<Vec<Trouble>, Failure> {
    let folder = attacker.folder.path("killed-web");
    // An earlier round may have left a folder.
    std::fs::remove_dir_all(&folder).ok();
    let args = ["web", "--folder", &folder];
    let mut server = Server::start(attacker, &args)?;
    let mut troubles = Vec::new();
    let mut tables = open_all(server.address, rng, &mut troubles);
    for _ in 0..KILLS {
        let steps = play_some(server.address, &tables, rng, &mut troubles);
        server.kill();
        attacker.count("kills", 1);
        server = Server::start(attacker, &args)?;
        compare(server.address, &tables, &steps, &mut troubles);
        if !troubles.is_empty() {
            return Ok(troubles);
        }
    }
    for (_, table) in tables.drain(..) {
        if let Err(problem) = play(server.address, &table, rng.u64(..)) {
            troubles.push(Trouble::new(
                Fault::Lost,
                format!("after the kill: {problem}"),
            ));
        }
    }
    Ok(troubles)
}

fn open_all(
    address: SocketAddr,
    rng: &mut Rng,
    troubles: &mut Vec<Trouble>,
) -> Vec<(&'static str, OpenTable)> {
    let mut tables = Vec::new();
    for (game, special) in GAMES {
        let rules = sheet(special);
        match open_table(address, TableRules::Sheet(&rules, 2), rng.u64(..1 << 32)) {
            Ok(table) => tables.push((game, table)),
            Err(problem) => {
                troubles.push(Trouble::new(Fault::Unwell, format!("{game}: {problem}")))
            }
        }
    }
    tables
}

/// Plays for a while. Returns the acknowledged number of steps for each table.
fn play_some(
    address: SocketAddr,
    tables: &[(&str, OpenTable)],
    rng: &mut Rng,
    troubles: &mut Vec<Trouble>,
) -> Vec<u64> {
    let mut steps = vec![0; tables.len()];
    for _ in 0..rng.usize(2..12) {
        for ((game, table), steps) in tables.iter().zip(&mut steps) {
            match step(address, table, rng) {
                Ok(view) => *steps = view["steps"].as_u64().unwrap_or(*steps).max(*steps),
                Err(problem) => {
                    troubles.push(Trouble::new(Fault::Unwell, format!("{game}: {problem}")));
                }
            }
        }
        std::thread::sleep(Duration::from_millis(rng.u64(10..120)));
    }
    steps
}

/// Checks that every table is there again, with at least the acknowledged steps.
fn compare(
    address: SocketAddr,
    tables: &[(&str, OpenTable)],
    steps: &[u64],
    troubles: &mut Vec<Trouble>,
) {
    for ((game, table), &expected) in tables.iter().zip(steps) {
        let found = settled(address, table);
        let is_kept = found.as_ref().is_ok_and(|found| *found >= expected);
        if !is_kept {
            let detail = format!("{game}: {expected} steps before the kill, after it {found:?}");
            troubles.push(Trouble::new(Fault::Lost, detail));
        }
    }
}

/// The number of steps once the table is loaded.
fn settled(address: SocketAddr, table: &OpenTable) -> Result<u64, String> {
    for _ in 0..200 {
        let view = view(address, table)?;
        match view["status"].as_str() {
            Some("loading") => std::thread::sleep(Duration::from_millis(50)),
            Some("failed") => return Err(format!("failed: {}", view["reason"])),
            _ => return view["steps"].as_u64().ok_or_else(|| "no steps".to_string()),
        }
    }
    Err("the table never loads".to_string())
}
