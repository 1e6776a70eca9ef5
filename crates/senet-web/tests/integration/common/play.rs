//! Tables of a server, and the moves of people.

use super::{Answer, Site};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Longer than anything takes on a working machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A table opened by a test.
pub struct Table<'a> {
    pub site: &'a Site,
    pub id: String,
    pub key: String,
}

/// A seat for a person.
pub fn human() -> Value {
    json!({"human": true})
}

/// A player with little thinking time.
pub fn player(name: &str) -> Value {
    json!({"player": name, "seconds": 0.05})
}

impl<'a> Table<'a> {
    /// Opens a table and waits until its rules are loaded.
    #[track_caller]
    pub fn open(site: &'a Site, game: &str, seats: &[Value]) -> Table<'a> {
        let table = Table::of(site, &json!({"game": game, "seats": seats, "seed": 7}));
        table.wait(|view| view["status"] != "loading");
        table
    }

    /// Opens a table.
    #[track_caller]
    pub fn of(site: &'a Site, request: &Value) -> Table<'a> {
        let opened = site.post("/api/tables", request);
        assert_eq!(opened.status, 201, "{opened:?}");
        let text = |key: &str| opened.json()[key].as_str().unwrap().to_string();
        Table {
            site,
            id: text("id"),
            key: text("key"),
        }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.id)
    }

    #[track_caller]
    pub fn view(&self) -> Value {
        let answer = self.site.get(&self.path(""));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// Repeats the request until the view is as wanted.
    #[track_caller]
    pub fn wait(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let view = self.view();
            if wanted(&view) {
                return view;
            }
            assert!(Instant::now() < end, "waited in vain: {view}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until a person must move or the match is over.
    #[track_caller]
    pub fn wait_for_turn(&self) -> Value {
        self.wait(|view| ["waiting", "over", "failed"].contains(&view["status"].as_str().unwrap()))
    }

    pub fn try_move(&self, step: u64, role: usize, text: &str) -> Answer {
        let body = json!({"step": step, "role": role, "move": text});
        self.site.post_with(&self.path("/moves"), &self.key, &body)
    }

    #[track_caller]
    pub fn make_move(&self, role: usize, text: &str) -> Value {
        let step = self.view()["steps"].as_u64().unwrap();
        let answer = self.try_move(step, role, text);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// Makes the first legal move of a person until the match is over.
    #[track_caller]
    pub fn play_out(&self, role: usize) -> Value {
        loop {
            let view = self.wait_for_turn();
            if view["status"] != "waiting" {
                return view;
            }
            let text = view["legal"][role][0]["text"].as_str().unwrap();
            self.make_move(role, text);
        }
    }

    pub fn post(&self, rest: &str, body: &Value) -> Answer {
        self.site.post_with(&self.path(rest), &self.key, body)
    }
}

/// The events of a table.
pub struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    pub fn of(table: &Table) -> Events {
        let mut stream = TcpStream::connect(table.site.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (path, address) = (table.path("/events"), table.site.address);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        Events {
            lines: BufReader::new(stream),
        }
    }

    /// The next event: its name and its data.
    #[track_caller]
    pub fn next(&mut self) -> (String, Value) {
        self.try_next().expect("the stream goes on")
    }

    /// The next event; `None` if the stream has ended.
    pub fn try_next(&mut self) -> Option<(String, Value)> {
        let mut name = String::new();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.trim().to_string();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            }
        }
    }

    /// The next event of this name.
    #[track_caller]
    pub fn next_named(&mut self, wanted: &str) -> Value {
        loop {
            let (name, data) = self.next();
            if name == wanted {
                return data;
            }
        }
    }
}
