//! Matches in progress survive a restart: the web server is killed in the middle of them, and the next server continues
//! them.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything takes on a working machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Each round, chance deals a card that `ann` sees and `bob` must guess.
const CARDS: &str = "(role random) (role ann) (role bob) (card red) (card black) (init (round 1)) (init deal) \
    (succ 1 2) (succ 2 3) (succ 3 4) \
    (<= (legal random (give ?c)) (true deal) (card ?c)) (<= (legal random noop) (not (true deal))) \
    (legal ann noop) (<= (legal bob noop) (true deal)) (<= (legal bob (guess ?c)) (not (true deal)) (card ?c)) \
    (<= (next (dealt ?c)) (does random (give ?c))) \
    (<= (next (right ?n)) (true (round ?n)) (true (dealt ?c)) (does bob (guess ?c))) (<= (next (right ?n)) (true (right ?n))) \
    (<= (next (round ?n)) (true (round ?n)) (true deal)) (<= (next (round ?m)) (true (round ?n)) (not (true deal)) (succ ?n ?m)) \
    (<= (next deal) (not (true deal))) \
    (<= (sees ann (dealt ?c)) (does random (give ?c))) (<= (sees bob your_turn) (true deal)) \
    (<= terminal (true (round 4))) (<= lucky (true (right ?n))) (<= (goal bob 100) lucky) (<= (goal bob 0) (not lucky)) (goal ann 50) (goal random 0)";

/// A data folder that is removed after the test.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Data {
        let folder = std::env::temp_dir().join(format!("senet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Data(folder)
    }

    /// The files of matches in progress.
    fn tables(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.0.join("tables")).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let mut files: Vec<PathBuf> = files
            .filter(|path| path.extension().is_some_and(|ending| ending == "table"))
            .collect();
        files.sort();
        files
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// A server.
struct Server {
    child: Child,
    host: String,
    stderr: Option<ChildStderr>,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
        command
            .args(["web", "--port", "0", "--json", "--folder"])
            .arg(folder);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let host = said["address"].as_str().unwrap();
        let host = host.trim_start_matches("http://").trim_end_matches('/');
        Server {
            host: host.to_string(),
            stderr: child.stderr.take(),
            child,
        }
    }

    /// Ends the server by a signal, and returns its warnings.
    fn end(mut self, signal: &str) -> String {
        let pid = self.child.id().to_string();
        let killed = Command::new("kill").args([signal, &pid]).status();
        assert!(killed.unwrap().success());
        self.child.wait().unwrap();
        let mut told = String::new();
        let mut stderr = self.stderr.take().unwrap();
        stderr.read_to_string(&mut told).unwrap();
        told
    }

    fn ask(&self, line: &str, key: &str, body: &Value) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, body) = (&self.host, body.to_string());
        let length = body.len();
        write!(
            stream,
            "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nX-Senet: 1\r\nX-Senet-Key: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    #[track_caller]
    fn open(&self, request: &Value) -> Match {
        let (status, opened) = self.ask("POST /api/tables", "", request);
        assert_eq!(status, 201, "{opened}");
        let text = |key: &str| opened[key].as_str().unwrap().to_string();
        Match {
            id: text("id"),
            key: text("key"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A match at a table: its identifier and the owner's key stay the same on every server.
struct Match {
    id: String,
    key: String,
}

impl Match {
    fn view(&self, server: &Server) -> Value {
        let (status, view) = server.ask(&format!("GET /api/tables/{}", self.id), "", &Value::Null);
        assert_eq!(status, 200, "{view}");
        view
    }

    /// Waits until a person must move or the match is over.
    #[track_caller]
    fn turn(&self, server: &Server) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let view = self.view(server);
            if ["waiting", "over"].contains(&view["status"].as_str().unwrap()) {
                return view;
            }
            assert_ne!(view["status"], "failed", "{view}");
            assert!(Instant::now() < end, "waited in vain: {view}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn make_move(&self, server: &Server, role: usize, text: &Value) -> Value {
        let step = self.view(server)["steps"].clone();
        let body = json!({"step": step, "role": role, "move": text});
        let line = format!("POST /api/tables/{}/moves", self.id);
        let (status, view) = server.ask(&line, &self.key, &body);
        assert_eq!(status, 200, "{view}");
        view
    }

    /// Makes the first legal move of a role, `moves` times or until the match is over.
    #[track_caller]
    fn play(&self, server: &Server, role: usize, moves: usize) -> Value {
        for _ in 0..moves {
            let view = self.turn(server);
            if view["status"] == "over" {
                return view;
            }
            self.make_move(server, role, &view["legal"][role][0]["text"]);
        }
        self.turn(server)
    }
}

fn human() -> Value {
    json!({"human": true})
}

fn quick(name: &str) -> Value {
    json!({"player": name, "seconds": 0.05})
}

/// The parts of a view that a restart must not change.
fn lasting(view: &Value) -> Value {
    let keys = [
        "id", "game", "title", "roles", "seats", "step", "facts", "svg", "last", "legal", "chosen",
        "history", "troubles", "seed", "hides", "status",
    ];
    keys.iter()
        .map(|key| (key.to_string(), view[key].clone()))
        .collect()
}

#[test]
fn killed_server_goes_on_with_three_matches() {
    for signal in ["-KILL", "-TERM"] {
        let data = Data::new(&format!("restart{signal}"));
        let server = Server::start(&data.0);
        let turns = json!({"game": "tic-tac-toe", "seats": [human(), quick("uct")], "seed": 7, "title": "Ours"});
        let turns = server.open(&turns);
        let both = json!({"game": "rock-paper-scissors", "seats": [human(), human()]});
        let both = server.open(&both);
        let hidden = json!({"rules": CARDS, "seats": [quick("random"), quick("random"), human()]});
        let hidden = server.open(&hidden);
        turns.play(&server, 0, 1);
        both.turn(&server);
        // One of two people has chosen.
        let paper = json!("(show paper)");
        both.make_move(&server, 0, &paper);
        hidden.play(&server, 2, 1);
        let before = [
            turns.turn(&server),
            both.turn(&server),
            hidden.turn(&server),
        ];
        assert_eq!(before[2]["hides"], true);
        assert_eq!(before[1]["chosen"], json!([true, null]));
        server.end(signal);
        let server = Server::start(&data.0);
        let after = [
            turns.turn(&server),
            both.turn(&server),
            hidden.turn(&server),
        ];
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(lasting(before), lasting(after), "{signal}");
        }
        assert!(!after[2].to_string().contains("(dealt"), "{}", after[2]);
        let record = format!("GET /api/tables/{}/record", hidden.id);
        assert_eq!(server.ask(&record, "", &Value::Null).0, 409);
        // No other visitor can move.
        let line = format!("POST /api/tables/{}/undo", turns.id);
        assert_eq!(server.ask(&line, "wrong", &json!({})).0, 403);
        // Every match goes on to its end.
        let made = both.make_move(&server, 1, &json!("(show rock)"));
        assert_eq!(made["last"], json!(["(show paper)", "(show rock)"]));
        loop {
            let view = both.turn(&server);
            if view["status"] == "over" {
                break;
            }
            both.make_move(&server, 0, &view["legal"][0][0]["text"]);
            both.make_move(&server, 1, &view["legal"][1][0]["text"]);
        }
        for (one, role, before) in [(&turns, 0, &before[0]), (&hidden, 2, &before[2])] {
            let over = one.play(&server, role, 100);
            assert_eq!(over["status"], "over", "{over}");
            assert_eq!(over["troubles"], json!([]));
            for (step, joint) in before["history"].as_array().unwrap().iter().enumerate() {
                assert_eq!(over["history"][step][role], joint[role], "no move is lost");
            }
        }
        // Finished matches are records, and nothing comes back.
        assert_eq!(data.tables(), Vec::<PathBuf>::new());
        let (_, records) = server.ask("GET /api/records", "", &Value::Null);
        assert_eq!(records.as_array().unwrap().len(), 3, "{records}");
        server.end("-TERM");
        let server = Server::start(&data.0);
        let (_, tables) = server.ask("GET /api/tables", "", &Value::Null);
        assert_eq!(tables, json!([]));
    }
}

#[test]
fn clock_of_a_player_goes_on_after_a_restart() {
    let data = Data::new("restart-clock");
    let server = Server::start(&data.0);
    let seats = [human(), json!({"player": "uct", "seconds": 6.0})];
    let table = server.open(&json!({"game": "connect-four", "seats": seats}));
    let first = table.turn(&server)["legal"][0][0]["text"].clone();
    table.make_move(&server, 0, &first);
    std::thread::sleep(Duration::from_secs(4));
    server.end("-TERM");
    let server = Server::start(&data.0);
    assert_eq!(table.view(&server)["id"], json!(table.id));
    table.turn(&server);
    let line = format!("GET /api/tables/{}/record", table.id);
    let (_, record) = server.ask(&line, "", &Value::Null);
    // The time before the restart counts: the player does not get it twice.
    let used = record["x-thinkingMs"][2][1].as_f64().unwrap();
    assert!((5500.0..8500.0).contains(&used), "{used}");
    assert_eq!(record["x-substituted"], Value::Null, "{record}");
}

#[test]
fn names_links_clocks_and_rematch_offers_outlive_a_killed_server() {
    let data = Data::new("restart-people");
    let server = Server::start(&data.0);
    let ada = json!({"human": true, "name": "Ada"});
    let table = server.open(
        &json!({"game": "tic-tac-toe", "clock": {"seconds": 100, "increment": 2}, "seats": [ada, human()]}),
    );
    table.turn(&server);
    let post = |server: &Server, key: &str, rest: &str, body: Value, expected: u16| {
        let line = format!("POST /api/tables/{}/{rest}", table.id);
        let (status, answer) = server.ask(&line, key, &body);
        assert_eq!(status, expected, "{rest}: {answer}");
        answer
    };
    let link = post(&server, &table.key, "links", json!({"role": 1}), 201);
    // The link was sent, but no guest has used it yet.
    server.end("-KILL");
    let server = Server::start(&data.0);
    table.turn(&server);
    let seat = link["key"].as_str().unwrap();
    post(&server, seat, "join", json!({"name": "Bob"}), 200);
    table.make_move(&server, 0, &json!("(mark b 2)"));
    let before = table.turn(&server);
    server.end("-KILL");
    let server = Server::start(&data.0);
    let after = table.turn(&server);
    assert_eq!(lasting(&before), lasting(&after));
    assert_eq!(after["seats"][0]["name"], "Ada");
    assert_eq!(after["seats"][1]["name"], "Bob");
    assert_eq!(after["seats"][1]["joined"], true);
    let left = |view: &Value, role: usize| view["clocks"][role]["left"].as_f64().unwrap();
    assert_eq!(left(&before, 0), left(&after, 0), "a clock that stands");
    assert!(
        left(&after, 1) > 50.0 && left(&after, 1) <= 100.0,
        "{after}"
    );
    assert_eq!(after["clocks"][1]["running"], true);
    // The owner cannot play the seat of the guest, and the guest still can.
    let reply = json!({"step": 1, "role": 1, "move": "(mark a 1)"});
    post(&server, &table.key, "moves", reply.clone(), 409);
    post(&server, seat, "moves", reply, 200);
    post(&server, seat, "resign", json!({"role": 1}), 200);
    post(&server, &table.key, "rematch", json!({}), 200);
    server.end("-KILL");
    let server = Server::start(&data.0);
    let view = table.turn(&server);
    assert_eq!(view["status"], "over");
    assert_eq!(view["ending"], json!({"role": 1, "why": "resigned"}));
    assert_eq!(view["rematch"]["wanted"], json!([true, false]));
    let accepted = post(&server, seat, "rematch", json!({}), 200);
    assert!(accepted["rematch"]["table"].is_string(), "{accepted}");
}

#[test]
fn undo_and_changed_seats_outlive_the_server() {
    let data = Data::new("restart-undo");
    let server = Server::start(&data.0);
    let table = server
        .open(&json!({"game": "tic-tac-toe", "seats": [human(), quick("random")], "seed": 7}));
    // A finished match that is undone is in progress again.
    let over = table.play(&server, 0, 100);
    assert_eq!(over["status"], "over");
    let command = |server: &Server, rest: &str, body: Value| {
        let line = format!("POST /api/tables/{}/{rest}", table.id);
        let (status, view) = server.ask(&line, &table.key, &body);
        assert_eq!(status, 200, "{view}");
        view
    };
    let undone = command(&server, "undo", json!({}));
    command(&server, "seats", json!({"role": 1, "seat": human()}));
    server.end("-KILL");
    let server = Server::start(&data.0);
    let view = table.turn(&server);
    assert_eq!(view["history"], undone["history"]);
    assert_eq!(view["seats"][1]["kind"], "human");
    // A closed table does not come back.
    let line = format!("DELETE /api/tables/{}", table.id);
    assert_eq!(server.ask(&line, &table.key, &Value::Null).0, 204);
    let end = Instant::now() + PATIENCE;
    while !data.tables().is_empty() {
        assert!(Instant::now() < end, "{:?}", data.tables());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn damaged_files_cost_only_their_own_matches() {
    let data = Data::new("restart-damage");
    let server = Server::start(&data.0);
    let open = || {
        let table = server.open(&json!({"game": "tic-tac-toe", "seats": [human(), human()]}));
        table.turn(&server);
        table.make_move(&server, 0, &json!("(mark b 2)"));
        table.make_move(&server, 1, &json!("(mark a 1)"));
        table
    };
    let (whole, cut, flipped, empty) = (open(), open(), open(), open());
    server.end("-KILL");
    let path = |table: &Match| data.0.join("tables").join(format!("{}.table", table.id));
    let change = |table: &Match, change: fn(&mut Vec<u8>)| {
        let mut bytes = std::fs::read(path(table)).unwrap();
        change(&mut bytes);
        std::fs::write(path(table), bytes).unwrap();
    };
    change(&cut, |bytes| bytes.truncate(bytes.len() - 3));
    change(&flipped, |bytes| bytes[40] ^= 1);
    change(&empty, Vec::clear);
    let server = Server::start(&data.0);
    assert_eq!(whole.turn(&server)["steps"], 2);
    // Only the line that was cut is missing.
    assert_eq!(cut.turn(&server)["steps"], 1);
    cut.make_move(&server, 1, &json!("(mark a 1)"));
    for lost in [&flipped, &empty] {
        let line = format!("GET /api/tables/{}", lost.id);
        assert_eq!(server.ask(&line, "", &Value::Null).0, 404);
    }
    let told = server.end("-KILL");
    for (table, what) in [
        (
            &cut,
            "the last line is incomplete; the match goes on after line 2",
        ),
        (
            &flipped,
            "the match cannot go on: line 1 is damaged; the file is now",
        ),
        (
            &empty,
            "the match cannot go on: it does not begin with the opening of a table",
        ),
    ] {
        let mut lines = told.lines();
        let line = lines
            .find(|line| line.contains(&table.id))
            .unwrap_or_else(|| panic!("{told}"));
        assert!(
            line.starts_with("warning: ") && line.contains(what),
            "{line}"
        );
    }
    let server = Server::start(&data.0);
    assert_eq!(cut.turn(&server)["steps"], 2);
    let told = server.end("-KILL");
    assert_eq!(told, "", "damage is reported once");
}

#[test]
fn second_server_leaves_the_tables_of_the_first_alone() {
    let data = Data::new("restart-two");
    let first = Server::start(&data.0);
    let table = first.open(&json!({"game": "tic-tac-toe", "seats": [human(), human()]}));
    table.turn(&first);
    let second = Server::start(&data.0);
    let (_, tables) = second.ask("GET /api/tables", "", &Value::Null);
    assert_eq!(tables, json!([]));
    let told = second.end("-KILL");
    assert!(told.contains("another server uses it"), "{told}");
    table.make_move(&first, 0, &json!("(mark b 2)"));
    first.end("-KILL");
    assert_eq!(table.turn(&Server::start(&data.0))["steps"], 1);
}
