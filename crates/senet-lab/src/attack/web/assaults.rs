//! Single requests that are wrong: bodies, methods, paths, hosts, names.

use super::super::finding::Fault;
use super::Assault;
use super::visitor::Visitor;
use fastrand::Rng;
use serde_json::{Value, json};

/// All assaults with single requests.
pub const ASSAULTS: [Assault; 7] = [
    Assault {
        name: "bad JSON",
        make: bad_json,
    },
    Assault {
        name: "wrong values",
        make: wrong_values,
    },
    Assault {
        name: "wrong methods",
        make: wrong_methods,
    },
    Assault {
        name: "huge bodies",
        make: huge_bodies,
    },
    Assault {
        name: "other paths",
        make: other_paths,
    },
    Assault {
        name: "other hosts",
        make: other_hosts,
    },
    Assault {
        name: "markup in names",
        make: markup,
    },
];

/// Paths that take a body.
const POSTED: [&str; 6] = [
    "/api/tables",
    "/api/games",
    "/api/check",
    "/api/records",
    "/api/tournaments",
    "/api/tables/x/moves",
];

/// Bodies that are not JSON, or not what the server expects.
fn bad_json(visitor: &mut Visitor, rng: &mut Rng) {
    let deep = "[".repeat(100_000);
    let junk: Vec<u8> = (0..2000).map(|_| rng.u8(..)).collect();
    let bodies: [&[u8]; 12] = [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\"\"",
        b"{\"game\": \"tic-tac-toe\"",
        b"{\"game\": \"\\ud800\", \"seats\": []}",
        b"{\"seats\": [1e999]}",
        b"{\"a\": 1, \"a\": 2}",
        b"\xff\xfe{}",
        deep.as_bytes(),
        &junk,
    ];
    for path in POSTED {
        for body in bodies {
            let answer = visitor.send("POST", path, &[], body);
            if let Some(answer) =
                answer.filter(|answer| answer.status < 400 && path != "/api/check")
            {
                let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
                visitor.note(
                    Fault::BadAnswer,
                    format!("{path} accepts {shown}: {}", answer.status),
                );
            }
        }
        let answer = visitor.send("POST", path, &[("Content-Type", "text/plain")], b"{}");
        if answer.is_some_and(|answer| answer.status < 400 && path != "/api/check") {
            visitor.note(Fault::BadAnswer, format!("{path} accepts plain text"));
        }
    }
}

/// JSON of the right form with values that make no sense.
fn wrong_values(visitor: &mut Visitor, rng: &mut Rng) {
    let long = "x".repeat(1 << rng.usize(8..18));
    let values = [
        json!(null),
        json!(-1),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!(long),
        json!("../../etc/passwd"),
        json!("%00"),
        json!([[[]]]),
        json!({"human": "yes"}),
    ];
    let mut value = || values[rng.usize(..values.len())].clone();
    let mut bodies: Vec<(&str, Value)> = Vec::new();
    for _ in 0..8 {
        let seats = json!([value(), {"human": true}]);
        bodies.push(("/api/tables", json!({"game": value(), "seats": seats})));
        bodies.push((
            "/api/tables",
            json!({"game": "tic-tac-toe", "seats": seats, "seconds": value()}),
        ));
        bodies.push((
            "/api/tables",
            json!({"rules": value(), "seats": [], "seed": value(), "title": value()}),
        ));
        bodies.push(("/api/games", json!({"name": value(), "rules": value()})));
        bodies.push((
            "/api/tournaments",
            json!({"name": value(), "games": value(), "players": value(), "rounds": value()}),
        ));
        bodies.push((
            "/api/records",
            json!({"matchId": value(), "states": value(), "moves": value()}),
        ));
        bodies.push(("/api/check", json!({"rules": value()})));
    }
    for (path, body) in bodies {
        visitor.post(path, &body);
    }
    for path in [
        "/api/tables/x?step=-1",
        "/api/tables/%ff%fe",
        "/api/records/..%2f..%2f",
        "/api/games/%00",
    ] {
        visitor.get(path);
    }
}

/// Methods that a path does not support, and methods that do not exist.
fn wrong_methods(visitor: &mut Visitor, _: &mut Rng) {
    for method in [
        "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "BREW", "CONNECT",
    ] {
        for path in [
            "/api/games",
            "/api/tables",
            "/api/check",
            "/",
            "/api/openapi.json",
        ] {
            let answer = visitor.send(method, path, &[], b"");
            let changes = !["OPTIONS", "HEAD"].contains(&method);
            if answer.is_some_and(|answer| answer.status < 400 && changes) {
                visitor.note(Fault::BadAnswer, format!("{method} {path} is accepted"));
            }
        }
    }
}

/// Bodies beyond every limit, and wrong lengths.
fn huge_bodies(visitor: &mut Visitor, _: &mut Rng) {
    let long = json!({"rules": " ".repeat(8 << 20), "seats": []});
    for path in POSTED {
        let answer = visitor.post(path, &long);
        if answer.is_some_and(|answer| answer.status < 400) {
            visitor.note(Fault::BadAnswer, format!("{path} accepts 8 MiB"));
        }
    }
    let host = visitor.address.to_string();
    for length in ["-1", "99999999999999999999", "1e3", "0x10"] {
        let head = format!(
            "POST /api/check HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nX-Senet: 1\r\nContent-Length: {length}\r\n\r\n{{}}"
        );
        visitor.exchange(head.as_bytes(), &format!("a length of {length}"));
    }
    let headers = format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\n{}\r\n",
        "X-A: b\r\n".repeat(20_000)
    );
    visitor.exchange(headers.as_bytes(), "20,000 header lines");
}

/// Paths that lead out of the served files.
fn other_paths(visitor: &mut Visitor, _: &mut Rng) {
    let paths = [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "//etc/passwd",
        "/parts/..%5c..%5cpages/..",
        "/api/records/..%2f..%2ftournaments.sqlite/record",
        "/api/records/%2e%2e%2fgames/record",
        "/api/games/..%2f..%2f..%2fetc%2fpasswd",
        "/api/games/tic-tac-toe%00.kif",
        "/.git/config",
        "/%",
        "/%zz",
    ];
    for path in paths {
        let Some(answer) = visitor.get(path) else {
            continue;
        };
        let text = answer.text();
        let leaks = ["root:", "[workspace]", "SQLite format"];
        if leaks.iter().any(|leak| text.contains(leak)) {
            visitor.note(Fault::BadAnswer, format!("{path} shows a file"));
        }
    }
    visitor.get(&format!("/{}", "a/".repeat(20_000)));
}

/// Requests that come from pages of other sites, or under other names.
fn other_hosts(visitor: &mut Visitor, _: &mut Rng) {
    let own = visitor.address.to_string();
    let port = visitor.address.port();
    let body = json!({"game": "tic-tac-toe", "seats": [{"human": true}, {"human": true}]});
    let body = body.to_string();
    let named = format!("evil.example:{port}");
    let origin = format!("http://{named}");
    let similar = format!("http://{own}.evil.example");
    let cases: [&[(&str, &str)]; 9] = [
        &[("Host", "evil.example")],
        &[("Host", &named), ("Origin", &origin)],
        &[("Host", "evil.example"), ("Origin", "http://evil.example")],
        &[("Origin", "http://evil.example")],
        &[("Origin", &similar)],
        &[("Origin", "null")],
        &[("Origin", "https://localhost.evil.example")],
        &[("X-Senet", "")],
        &[("Host", "")],
    ];
    for headers in cases {
        let answer = visitor.send("POST", "/api/tables", headers, body.as_bytes());
        if answer.is_some_and(|answer| answer.status < 400) {
            visitor.note(Fault::BadAnswer, format!("a table opens with {headers:?}"));
        }
    }
}

/// Games whose words are markup. Pictures and pages must not contain it as markup.
fn markup(visitor: &mut Visitor, rng: &mut Rng) {
    let word = ["<script>x</script>", "\"onload=x", "<img/src=x>", "&#60;b>"][rng.usize(..4)];
    let rules = format!(
        "(role {word}) (init (cell 1 1 {word})) (init (cell 1 2 b)) (init (step 1)) (legal {word} {word}) (legal {word} (go 1))\
         (<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z))) (<= (next (step 2)) (does {word} {word})) (<= terminal (true (step 2))) (goal {word} 100)"
    );
    let name = format!("markup-{}", rng.u32(..));
    let saved = visitor.post("/api/games", &json!({"name": name, "rules": rules}));
    let mut texts: Vec<String> = Vec::new();
    let is_saved = saved.is_some_and(|answer| answer.status == 201);
    if is_saved {
        for part in ["thumbnail.svg", "graph.svg"] {
            let picture = visitor.get(&format!("/api/games/{name}/{part}"));
            texts.extend(picture.filter(|p| p.status == 200).map(|p| p.text()));
        }
        visitor.send("DELETE", &format!("/api/games/{name}"), &[], b"");
    }
    let checked = visitor.post("/api/check", &json!({"rules": rules}));
    let drawn = checked.map(|answer| answer.json());
    texts.extend(drawn.and_then(|json| json["picture"].as_str().map(str::to_string)));
    if texts.iter().any(|text| {
        ["<script", "<img", " onload="]
            .iter()
            .any(|bad| text.contains(bad))
    }) {
        visitor.note(
            Fault::BadAnswer,
            format!("a picture contains {word} as markup"),
        );
    }
}
