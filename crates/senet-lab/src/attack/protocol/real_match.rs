//! A real host and a real match, while or after the server is attacked.

use super::super::attacker::{Attacker, Trouble};
use super::super::finding::Fault;
use super::super::server::Server;
use super::super::verdict::last_lines;
use super::post;
use senet_console::Failure;
use serde_json::Value;
use std::time::{Duration, Instant};

/// How long a real host may wait for INFO, besides the slack of the attack.
const INFO: Duration = Duration::from_secs(1);
/// How long the player may take until it is free again after an aborted match.
const FREE: Duration = Duration::from_secs(5);
/// Wall time of a match.
const MATCH: Duration = Duration::from_secs(120);

/// Asks for the status and plays a match. Returns the trouble, if there is any.
pub fn trouble(attacker: &Attacker, server: &Server) -> Result<Option<Trouble>, Failure> {
    let address = server.address;
    let slack = Duration::from_secs_f64(attacker.limits.slack);
    let began = Instant::now();
    let mut answer = post(address, "( INFO )");
    let took = began.elapsed();
    while !is_available(&answer) && began.elapsed() < FREE + slack {
        std::thread::sleep(Duration::from_millis(100));
        answer = post(address, "( INFO )");
    }
    if !is_available(&answer) {
        let detail = format!("INFO is answered by {answer:?}");
        return Ok(Some(Trouble::new(Fault::Unwell, detail)));
    }
    if took > INFO + slack {
        let detail = format!("INFO waited {:.1} s", took.as_secs_f64());
        return Ok(Some(Trouble::new(Fault::Unwell, detail)));
    }
    play(attacker, server)
}

fn is_available(answer: &std::io::Result<String>) -> bool {
    answer.as_ref().is_ok_and(|text| text.contains("available"))
}

fn play(attacker: &Attacker, server: &Server) -> Result<Option<Trouble>, Failure> {
    let players = format!("{},random", server.address);
    let line = ["host", "tic-tac-toe", "--players", &players];
    let clocks = ["--start-clock", "4", "--play-clock", "3", "--json"];
    let ended = attacker.run(&[&line[..], &clocks[..]].concat(), MATCH)?;
    let record: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let unwell = |detail: String| Ok(Some(Trouble::new(Fault::Unwell, detail)));
    if record["isCompleted"] != true {
        return unwell(format!("no whole match: {}", last_lines(&ended.stderr)));
    }
    let errors = record["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let is_error = |errors: &Value| errors[0].as_str().is_some_and(|text| !text.is_empty());
    match errors.iter().find(|errors| is_error(errors)) {
        Some(errors) => unwell(format!(
            "the player failed in a match: {errors}; its log ends with: {}",
            server.last_lines()
        )),
        None => Ok(None),
    }
}
