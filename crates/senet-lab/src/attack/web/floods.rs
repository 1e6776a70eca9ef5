//! Many requests at once: tables, readers that never read, slow clients, sheets that explode.

use super::super::finding::Fault;
use super::super::http::{connect, request};
use super::Assault;
use super::normal_match::{OpenTable, TableRules, close, open_table};
use super::visitor::Visitor;
use fastrand::Rng;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// All assaults with many requests.
pub const FLOODS: [Assault; 5] = [
    Assault {
        name: "tables",
        make: tables,
    },
    Assault {
        name: "readers that never read",
        make: deaf_readers,
    },
    Assault {
        name: "slow clients",
        make: slow_clients,
    },
    Assault {
        name: "crowd of readers",
        make: crowd,
    },
    Assault {
        name: "sheets that explode",
        make: explosions,
    },
];

/// How long `/api/check` may take: its limits, and time to draw and send.
const CHECK: Duration = Duration::from_secs(8);

/// Opens more tables than one visitor needs. A refusal must give the reason.
fn tables(visitor: &mut Visitor, rng: &mut Rng) {
    let body = json!({"game": "tic-tac-toe", "seats": [{"human": true}, {"human": true}], "seed": rng.u32(..)});
    let mut opened = Vec::new();
    for _ in 0..260 {
        let Some(answer) = visitor.post("/api/tables", &body) else {
            break;
        };
        let told = answer.json();
        let text = |key: &str| told[key].as_str().unwrap_or_default().to_string();
        match answer.status {
            201 => opened.push(OpenTable {
                id: text("id"),
                key: text("key"),
            }),
            429 | 503 => break,
            status => {
                visitor.note(Fault::BadAnswer, format!("opening a table gives {status}"));
                break;
            }
        }
    }
    if opened.len() >= 200 {
        visitor.note(
            Fault::BadAnswer,
            format!("one visitor opened {} tables", opened.len()),
        );
    }
    for table in opened {
        if let Err(problem) = close(visitor.address, &table) {
            visitor.note(Fault::BadAnswer, problem);
            return;
        }
    }
}

/// Clients that ask for events and large pages, and never read them.
fn deaf_readers(visitor: &mut Visitor, rng: &mut Rng) {
    let address = visitor.address;
    let table = match open_table(address, TableRules::Game("connect-four"), rng.u64(..1000)) {
        Ok(table) => table,
        Err(problem) => return visitor.note(Fault::Unwell, problem),
    };
    let host = address.to_string();
    let events = format!("/api/tables/{}/events", table.id);
    let mut deaf = Vec::new();
    for path in [events.as_str(), "/api/games/chess", "/api/openapi.json"] {
        for _ in 0..40 {
            let Ok(mut stream) = connect(address) else {
                continue;
            };
            stream
                .set_write_timeout(Some(Duration::from_millis(100)))
                .ok();
            let bytes = request("GET", path, &[("Host", &host)], b"");
            let bytes = String::from_utf8_lossy(&bytes).replace("Connection: close\r\n", "");
            // Sending fails once all buffers are full.
            stream.write_all(bytes.repeat(20).as_bytes()).ok();
            deaf.push(stream);
        }
    }
    visitor.play_normally(rng.u64(..1000));
    drop(deaf);
    if let Err(problem) = close(address, &table) {
        visitor.note(Fault::BadAnswer, problem);
    }
}

/// Clients that send a byte now and then.
fn slow_clients(visitor: &mut Visitor, rng: &mut Rng) {
    let message = format!(
        "GET /api/games HTTP/1.1\r\nHost: {}\r\nX-A: ",
        visitor.address
    );
    let mut slow: Vec<_> = (0..300)
        .filter_map(|_| connect(visitor.address).ok())
        .collect();
    for byte in message.bytes().take(20) {
        for stream in &mut slow {
            // The server may close slow connections.
            stream.write_all(&[byte]).ok();
        }
    }
    visitor.play_normally(rng.u64(..1000));
}

/// More readers of events than a server has places. They must not lock others out.
fn crowd(visitor: &mut Visitor, rng: &mut Rng) {
    let address = visitor.address;
    let table = match open_table(address, TableRules::Game("nim"), rng.u64(..1000)) {
        Ok(table) => table,
        Err(problem) => return visitor.note(Fault::Unwell, problem),
    };
    let host = address.to_string();
    let events = format!("/api/tables/{}/events", table.id);
    let bytes = request("GET", &events, &[("Host", &host)], b"");
    let mut readers = Vec::new();
    for _ in 0..1200 {
        let Ok(mut stream) = connect(address) else {
            // This process can open no more files, and needs some for itself.
            readers.truncate(readers.len().saturating_sub(50));
            break;
        };
        // The server may have closed this connection in favour of a later one.
        stream.write_all(&bytes).ok();
        readers.push(stream);
    }
    visitor.play_normally(rng.u64(..1000));
    drop(readers);
    if let Err(problem) = close(address, &table) {
        visitor.note(Fault::BadAnswer, problem);
    }
}

/// Sheets that take time and memory. The check must keep its time limit. Tables with them may open, and are closed.
fn explosions(visitor: &mut Visitor, rng: &mut Rng) {
    let arity = rng.usize(200..600);
    let words = |prefix: &str, shift: usize| {
        let word = |n: usize| format!(" {prefix}{}", (n + shift) % arity);
        (0..arity).map(word).collect::<String>()
    };
    let small = "(role a) (legal a go) (legal a stay) (goal a 1) (<= terminal (true over))";
    let rotate = format!(
        "{small} (init (row{})) (<= (next (row{})) (true (row{})))",
        words("c", 0),
        words("?x", 1),
        words("?x", 0)
    );
    let ors: String = (0..16)
        .map(|n| format!("(or (true (f {n})) (true (g {n})))"))
        .collect();
    let ors = format!("{small} (init (f 1)) (<= (next (h 1)) {ors})");
    for rules in [rotate, ors] {
        let checked = visitor.post("/api/check", &json!({"rules": rules}));
        let took = checked.map_or(Duration::ZERO, |answer| answer.took);
        if took > CHECK + Duration::from_secs_f64(visitor.slack) {
            visitor.note(
                Fault::OverTime,
                format!("/api/check took {:.1} s", took.as_secs_f64()),
            );
        }
        let opened = visitor.post(
            "/api/tables",
            &json!({"rules": rules, "seats": [{"human": true}]}),
        );
        let told = opened
            .filter(|answer| answer.status == 201)
            .map(|answer| answer.json());
        if let Some(told) = told {
            let text = |key: &str| told[key].as_str().unwrap_or_default().to_string();
            let table = OpenTable {
                id: text("id"),
                key: text("key"),
            };
            if let Err(problem) = close(visitor.address, &table) {
                visitor.note(Fault::BadAnswer, problem);
            }
        }
    }
}
