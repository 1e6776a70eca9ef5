//! Other sites change nothing, and no sheet is executed.

use crate::common::play::{Table, human};
use crate::common::{Site, options};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

/// Sends a request with these headers and returns the status.
fn status(site: &Site, line: &str, head: &[&str], body: &str) -> u16 {
    let mut stream = TcpStream::connect(site.address).unwrap();
    let head: String = head.iter().map(|line| format!("{line}\r\n")).collect();
    let length = body.len();
    write!(
        stream,
        "{line} HTTP/1.1\r\n{head}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let status = text.split(' ').nth(1).unwrap_or_default();
    status.parse().unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn requests_from_other_sites_change_nothing() {
    let site = Site::start(options(None));
    let host = format!("Host: {}", site.address);
    let body = json!({"game": "tic-tac-toe", "seats": [human(), human()]}).to_string();
    let post = |head: &[&str]| status(&site, "POST /api/tables", head, &body);
    assert_eq!(post(&[&host]), 403);
    assert_eq!(
        post(&[&host, "X-Senet: 1", "Origin: https://evil.example"]),
        403
    );
    assert_eq!(post(&[&host, "X-Senet: 1", "Origin: null"]), 403);
    assert_eq!(post(&["Host: evil.example", "X-Senet: 1"]), 421);
    assert_eq!(
        post(&[
            "Host: evil.example:9180",
            "X-Senet: 1",
            "Origin: http://evil.example:9180"
        ]),
        421
    );
    assert_eq!(post(&["X-Senet: 1"]), 421);
    assert_eq!(
        status(&site, "GET /api/tables", &["Host: evil.example"], ""),
        421
    );
    // Preflight requests of other sites get no permission.
    let ask = [
        "Origin: https://evil.example",
        "Access-Control-Request-Headers: x-senet",
    ];
    assert_eq!(
        status(&site, "OPTIONS /api/tables", &[&host, ask[0], ask[1]], ""),
        403
    );
    assert_eq!(site.get("/api/tables").json(), json!([]));
    let own = format!("Origin: http://{}", site.address);
    assert_eq!(post(&[&host, "X-Senet: 1", &own]), 201);
    let local = format!("Host: localhost:{}", site.address.port());
    assert_eq!(post(&[&local, "X-Senet: 1"]), 201);
}

#[test]
fn server_for_all_addresses_answers_only_to_its_names() {
    let mut options = options(None);
    options.address = "0.0.0.0:0".parse().unwrap();
    options.allowed_hosts = vec!["games.example".to_string()];
    let mut site = Site::start(options);
    let port = site.address.port();
    site.address = format!("127.0.0.1:{port}").parse().unwrap();
    let game = "(role a) (init (left 1)) (legal a take) (<= (next (left 0)) (does a take)) (<= terminal (true (left 0))) (goal a 50)";
    let body = json!({"name": "saved", "rules": game}).to_string();
    let post = |host: &str, origin: &str| {
        let head = [
            &format!("Host: {host}")[..],
            &format!("Origin: {origin}"),
            "X-Senet: 1",
        ];
        status(&site, "POST /api/games", &head, &body)
    };
    let evil = format!("evil.example:{port}");
    assert_eq!(post(&evil, &format!("http://{evil}")), 421);
    assert_eq!(post("evil.example", "http://evil.example"), 421);
    assert_eq!(post("192.0.2.1", "http://192.0.2.1"), 421);
    let own = format!("127.0.0.1:{port}");
    assert_eq!(post(&own, "http://evil.example"), 403);
    assert_eq!(post(&own, "null"), 403);
    let two = [&format!("Host: {own}")[..], "Host: evil.example"];
    assert!([400, 421].contains(&status(&site, "GET /api/games", &two, "")));
    let absolute = "GET http://evil.example/api/games";
    assert_eq!(status(&site, absolute, &[&format!("Host: {own}")], ""), 421);
    let read = [&format!("Host: {own}")[..], "Origin: http://evil.example"];
    assert_eq!(status(&site, "GET /api/games", &read, ""), 403);
    assert_eq!(site.get("/api/games/saved").status, 404);
    assert_eq!(post("games.example", "https://games.example"), 201);
}

#[test]
fn visitor_texts_are_escaped() {
    let site = Site::start(options(None));
    let evil = "<script>alert(1)</script>";
    let rules = "(role <b>x</b>) (init (\"<img/src=x>\" 1)) (<= (legal <b>x</b> <i>go</i>) (true (\"<img/src=x>\" 1))) \
         (next (at 2)) (<= terminal (true (at 2))) (goal <b>x</b> 100)";
    let request = json!({"rules": rules, "seats": [human()], "title": evil});
    let opened = site.post("/api/tables", &request);
    if opened.status == 201 {
        let id = opened.json()["id"].as_str().unwrap().to_string();
        let key = opened.json()["key"].as_str().unwrap().to_string();
        let table = Table {
            site: &site,
            id,
            key,
        };
        let view = table.wait(|view| view["status"] != "loading");
        assert_eq!(view["title"], evil);
        let svg = view["svg"].as_str().unwrap();
        assert!(
            !svg.contains("<img") && !svg.contains("<b>") && !svg.contains("<script"),
            "{svg}"
        );
    } else {
        panic!("{opened:?}");
    }
    let answer = ureq::get(site.url("/api/tables")).call().unwrap();
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_string();
    assert_eq!(header("content-type"), "application/json");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(header("content-security-policy").contains("script-src 'self'"));
}
