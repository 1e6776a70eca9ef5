//! Harmful clients: sheets too large to ground, oversized uploads, clients that never read, crashing players.

use super::client::{Client, RequestOutcome};
use super::figures::RequestKind;
use super::table::{LoadMatchSettings, open, play};
use senet_arena::CustomPlayer;
use senet_engine::{State, Stopped};
use senet_search::{Budget, MoveChoice, Player};
use serde_json::json;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The name of the crashing player.
const CRASHING: &str = "crashing";
/// Bytes of an oversized upload.
const LONG: usize = 4 << 20;
/// The number of clients that never read.
const DEAF: usize = 10;
/// The pause between two attempts of the same client.
const PAUSE: Duration = Duration::from_millis(300);

/// A player that crashes at every call.
struct Crashing;

impl Player for Crashing {
    fn choose(&mut self, _state: &State, _budget: &Budget) -> Result<MoveChoice, Stopped> {
        // Unwinds like a panic, but without printing a message.
        std::panic::resume_unwind(Box::new("on purpose, for the experiment"))
    }
}

/// Registers the crashing player with the server.
pub fn guest() -> CustomPlayer {
    CustomPlayer {
        name: CRASHING.to_string(),
        seat: Arc::new(|_| Ok(Box::new(Crashing))),
    }
}

/// A harmful client. It repeats its attack until the flag says that the other matches are over.
pub type HarmfulClient = fn(&Client, SocketAddr, &AtomicBool) -> RequestOutcome<()>;

/// All harmful clients.
pub const HARMS: [HarmfulClient; 4] = [explode, upload, never_read, break_down];

fn is_over(over: &AtomicBool) -> bool {
    std::thread::sleep(PAUSE);
    over.load(Ordering::Relaxed)
}

/// Opens tables whose rules have a hundred million ground instances. No table may start to play.
fn explode(client: &Client, _: SocketAddr, over: &AtomicBool) -> RequestOutcome<()> {
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let words = "?a ?b ?c ?d ?e ?f ?g ?h";
    let all: String = words.split(' ').map(|word| format!("(d {word})")).collect();
    let mut number = 0;
    while !is_over(over) {
        // The rules differ each time, so that no cache can help.
        number += 1;
        let rules = format!(
            "(role r{number}) {digits} (init (at 0)) (<= (legal r{number} (go {words})) {all}) (<= (next (at ?a)) (does r{number} (go {words}))) \
             (<= terminal (true (at 9))) (goal r{number} 100)"
        );
        let body = json!({"rules": rules, "seats": [{"human": true}]});
        match client.post(RequestKind::Trouble, "/api/tables", "", &body) {
            Ok(opened) => {
                client.count(|tally| tally.troubles.explosions += 1);
                let id = opened["id"].as_str().unwrap_or_default();
                let view = client.get(RequestKind::Trouble, &format!("/api/tables/{id}"))?;
                if view["status"] == "waiting" {
                    return Err(
                        "the server accepted a sheet that is too large to ground".to_string()
                    );
                }
            }
            // The server may also refuse the sheet.
            Err(error) if error.contains("503") || error.contains("422") => {
                client.count(|tally| tally.troubles.refused += 1);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Sends oversized uploads. Each must be refused.
fn upload(client: &Client, _: SocketAddr, over: &AtomicBool) -> RequestOutcome<()> {
    let body = json!({"rules": " ".repeat(LONG), "seats": []});
    while !is_over(over) {
        match client.post(RequestKind::Trouble, "/api/tables", "", &body) {
            Err(error) if error.contains("413") => {
                client.count(|tally| tally.troubles.uploads += 1);
            }
            Err(error) => return Err(error),
            Ok(_) => return Err("the server accepted an oversized upload".to_string()),
        }
    }
    Ok(())
}

/// Sends many requests on the same connections and never reads the responses.
fn never_read(client: &Client, address: SocketAddr, over: &AtomicBool) -> RequestOutcome<()> {
    let mut deaf = Vec::new();
    for _ in 0..DEAF {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        let wait = stream.set_write_timeout(Some(PAUSE));
        wait.map_err(|error| error.to_string())?;
        deaf.push(stream);
    }
    client.count(|tally| tally.troubles.deaf += DEAF);
    let request = format!("GET /api/games/chess HTTP/1.1\r\nHost: {address}\r\n\r\n");
    while !is_over(over) {
        for stream in &mut deaf {
            // Sending fails once all buffers are full or the server drops the client.
            stream.write_all(request.as_bytes()).ok();
        }
    }
    Ok(())
}

/// Plays matches with crashing players. All must complete.
fn break_down(client: &Client, _: SocketAddr, over: &AtomicBool) -> RequestOutcome<()> {
    let mut seed = 0;
    while !is_over(over) {
        seed += 1;
        let table = open(
            client,
            &LoadMatchSettings {
                game: "connect-four",
                player: CRASHING,
                seconds: 0.1,
                visitor: false,
                seed,
                kind: RequestKind::Trouble,
            },
        )?;
        play(client, &table)?;
        client.count(|tally| tally.troubles.crashes += 1);
    }
    Ok(())
}
