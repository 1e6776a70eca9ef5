//! Stored results are checked when they are read. Reading needs no write access. A limit on file sizes is an error.
#![cfg(unix)]

use crate::common::{Folder, Ran, senet};
use serde_json::{Value, json};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Plays a small tournament and returns its data folder.
fn played(folder: &Folder) -> String {
    let data = folder.path("data");
    let ran = senet(&[
        "tournament",
        "run",
        "--name",
        "club",
        "--games",
        "tic-tac-toe",
        "--players",
        "random,legal",
        "--rounds",
        "10",
        "--start-clock",
        "0",
        "--seed",
        "1",
        "--data",
        &data,
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    data
}

fn database(data: &str) -> PathBuf {
    Path::new(data).join("tournaments.sqlite")
}

/// Replaces a text in the database, as flipped bits would, and returns the results as shown afterwards. It changes the first occurrence that
/// affects the results: SQLite leaves old copies of rows in its free space.
#[track_caller]
fn corrupt(data: &str, before: &Value, old: &str, new: &str) -> Value {
    assert_eq!(old.len(), new.len());
    let file = database(data);
    let sound = std::fs::read(&file).unwrap();
    let places = sound.windows(old.len()).enumerate();
    for (at, _) in places.filter(|(_, part)| *part == old.as_bytes()) {
        let mut bytes = sound.clone();
        bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
        std::fs::write(&file, bytes).unwrap();
        let after = shown(data);
        if after != *before {
            return after;
        }
    }
    panic!("no place matters");
}

#[track_caller]
fn shown(data: &str) -> Value {
    senet(&["tournament", "show", "club", "--json", "--data", data]).json()
}

#[track_caller]
fn check_corruption(name: &str, old: &str, new: &str, reason: &str) {
    let folder = Folder::new(name);
    let data = played(&folder);
    let before = shown(&data);
    let after = corrupt(&data, &before, old, new);
    let progress = json!({"planned": 20, "done": 19, "failed": 0, "damaged": 1, "complete": true});
    assert_eq!(after["progress"], progress);
    let seats = |shown: &Value| shown["tables"][0]["seats"].as_u64().unwrap();
    assert_eq!(seats(&after), seats(&before) - 1, "the match is not rated");
    let told = after["damaged"][0]["reason"].as_str().unwrap();
    assert!(told.contains(reason), "{told}");
    let number = after["damaged"][0]["number"].to_string();
    let warnings = after["warnings"].to_string();
    let help = "`senet tournament resume club --retry-failed` plays damaged matches again";
    assert!(
        warnings.contains(&format!("match {number}:")) && warnings.contains(help),
        "{warnings}"
    );
    let record = senet(&[
        "tournament",
        "show",
        "club",
        "--match",
        &number,
        "--data",
        &data,
    ]);
    assert!(
        record.code == 2 && record.stderr.contains("is damaged"),
        "{record:?}"
    );
    let exported = senet(&["tournament", "export", "club", "--records", "--data", &data]);
    assert_eq!(exported.code, 0, "{exported:?}");
    let ran = senet(&[
        "tournament",
        "resume",
        "club",
        "--retry-failed",
        "--data",
        &data,
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(shown(&data), before, "the match has the same seeds");
}

#[test]
fn changed_goals_are_reported_and_not_rated() {
    check_corruption(
        "flipped",
        "[100, 0]",
        "[300, 0]",
        "the goals are [300, 0], but [100, 0]",
    );
    check_corruption(
        "swapped",
        "[100, 0]",
        "[0, 100]",
        "the goals are [0, 100], but [100, 0]",
    );
    check_corruption(
        "record",
        "\"goalValues\":[100,0]",
        "\"goalValues\":[300,0]",
        "but [300, 0] in the record",
    );
    check_corruption(
        "moves",
        "( mark a 1 )",
        "( mark a 3 )",
        "does not match its checksum",
    );
}

/// Runs senet as a user without rights to write. The user `root` may write everywhere, so it becomes another user.
fn without_rights(binary: &str, args: &[&str]) -> Ran {
    let mut command = Command::new(binary);
    command.args(args);
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    if is_root {
        command.uid(65534);
    }
    ran(command.output().expect("it can be started"))
}

/// Copies the binary to a folder. `cp` does it: a file that this process writes cannot be started while another test forks.
fn copied_binary(folder: &Folder) -> String {
    let binary = folder.path("senet");
    let copied = Command::new("cp")
        .args([env!("CARGO_BIN_EXE_senet"), &binary])
        .status();
    assert!(copied.expect("cp can be started").success());
    binary
}

fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn set_rights(path: &Path, rights: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap();
}

#[test]
fn tournaments_are_shown_from_a_read_only_folder() {
    let folder = Folder::open_to_all("read-only");
    let binary = copied_binary(&folder);
    let data = played(&folder);
    let expected = shown(&data);
    set_rights(&database(&data), 0o444);
    set_rights(Path::new(&data), 0o555);
    let read = |command: &[&str]| {
        let args = [&["tournament"], command, &["--json", "--data", &data]].concat();
        let ran = without_rights(&binary, &args);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.json()
    };
    assert_eq!(read(&["show", "club"]), expected);
    assert_eq!(read(&["list"])[0]["done"], 20);
    assert_eq!(
        read(&["export", "club"])["matches"]
            .as_array()
            .unwrap()
            .len(),
        20
    );
    assert!(read(&["show", "club", "--match", "3"])["moves"].is_array());
    let files = std::fs::read_dir(&data).unwrap().count();
    let ran = without_rights(&binary, &["tournament", "remove", "club", "--data", &data]);
    assert!(
        ran.code == 2 && ran.stderr.contains("Permission denied"),
        "{ran:?}"
    );
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), files);
    set_rights(Path::new(&data), 0o755);
}

#[test]
fn limit_on_file_sizes_is_an_error_and_loses_nothing() {
    let folder = Folder::new("file-size");
    let data = folder.path("data");
    let senet_binary = env!("CARGO_BIN_EXE_senet");
    let script = format!(
        "ulimit -f 1000; exec {senet_binary} tournament run --name club --games tic-tac-toe \
         --players random,legal --rounds 200 --start-clock 0 --processors 1 --data {data}"
    );
    let limited = ran(Command::new("sh").args(["-c", &script]).output().unwrap());
    assert_eq!(limited.code, 2, "{limited:?}");
    assert!(
        limited
            .stderr
            .contains("the database of tournaments cannot"),
        "{limited:?}"
    );
    assert!(
        limited.stderr.contains("no stored match is lost"),
        "{limited:?}"
    );
    let before = shown(&data);
    assert!(before["progress"]["done"].as_u64().unwrap() > 0, "{before}");
    assert_eq!(before.get("damaged"), None);
    let ran = senet(&["tournament", "resume", "club", "--data", &data]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(shown(&data)["progress"]["done"], 400);
}

#[test]
fn output_beyond_the_limit_on_file_sizes_is_an_error() {
    let folder = Folder::new("output-size");
    let data = played(&folder);
    let (binary, out) = (env!("CARGO_BIN_EXE_senet"), folder.path("out.json"));
    let script = format!(
        "ulimit -f 8; exec {binary} tournament export club --records --out {out} --data {data}"
    );
    let limited = ran(Command::new("sh").args(["-c", &script]).output().unwrap());
    assert_eq!(limited.code, 2, "{limited:?}");
    assert!(limited.stderr.contains("File too large"), "{limited:?}");
}

#[test]
fn sheet_that_cannot_be_written_keeps_its_text() {
    let folder = Folder::new("fmt-size");
    let scrambled = senet(&["scramble", "chess"]);
    let text = scrambled.stdout.replace('\n', "   ");
    let sheet = folder.write("sheet.kif", &text);
    let binary = env!("CARGO_BIN_EXE_senet");
    let script = format!("ulimit -f 8; exec {binary} fmt --write {sheet}");
    let limited = ran(Command::new("sh").args(["-c", &script]).output().unwrap());
    assert_eq!(limited.code, 2, "{limited:?}");
    assert!(limited.stderr.contains("File too large"), "{limited:?}");
    assert_eq!(std::fs::read_to_string(&sheet).unwrap(), text);
    let names = std::fs::read_dir(folder.path(".")).unwrap();
    assert_eq!(names.count(), 1, "the unfinished file is gone");
    let written = senet(&["fmt", "--write", &sheet]);
    assert_eq!(written.code, 0, "{written:?}");
    assert_ne!(std::fs::read_to_string(&sheet).unwrap(), text);
}
