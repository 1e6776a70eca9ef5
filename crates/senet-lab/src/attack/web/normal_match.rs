//! A match that a visitor plays through the API.

use super::super::http::{Answer, exchange, request};
use fastrand::Rng;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a whole match may take.
const MATCH: Duration = Duration::from_secs(120);
/// How long a visitor waits for a free table, or until its requests are allowed again.
const FREE_TABLE: Duration = Duration::from_secs(90);
/// The pause between two polls of a table.
const LOOK: Duration = Duration::from_millis(50);

/// A table of our own.
#[derive(Clone, Debug)]
pub struct OpenTable {
    /// The identifier.
    pub id: String,
    /// The owner's key, which changes of the table need.
    pub key: String,
}

/// Sends a request as Senet's own pages do.
fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    key: &str,
    body: &str,
) -> Result<Answer, String> {
    let host = address.to_string();
    let headers = [
        ("Host", host.as_str()),
        ("X-Senet", "1"),
        ("X-Senet-Key", key),
        ("Content-Type", "application/json"),
    ];
    let bytes = request(method, path, &headers, body.as_bytes());
    exchange(address, &bytes, PATIENCE).map_err(|error| format!("{method} {path}: {error}"))
}

fn wanted(answer: Answer, statuses: &[u16]) -> Result<Value, String> {
    match statuses.contains(&answer.status) {
        true => Ok(answer.json()),
        false => Err(format!("status {}: {}", answer.status, answer.text())),
    }
}

/// The rules of a table.
#[derive(Clone, Copy, Debug)]
pub enum TableRules<'a> {
    /// A game of the library.
    Game(&'a str),
    /// A sheet with this number of roles.
    Sheet(&'a str, usize),
}

impl TableRules<'_> {
    fn roles(self, address: SocketAddr) -> Result<usize, String> {
        match self {
            TableRules::Sheet(_, roles) => Ok(roles),
            TableRules::Game(name) => {
                let path = format!("/api/games/{name}");
                let page = wanted(ask(address, "GET", &path, "", "")?, &[200])?;
                Ok(page["roles"].as_array().map_or(0, Vec::len))
            }
        }
    }
}

/// Opens a table: a person plays the first role, random players the others.
pub fn open_table(address: SocketAddr, rules: TableRules, seed: u64) -> Result<OpenTable, String> {
    let roles = rules.roles(address)?;
    let mut seats = vec![json!({"player": "random", "seconds": 0.1}); roles];
    if let Some(first) = seats.first_mut() {
        *first = json!({"human": true});
    }
    let body = match rules {
        TableRules::Game(name) => json!({"game": name, "seats": seats, "seed": seed}),
        TableRules::Sheet(text, _) => json!({"rules": text, "seats": seats, "seed": seed}),
    };
    let body = body.to_string();
    let end = Instant::now() + FREE_TABLE;
    let opened = loop {
        let answer = ask(address, "POST", "/api/tables", "", &body)?;
        // A visitor who asked too often, or who has too many tables, waits.
        match matches!(answer.status, 429 | 503) && Instant::now() < end {
            true => std::thread::sleep(Duration::from_millis(500)),
            false => break wanted(answer, &[201])?,
        }
    };
    let text = |key: &str| opened[key].as_str().unwrap_or_default().to_string();
    Ok(OpenTable {
        id: text("id"),
        key: text("key"),
    })
}

/// The current view of a table.
pub fn view(address: SocketAddr, table: &OpenTable) -> Result<Value, String> {
    let path = format!("/api/tables/{}", table.id);
    wanted(ask(address, "GET", &path, "", "")?, &[200])
}

/// Makes a random move of the person, if it is the person's turn. Returns the view.
pub fn step(address: SocketAddr, table: &OpenTable, rng: &mut Rng) -> Result<Value, String> {
    let view = view(address, table)?;
    let legal = view["legal"][0].as_array().map_or(&[][..], Vec::as_slice);
    if view["status"] == "waiting" && legal.len() > 1 && view["chosen"][0] != true {
        let text = &legal[rng.usize(..legal.len())]["text"];
        let body = json!({"step": view["step"], "role": 0, "move": text}).to_string();
        let path = format!("/api/tables/{}/moves", table.id);
        // The view may be outdated; then the next poll shows the new one.
        let moved = ask(address, "POST", &path, &table.key, &body)?;
        return wanted(moved, &[200, 409]);
    }
    Ok(view)
}

/// Plays until the match is over, then closes the table.
pub fn play(address: SocketAddr, table: &OpenTable, seed: u64) -> Result<(), String> {
    let mut rng = Rng::with_seed(seed);
    let end = Instant::now() + MATCH;
    loop {
        let view = step(address, table, &mut rng)?;
        match view["status"].as_str() {
            Some("over") => break,
            Some("failed") => return Err(format!("the match failed: {}", view["reason"])),
            _ if Instant::now() > end => return Err(format!("no end in time: {}", view["status"])),
            _ => std::thread::sleep(LOOK),
        }
    }
    close(address, table)
}

/// Closes a table.
pub fn close(address: SocketAddr, table: &OpenTable) -> Result<(), String> {
    let path = format!("/api/tables/{}", table.id);
    wanted(ask(address, "DELETE", &path, &table.key, "")?, &[204, 404]).map(drop)
}
