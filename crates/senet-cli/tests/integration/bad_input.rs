//! Whatever is given as a rule sheet, senet answers soon, clearly and with a non-zero exit code.

use crate::common::{Folder, senet};
use std::time::{Duration, Instant};

/// Runs a command that must fail soon, and checks its code and a part of its message.
#[track_caller]
fn check(args: &[&str], code: i32, part: &str) {
    let start = Instant::now();
    let ran = senet(args);
    assert_eq!(ran.code, code, "{ran:?}");
    let said = ran.stdout.clone() + &ran.stderr;
    assert!(said.contains(part), "`{part}` is not in: {said:.2000}");
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{args:?} took {:?}",
        start.elapsed()
    );
}

#[test]
fn binary_junk() {
    let folder = Folder::new("junk");
    let file = folder.write(
        "junk.kif",
        (0..=255u8).cycle().take(100_000).collect::<Vec<_>>(),
    );
    check(&["check", &file], 1, "is not text");
    check(&["info", &file], 2, "is not text");
}

#[test]
fn a_hundred_megabytes_of_parentheses() {
    let folder = Folder::new("large");
    let file = folder.write("large.kif", vec![b'('; 100 << 20]);
    check(&["check", &file], 1, "larger than 2 MiB");
    check(&["simulate", &file], 2, "larger than 2 MiB");
}

#[test]
fn as_many_parentheses_as_are_read() {
    let folder = Folder::new("parentheses");
    for (name, text) in [
        ("open.kif", "("),
        ("close.kif", ")"),
        ("empty.kif", "() "),
        ("rule.kif", "(<= "),
    ] {
        let file = folder.write(name, text.repeat((1 << 21) / text.len()));
        check(&["check", &file], 1, "error");
        check(&["info", &file], 2, "error");
    }
}

#[test]
fn a_deep_nest() {
    let folder = Folder::new("deep");
    let text = format!("{}a{}", "(f ".repeat(10_000), ")".repeat(10_000));
    let file = folder.write("deep.kif", &text);
    check(&["check", &file], 1, "E002");
    check(&["simulate", &file], 2, "nest");
    let file = folder.write(
        "deep-infix.kif",
        format!("{}a{}", "f(".repeat(10_000), ")".repeat(10_000)),
    );
    check(&["check", &file], 1, "error");
}

#[test]
fn nothing_at_all() {
    let folder = Folder::new("nothing");
    let file = folder.write("empty.kif", "");
    check(&["check", &file], 1, "role");
    check(&["info", &file], 2, "role");
    check(
        &["check", &folder.path("missing.kif")],
        1,
        "there is no such file",
    );
    check(
        &["info", &folder.path("missing.kif")],
        2,
        "there is no such file",
    );
    check(&["check", &folder.path("")], 1, "is a directory");
    check(&["perft", &folder.path("")], 2, "is a directory");
}

#[test]
fn a_name_that_is_no_game() {
    check(&["info", "tic-tac-to"], 2, "did you mean tic-tac-toe");
    check(
        &["info", "tic-tac-toe", "--back-end", "guess"],
        2,
        "there is no back end",
    );
}

#[test]
fn failures_are_json_where_json_is_wanted() {
    let ran = senet(&["info", "no-such-game", "--json"]);
    assert_eq!(ran.code, 2);
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        value["error"]["message"],
        "there is no game called no-such-game"
    );
    assert_eq!(ran.stderr, "");
    let ran = senet(&["info", "--json", "--no-such-option"]);
    assert_eq!(ran.code, 2);
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(
        value["error"]["message"]
            .as_str()
            .unwrap()
            .contains("--no-such-option")
    );
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let script = format!(
        "{} games | head -n 1; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_senet")
    );
    let Ok(ran) = std::process::Command::new("bash")
        .args(["-c", &script])
        .output()
    else {
        eprintln!("skipped: there is no bash");
        return;
    };
    assert_eq!(ran.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
}

#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("forbidden");
    let file = folder.write("secret.kif", "(role x)");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o0)).expect("it is ours");
    if std::fs::read(&file).is_ok() {
        eprintln!("skipped: this user may read every file");
        return;
    }
    check(&["info", &file], 2, "not allowed");
}

#[test]
#[cfg(unix)]
fn a_pipe_that_nobody_writes_to() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe.kif");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: mkfifo is missing");
        return;
    }
    check(&["info", &pipe], 2, "the pipe was silent");
}
