//! The web arena, started from the command line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server with its own data folder.
struct Arena {
    child: Child,
    host: String,
    folder: PathBuf,
}

/// The program that starts a server.
const SERVER: &str = env!("CARGO_BIN_EXE_senet");
const OPTIONS: [&str; 4] = ["web", "--port", "0", "--json"];

impl Arena {
    fn start(name: &str) -> Arena {
        let mut command = Command::new(SERVER);
        command.args(OPTIONS);
        Arena::run(name, command).expect("it prints its address")
    }

    /// Starts a server whose folder is a separate disk of this size. Returns `None` if the system does not allow it.
    fn on_a_small_disk(name: &str, bytes: usize) -> Option<Arena> {
        let mount =
            format!("mount -t tmpfs -o size={bytes} tmpfs \"$SENET_DATA\" && exec \"$0\" \"$@\"");
        let mut command = Command::new("unshare");
        command
            .args(["-rm", "sh", "-c", &mount, SERVER])
            .args(OPTIONS);
        Arena::run(name, command)
    }

    /// Starts a server. Returns `None` if it ends before it prints its address.
    fn run(name: &str, mut command: Command) -> Option<Arena> {
        let folder = std::env::temp_dir().join(format!("senet-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let command = command.env("SENET_DATA", &folder).stdout(Stdio::piped());
        let mut child = command.spawn().ok()?;
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).ok()?;
        let address = said["address"].as_str().unwrap();
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let host = host.to_string();
        Some(Arena {
            child,
            host,
            folder,
        })
    }

    /// Sends a request and returns the stream with the response.
    fn request(&self, line: &str, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, length) = (&self.host, body.len());
        let head = format!("Host: {host}\r\nX-Senet: 1\r\nContent-Length: {length}\r\n{head}");
        write!(stream, "{line} HTTP/1.1\r\n{head}\r\n{body}").unwrap();
        stream
    }

    fn ask(&self, line: &str, body: &str) -> String {
        self.ask_with_key(line, "", body)
    }

    /// Sends a request with the key of a table or a game.
    fn ask_with_key(&self, line: &str, key: &str, body: &str) -> String {
        let head = format!(
            "Connection: close\r\nContent-Type: application/json\r\nX-Senet-Key: {key}\r\n"
        );
        let mut answer = String::new();
        self.request(line, &head, body)
            .read_to_string(&mut answer)
            .unwrap();
        answer
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // The server may have ended already, and may have written nothing.
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

#[test]
fn prints_address_and_answers_there() {
    let arena = Arena::start("address");
    let answer = arena.ask("GET /api/games", "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("tic-tac-toe"), "{answer}");
}

#[test]
fn ctrl_c_stops_server_with_open_event_stream() {
    let mut arena = Arena::start("ctrl-c");
    let seats = r#"[{"human": true}, {"human": true}]"#;
    let opened = arena.ask(
        "POST /api/tables",
        &format!(r#"{{"game": "tic-tac-toe", "seats": {seats}}}"#),
    );
    let body = opened.split("\r\n\r\n").nth(1).unwrap();
    let opened: serde_json::Value =
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{opened}"));
    let id = opened["id"].as_str().unwrap();
    let mut events = arena.request(&format!("GET /api/tables/{id}/events"), "", "");
    events.read_exact(&mut [0; 100]).unwrap();
    let pid = arena.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let end = Instant::now() + Duration::from_secs(60);
    let status = loop {
        match arena.child.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(Instant::now() < end, "the server did not stop"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}

/// Parses the JSON of a response with this status.
#[track_caller]
fn json_of(answer: &str, status: u16) -> serde_json::Value {
    assert!(
        answer.starts_with(&format!("HTTP/1.1 {status}")),
        "{answer}"
    );
    let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
}

#[test]
fn reports_full_disk_and_keeps_saved_games() {
    let Some(arena) = Arena::on_a_small_disk("full-disk", 1 << 20) else {
        eprintln!("skipped: this system does not allow tests to mount a disk");
        return;
    };
    let rules = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../library/tic-tac-toe/rules.kif"
    ));
    let rules = rules.unwrap() + &"; room\n".repeat(40_000);
    let save = |name: &str, key: &str| {
        let game = serde_json::json!({"name": name, "rules": rules});
        arena.ask_with_key("POST /api/games", key, &game.to_string())
    };
    let seats = r#"[{"human": true}, {"human": true}]"#;
    let table = arena.ask(
        "POST /api/tables",
        &format!(r#"{{"game": "tic-tac-toe", "seats": {seats}}}"#),
    );
    let table = json_of(&table, 201);
    let text = |key: &str| table[key].as_str().unwrap().to_string();
    let (table, table_key) = (text("id"), text("key"));
    // Each file takes about a quarter of the disk.
    let mut saved = Vec::new();
    let mut first_key = String::new();
    let refused = loop {
        let name = format!("game-{}", saved.len());
        let answer = save(&name, "");
        if !answer.starts_with("HTTP/1.1 201") {
            break answer;
        }
        if saved.is_empty() {
            first_key = json_of(&answer, 201)["key"].as_str().unwrap().to_string();
        }
        saved.push(name);
        assert!(saved.len() < 10, "the disk is never full");
    };
    let error = &json_of(&refused, 507)["error"];
    assert_eq!(
        error["help"],
        "free disk space on the server, then save again"
    );
    assert!(
        error["message"].as_str().unwrap().contains("No space"),
        "{error}"
    );
    assert!(saved.len() > 1);
    // Games saved before are complete, refused ones are absent, and a game saved again is unchanged.
    assert_eq!(
        json_of(&save("game-0", &first_key), 507)["error"]["help"],
        error["help"]
    );
    let read = |name: &str| arena.ask(&format!("GET /api/games/{name}"), "");
    for name in &saved {
        assert_eq!(json_of(&read(name), 200)["rules"], rules.as_str(), "{name}");
    }
    json_of(&read(&format!("game-{}", saved.len())), 404);
    // A match goes on in memory, and its page says so until there is space.
    fill_disk(&arena);
    let choose = |step: usize, role: usize, text: &str| {
        let body = format!(r#"{{"step": {step}, "role": {role}, "move": "{text}"}}"#);
        let line = format!("POST /api/tables/{table}/moves");
        json_of(&arena.ask_with_key(&line, &table_key, &body), 200)
    };
    // The last page of its file has room for some more lines.
    let mut warned = choose(0, 0, "(mark b 2)");
    for _ in 0..20 {
        if !warned["reason"].is_null() {
            break;
        }
        arena.ask_with_key(&format!("POST /api/tables/{table}/undo"), &table_key, "{}");
        warned = choose(0, 0, "(mark b 2)");
    }
    let reason = warned["reason"].as_str().unwrap_or_default();
    assert!(
        reason.contains("would be lost") && reason.contains("No space"),
        "{warned}"
    );
    assert_eq!(warned["step"], 1);
    // Saving works again once there is space.
    let deleted = arena.ask_with_key("DELETE /api/games/game-0", &first_key, "");
    assert!(deleted.starts_with("HTTP/1.1 204"), "{deleted}");
    assert!(choose(1, 1, "(mark a 1)")["reason"].is_null());
}

/// Fills what is left of the disk of a server: games of ever smaller size, until none fits.
fn fill_disk(arena: &Arena) {
    let rules = include_str!("../../../../library/tic-tac-toe/rules.kif");
    let mut number = 0;
    for room in [100_000, 10_000, 1000, 1] {
        loop {
            let rules = format!("{rules}{}", "; room\n".repeat(room / 7));
            let game = serde_json::json!({"name": format!("fill-{number}"), "rules": rules});
            let answer = arena.ask("POST /api/games", &game.to_string());
            number += 1;
            if !answer.starts_with("HTTP/1.1 201") {
                break;
            }
            assert!(number < 50, "the disk is never full");
        }
    }
}
