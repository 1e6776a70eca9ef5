//! Laws of the web interface: every request gets an answer, no request is an internal error, and refusals say what to do.
//!
//! A server in this process listens on a loopback address.

use senet_web::{WebLimits, WebOptions, WebServer};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

/// Requests that the first byte of the input selects; `#` becomes the rest of the input.
const REQUESTS: [(&str, &str, &str); 13] = [
    ("POST", "/api/tables", "#"),
    (
        "POST",
        "/api/tables",
        r#"{"game": "tic-tac-toe", "seats": [#]}"#,
    ),
    ("POST", "/api/tables", r#"{"rules": #, "seats": []}"#),
    ("POST", "/api/games", "#"),
    ("POST", "/api/check", r#"{"rules": #}"#),
    ("POST", "/api/records", "#"),
    ("POST", "/api/tournaments", "#"),
    ("GET", "/#", ""),
    ("GET", "/api/games/#", ""),
    ("GET", "/api/records/#/record", ""),
    ("GET", "/api/tables/x?step=#", ""),
    ("DELETE", "/api/games/#", ""),
    ("#", "/api/games", ""),
];
/// The statuses above 499 that the interface documents.
const DOCUMENTED: [u16; 3] = [503, 504, 507];
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends a request made of these bytes. Panics if a law is violated.
pub fn check_laws(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let (method, path, body) = REQUESTS[usize::from(*first) % REQUESTS.len()];
    let line_safe: Vec<u8> = rest.iter().copied().filter(u8::is_ascii_graphic).collect();
    let in_line = |text: &str| text.replace('#', &String::from_utf8_lossy(&line_safe));
    let (method, path) = (in_line(method), in_line(path));
    let body = filled(body, rest);
    let address = *server();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nX-Senet: 1\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let answer = exchange(address, &[head.as_bytes(), &body].concat());
    check_answer(&answer, path.starts_with("/api/"));
}

/// The body with the input in its place; other words are sent as they are.
fn filled(body: &str, rest: &[u8]) -> Vec<u8> {
    match body.split_once('#') {
        Some((before, after)) => [before.as_bytes(), rest, after.as_bytes()].concat(),
        None => body.as_bytes().to_vec(),
    }
}

fn check_answer(answer: &[u8], is_api: bool) {
    let text = String::from_utf8_lossy(answer);
    let status = text
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse::<u16>().ok());
    let status = status.unwrap_or_else(|| panic!("no HTTP answer: {text}"));
    assert!(
        status < 500 || DOCUMENTED.contains(&status),
        "an internal error: {text}"
    );
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    if status >= 400 && is_api && !body.is_empty() {
        let told: Value = serde_json::from_str(body).unwrap_or_default();
        let help = told["error"]["help"].as_str();
        assert!(help.is_some_and(|help| !help.is_empty()), "no help: {text}");
    }
}

fn exchange(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    // A server may refuse a request before it has read all of it.
    stream.write_all(bytes).ok();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    assert!(read.is_ok() || !answer.is_empty(), "no answer: {read:?}");
    answer
}

/// The address of a server that lives as long as this process.
fn server() -> &'static SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    SERVER.get_or_init(|| {
        let (sender, address) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build();
            runtime.expect("a runtime").block_on(async {
                let options = WebOptions {
                    address: SocketAddr::from(([127, 0, 0, 1], 0)),
                    limits: limits(),
                    ..WebOptions::default()
                };
                let server = WebServer::bind(options).await.expect("a free port");
                sender.send(server.address().expect("it is bound")).ok();
                server.run().await.expect("it runs");
            });
        });
        address.recv().expect("the server starts")
    })
}

/// Small limits, so that no request costs the fuzzer much time.
fn limits() -> WebLimits {
    WebLimits {
        tables: 5,
        saved_games: 20,
        ground: Duration::from_millis(200),
        question: Duration::from_millis(200),
        check: Duration::from_millis(200),
        ..WebLimits::default()
    }
}
