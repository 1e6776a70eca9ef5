//! Senet rejects every bad rule sheet quickly, with a clear message and a non-zero exit code.

use crate::common::{Folder, make_pipe, senet};
use std::time::{Duration, Instant};

/// Runs a command that must fail quickly; checks its exit code and a part of its message.
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
fn rejects_binary_file() {
    let folder = Folder::new("junk");
    let file = folder.write(
        "junk.kif",
        (0..=255u8).cycle().take(100_000).collect::<Vec<_>>(),
    );
    check(&["check", &file], 1, "is not text");
    check(&["info", &file], 2, "is not text");
}

#[test]
fn rejects_file_of_a_hundred_megabytes() {
    let folder = Folder::new("large");
    let file = folder.write("large.kif", vec![b'('; 100 << 20]);
    check(&["check", &file], 1, "larger than 2 MiB");
    check(&["simulate", &file], 2, "larger than 2 MiB");
}

#[test]
fn rejects_parentheses_up_to_the_size_limit() {
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
fn rejects_deep_nesting() {
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
fn rejects_empty_and_missing_files() {
    let folder = Folder::new("nothing");
    let file = folder.write("empty.kif", "");
    check(&["check", &file], 1, "role");
    check(
        &["info", &file],
        2,
        "no rule or fact concludes `goal` (and 3 more)",
    );
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
fn suggests_name_for_unknown_game() {
    check(&["info", "tic-tac-to"], 2, "did you mean tic-tac-toe");
    check(
        &["info", "tic-tac-toe", "--back-end", "guess"],
        2,
        "there is no back end",
    );
}

#[test]
fn prints_failure_as_json_with_json_option() {
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
fn succeeds_when_reader_closes_the_pipe() {
    let script = format!(
        "{} games | head -n 1; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_senet")
    );
    let Ok(ran) = std::process::Command::new("bash")
        .args(["-c", &script])
        .output()
    else {
        eprintln!("skipped: bash is missing");
        return;
    };
    assert_eq!(ran.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
}

/// A file that takes no byte: every write fails, as on a full disk.
fn full_disk() -> Option<std::fs::File> {
    let opened = std::fs::OpenOptions::new().write(true).open("/dev/full");
    if opened.is_err() {
        eprintln!("skipped: this system has no /dev/full");
    }
    opened.ok()
}

#[test]
fn full_disk_behind_standard_error_is_no_panic() {
    for (args, code) in [
        (&["info", "no-such-game"][..], 2),
        (&["check", "no-such-game.kif"], 1),
        (
            &[
                "host",
                "nim",
                "--players",
                "127.0.0.1:1,random",
                "--play-clock",
                "1",
            ],
            0,
        ),
        (&["no-such-command"], 2),
    ] {
        let Some(full) = full_disk() else { return };
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(args)
            .stderr(full)
            .output()
            .expect("the binary was just built");
        assert_eq!(ran.status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    let Some(full) = full_disk() else { return };
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_senet"))
        .arg("--help")
        .stdout(full)
        .output()
        .expect("the binary was just built");
    assert_eq!(ran.status.code(), Some(2));
    let told = String::from_utf8_lossy(&ran.stderr);
    assert!(told.contains("cannot write the output"), "{told}");
}

#[test]
fn rejects_file_without_read_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("forbidden");
    let file = folder.write("secret.kif", "(role x)");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o0))
        .expect("the test owns the file");
    if std::fs::read(&file).is_ok() {
        eprintln!("skipped: this user may read every file");
        return;
    }
    check(&["info", &file], 2, "permission denied");
}

#[test]
#[cfg(unix)]
fn times_out_on_pipe_without_writer() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe.kif");
    if !make_pipe(&pipe) {
        return;
    }
    check(&["info", &pipe], 2, "the pipe was silent");
}

#[test]
fn rejects_pipes_and_folders_in_place_of_databases() {
    let folder = Folder::new("odd-databases");
    let (pipe, data) = (folder.path("pipe"), folder.path("data"));
    let database = folder.path("data/tournaments.sqlite");
    std::fs::create_dir_all(&data).expect("the folder can be written");
    if !make_pipe(&pipe) || !make_pipe(&database) {
        return;
    }
    let part = "it is no regular file";
    for base in [&pipe, &data] {
        check(&["knowledge", "list", "--base", base], 2, part);
        check(&["knowledge", "add", "nim", "--base", base], 2, part);
        check(&["recognise", "nim", "--base", base], 2, part);
    }
    check(&["tournament", "list", "--data", &data], 2, part);
    check(
        &[
            "tournament",
            "run",
            "--games",
            "nim",
            "--players",
            "random",
            "--data",
            &data,
        ],
        2,
        part,
    );
}

#[test]
fn refuses_numbers_that_no_machine_can_serve() {
    let huge = u64::MAX.to_string();
    for seconds in ["-1", "0", "inf", "NaN"] {
        let option = format!("--seconds={seconds}");
        check(
            &["reasoner", "eval", "nim", &option],
            2,
            "seconds above zero",
        );
    }
    // This is long, but it can be represented.
    check(
        &["reasoner", "eval", "nim", "--seconds=1e308", "--states=64"],
        0,
        "exact",
    );
    let states = format!("--states={huge}");
    let part = "was not finished within 0.5 s";
    check(
        &["reasoner", "eval", "nim", &states, "--time-limit", "0.5"],
        2,
        part,
    );
    for option in ["--thinkers", "--tables", "--memory"] {
        check(
            &["web", &format!("{option}={huge}")],
            2,
            "give a number from 1 to",
        );
    }
    for lab in [
        ["deep-depth", "--jobs"],
        ["mtdf-vs-uct", "--jobs"],
        ["clock", "--at-once"],
    ] {
        let option = format!("{}={huge}", lab[1]);
        check(&["lab", lab[0], &option], 2, "invalid value");
    }
    for option in ["--slack", "--command-limit", "--minutes"] {
        let part = "expected a number above 0";
        check(&["lab", "attack", &format!("{option}=1e308")], 2, part);
    }
}
