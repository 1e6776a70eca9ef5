//! `senet games import` imports repositories with their versions, from a folder and by HTTP.

use crate::common::{Folder, Ran};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Command;

const RULES: &str = "(role a) (init (n 0)) (legal a go) (<= (next (n 1)) (true (n 0))) (<= terminal (true (n 1))) (goal a 50)";

/// Runs senet with a separate cache.
fn senet(cache: &str, args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(args)
        .env("SENET_CACHE", cache)
        .output()
        .expect("the binary was just built");
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A repository with one game in two versions; the second changes only the rules.
fn repository(folder: &Folder) -> String {
    folder.write(
        "base/games/walk/METADATA",
        r#"{"gameName": "Walk", "rulesheet": "walk.kif"}"#,
    );
    folder.write("base/games/walk/walk.kif", RULES);
    folder.write("base/games/walk/v1/walk.kif", RULES.replace("50", "100"));
    folder.write("base/games/.hidden/METADATA", "no game");
    folder.path("base")
}

#[track_caller]
fn check_goal(cache: &str, game: &str, expected: f64) {
    let ran = senet(cache, &["simulate", game, "--matches", "1", "--json"]);
    assert_eq!(ran.json()["mean_goals"]["a"], expected, "{game}");
}

#[test]
fn imports_folder() {
    let folder = Folder::new("import-folder");
    let (place, cache) = (repository(&folder), folder.path("cache"));
    let ran = senet(&cache, &["games", "import", &place, "--json"]);
    assert_eq!(
        (ran.code, &ran.json()["versions"]),
        (0, &2.into()),
        "{ran:?}"
    );
    check_goal(&cache, "walk", 100.0);
    check_goal(&cache, "walk@0", 50.0);
    check_goal(&cache, "base/walk@1", 100.0);
    assert_eq!(senet(&cache, &["info", "walk@2"]).code, 2);
    assert!(senet(&cache, &["games"]).stdout.contains("base/walk@1"));
}

#[test]
fn imports_other_games_after_damaged_one() {
    let folder = Folder::new("import-damaged");
    let (place, cache) = (repository(&folder), folder.path("cache"));
    folder.write("base/games/broken/METADATA", "{");
    folder.write(
        "base/games/escape/METADATA",
        r#"{"rulesheet": "../walk/walk.kif"}"#,
    );
    let ran = senet(&cache, &["games", "import", &place, "--json"]);
    assert_eq!(
        (ran.code, &ran.json()["versions"]),
        (1, &2.into()),
        "{ran:?}"
    );
    assert_eq!(ran.json()["skipped"].as_array().unwrap().len(), 2);
}

#[test]
fn rejects_folder_without_games() {
    let folder = Folder::new("import-empty");
    folder.write("empty/readme", "");
    let ran = senet(
        &folder.path("cache"),
        &["games", "import", &folder.path("empty")],
    );
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("is not a repository of games"),
        "{ran:?}"
    );
}

/// Serves the repository like the public servers until the test ends, and returns the URL.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = listener.local_addr().expect("it is bound");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
            let mut request = String::new();
            reader.read_line(&mut request).expect("a request");
            let mut header = String::new();
            while reader.read_line(&mut header).is_ok_and(|n| n > 2) {
                header.clear();
            }
            let path = request.split(' ').nth(1).unwrap_or("");
            let (status, body) = answer(path);
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all((head + &body).as_bytes()).ok();
        }
    });
    format!("http://{address}/base")
}

fn answer(path: &str) -> (&'static str, String) {
    let metadata = |version: u32| format!(r#"{{"rulesheet": "walk.kif", "version": {version}}}"#);
    match path {
        "/base/games/" => ("200 OK", r#"["walk"]"#.to_string()),
        "/base/games/walk/" | "/base/games/walk/v1/" => ("200 OK", metadata(1)),
        "/base/games/walk/v0/" => ("200 OK", metadata(0)),
        "/base/games/walk/v0/walk.kif" => ("200 OK", RULES.to_string()),
        "/base/games/walk/v1/walk.kif" => ("200 OK", RULES.replace("50", "100")),
        _ => ("404 Not Found", "no such thing".to_string()),
    }
}

#[test]
fn imports_repository_by_http() {
    let folder = Folder::new("import-served");
    let (place, cache) = (serve(), folder.path("cache"));
    let ran = senet(&cache, &["games", "import", &place, "--json"]);
    assert_eq!(
        (ran.code, &ran.json()["versions"]),
        (0, &2.into()),
        "{ran:?}"
    );
    check_goal(&cache, "base/walk@0", 50.0);
    check_goal(&cache, "walk", 100.0);
    check_goal(&cache, &format!("{place}/games/walk/v0/walk.kif"), 50.0);
    check_goal(&cache, &format!("{place}/games/walk/"), 100.0);
    let missing = senet(&cache, &["info", &format!("{place}/nothing.kif")]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("404"), "{missing:?}");
}
