//! The arena in the browser, as the command line starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server with a folder of its own.
struct Arena {
    child: Child,
    host: String,
    folder: PathBuf,
}

impl Arena {
    fn start(name: &str) -> Arena {
        let folder = std::env::temp_dir().join(format!("senet-{name}-{}", std::process::id()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["web", "--port", "0", "--json"])
            .env("SENET_DATA", &folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was just built");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = said["address"].as_str().unwrap();
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let host = host.to_string();
        Arena {
            child,
            host,
            folder,
        }
    }

    /// Sends a request and leaves the answer to be read.
    fn request(&self, line: &str, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, length) = (&self.host, body.len());
        let head = format!("Host: {host}\r\nX-Senet: 1\r\nContent-Length: {length}\r\n{head}");
        write!(stream, "{line} HTTP/1.1\r\n{head}\r\n{body}").unwrap();
        stream
    }

    fn ask(&self, line: &str, body: &str) -> String {
        let head = "Connection: close\r\nContent-Type: application/json\r\n";
        let mut answer = String::new();
        self.request(line, head, body)
            .read_to_string(&mut answer)
            .unwrap();
        answer
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // It may have ended already, and may have written nothing.
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

#[test]
fn the_arena_prints_its_address_and_answers_there() {
    let arena = Arena::start("address");
    let answer = arena.ask("GET /api/games", "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("tic-tac-toe"), "{answer}");
}

#[test]
fn ctrl_c_ends_it_while_somebody_watches() {
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
            None => assert!(Instant::now() < end, "it goes on"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
}
