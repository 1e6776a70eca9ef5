//! Every command heeds `--time-limit`, on sheets that would keep it busy for minutes.
//!
//! The commands come from the help of the program, so a new command cannot be forgotten. `make limits` runs all pairs of commands
//! and sheets (`SENET_THOROUGH=1`); otherwise each command gets two sheets. `SENET_TIME_FACTOR` multiplies the allowed time.

mod labs;
mod measured;
mod sheets;

use crate::common::{Folder, make_pipe, senet};
use measured::Measured;
use sheets::Slow;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The limit of every command in seconds.
const LIMIT: &str = "2";

/// Commands that are not run, with the reason.
const EXEMPT: [(&str, &str); 15] = [
    ("completions", "prints a fixed text"),
    ("games", "lists the library"),
    ("games show", "prints a card of the library"),
    ("games import", "copies files and does not reason"),
    ("knowledge list", "reads the database"),
    ("knowledge show", "reads the database"),
    ("knowledge remove", "writes the database"),
    ("lab", "see `labs.rs`"),
    ("tournament resume", "plays as `tournament run` does"),
    ("tournament show", "reads the database"),
    ("tournament export", "reads the database"),
    ("tournament list", "reads the database"),
    ("tournament remove", "writes the database"),
    ("transfer list", "reads the database"),
    ("verify", "see the test of its own"),
];

/// Further forms of commands, with work of their own.
const FORMS: [&str; 4] = [
    "draw --dir",
    "map --method senet",
    "reasoner train --arch gat",
    "train --method descent",
];

/// The arguments of each command and form for a sheet, another sheet and a folder.
fn arguments(command: &str, sheet: &str, other: &str, folder: &Folder) -> Option<Vec<String>> {
    let data = folder.path("data");
    let model = folder.path("model.safetensors");
    let (picture, record) = (folder.path("picture.png"), folder.path("record.json"));
    let base = folder.path("base.sqlite");
    let (sheets, gallery) = (folder.path(""), folder.path("gallery"));
    let learned = folder.path("learned");
    let args = match command {
        "check" => vec!["check", sheet, "--play", "1000000"],
        "fmt" | "scramble" | "variants" | "boards" | "recognise" => vec![command, sheet],
        "flatten" => vec!["flatten", sheet, "--all"],
        "info" => vec!["info", sheet],
        "simulate" => vec!["simulate", sheet, "--matches", "100000000"],
        "perft" => vec!["perft", sheet, "--depth", "10000", "--nodes", "1000000000"],
        "bench" => vec!["bench", sheet, "--seconds", "100"],
        "graph" => vec!["graph", sheet, "--kind", "instantiated", "--paths"],
        "draw" => vec!["draw", sheet, "--moves", "1000000", "-o", &picture],
        "draw --dir" => vec!["draw", "--dir", &sheets, "--gallery", &gallery],
        "map --method senet" => vec!["map", sheet, other, "--method", "senet"],
        "map" => vec!["map", sheet, other, "--method", "mmap"],
        "train" => vec!["train", sheet, "--minutes", "100", "--out", &data],
        "train --method descent" => vec![
            "train",
            sheet,
            "--method",
            "descent",
            "--minutes",
            "100",
            "--out",
            &learned,
        ],
        "transfer learn" => vec![
            "transfer",
            "learn",
            sheet,
            "--matches",
            "100000000",
            "--data",
            &data,
            "--no-save",
        ],
        "reasoner train" => vec![
            "reasoner",
            "train",
            "--games",
            sheet,
            "--out",
            &model,
            "--no-proof",
        ],
        "reasoner train --arch gat" => vec![
            "reasoner", "train", "--arch", "gat", "--games", sheet, "--out", &model,
        ],
        "reasoner data" => vec![
            "reasoner",
            "data",
            sheet,
            "--rows",
            "100000000",
            "--out",
            &data,
        ],
        "reasoner eval" => vec!["reasoner", "eval", sheet, "--states", "1000000"],
        "reasoner infer" => vec!["reasoner", "infer", sheet],
        "reasoner prove" => vec!["reasoner", "prove"],
        "knowledge add" => vec!["knowledge", "add", sheet, "--base", &base],
        "play" => vec!["play", sheet, "--seconds", "100"],
        "match" => vec!["match", sheet, "--players", "uct", "--play-clock", "100"],
        "host" => vec![
            "host",
            sheet,
            "--players",
            "random",
            "--max-steps",
            "100000000",
        ],
        "replay" => vec!["replay", &record, "--game", sheet],
        "tournament run" => vec![
            "tournament",
            "run",
            "--games",
            sheet,
            "--players",
            "uct,random",
            "--data",
            &data,
            "--play-clock",
            "100",
            "--max-steps",
            "100000000",
        ],
        "serve-player" => vec!["serve-player", "--port", "0"],
        "web" => vec!["web", "--port", "0", "--folder", &data],
        _ => return None,
    };
    Some(args.into_iter().map(str::to_string).collect())
}

/// The commands that clap lists in the help of a command, and their subcommands.
fn commands_below(path: &[&str]) -> Vec<String> {
    let ran = senet(&[path, &["--help"]].concat());
    let listed = ran.stdout.lines().skip_while(|line| *line != "Commands:");
    let names = listed
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.strip_prefix("  "))
        // The description of a command may go on in the next line.
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect::<Vec<_>>();
    let mut found = Vec::new();
    for name in names {
        let path = [path, &[name]].concat();
        let below = commands_below(&path);
        // `senet games` alone lists the library.
        if below.is_empty() || path == ["games"] {
            found.push(path.join(" "));
        }
        found.extend(below);
    }
    found
}

/// Returns true for a command and its subcommands.
fn is_or_is_below(command: &str, name: &str) -> bool {
    let rest = command.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// One run of a command on a sheet.
struct Run {
    command: String,
    sheet: &'static str,
    args: Vec<String>,
}

/// Returns true for the long form. It also refuses commands that the watchdog had to end.
fn is_thorough() -> bool {
    std::env::var("SENET_THOROUGH").is_ok_and(|value| value == "1")
}

/// The number by which the allowed time is multiplied.
fn time_factor() -> f64 {
    let factor = std::env::var("SENET_TIME_FACTOR");
    factor.map_or(1.0, |text| text.parse().expect("a number"))
}

/// Does some work on two threads. Returns the faults.
fn all_at_once<T: Sync>(runs: &[T], work: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    faults.lock().unwrap().extend(work(run));
                }
            });
        }
    });
    faults.into_inner().unwrap()
}

/// All pairs, or two sheets for each command.
fn runs(commands: &[String], sheets: &[Slow], files: &[String], folder: &Folder) -> Vec<Run> {
    let is_thorough = is_thorough();
    let mut runs = Vec::new();
    for (number, command) in commands.iter().enumerate() {
        let is_server = ["serve-player", "web"].contains(&command.as_str());
        let chosen: BTreeSet<usize> = match (is_server, is_thorough) {
            (true, _) => [0].into(),
            (false, true) => (0..sheets.len()).collect(),
            (false, false) => [2 * number, 2 * number + 5]
                .map(|at| at % sheets.len())
                .into(),
        };
        for at in chosen {
            let other = &files[(at + 1) % files.len()];
            let args = arguments(command, &files[at], other, folder);
            runs.push(Run {
                command: command.clone(),
                sheet: sheets[at].0,
                args: args.unwrap_or_else(|| panic!("give `{command}` arguments or a reason")),
            });
        }
    }
    runs
}

#[test]
fn every_command_ends_within_its_time_limit() {
    let folder = Folder::new("time-limit");
    let sheets = sheets::all();
    let write = |(name, rules): &Slow| folder.write(&format!("{name}.kif"), rules);
    let files: Vec<String> = sheets.iter().map(write).collect();
    let record = folder.path("record.json");
    let made = senet(&["match", "nim", "--players", "random", "--record", &record]);
    assert_eq!(made.code, 0, "{made:?}");
    let mut commands = commands_below(&[]);
    assert!(commands.len() > 20, "{commands:?}");
    commands.retain(|command| {
        EXEMPT
            .iter()
            .all(|(name, _)| !is_or_is_below(command, name))
    });
    commands.extend(FORMS.map(str::to_string));
    let runs = runs(&commands, &sheets, &files, &folder);
    let times = Mutex::new(Vec::new());
    let faults = all_at_once(&runs, |run| {
        let ran = Measured::run(&run.args);
        let ignored = is_thorough() && ran.ignored_its_deadline();
        let fault = ran.fault(time_factor());
        let fault = fault.or_else(|| ignored.then_some("it ignored its deadline"));
        let what = format!("{} on {}: {}", run.command, run.sheet, ran.figures());
        let fault = fault.map(|fault| format!("{fault}: {what}\n{}", ran.stderr));
        times.lock().unwrap().push((ran.seconds, what));
        fault
    });
    let mut times = times.into_inner().unwrap();
    times.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (_, what) in times.iter().take(10) {
        println!("{what}");
    }
    assert!(
        faults.is_empty(),
        "{} of {} runs failed:\n{}",
        faults.len(),
        runs.len(),
        faults.join("\n")
    );
}

#[test]
fn verify_ends_within_its_time_limit() {
    let folder = Folder::new("time-limit-verify");
    folder.write("games/slow.kif", sheets::all()[3].1.as_str());
    let trace = folder.write("traces/slow.jsonl", "");
    let made = senet(&["simulate", "nim", "--matches", "2", "--trace", &trace]);
    assert_eq!(made.code, 0, "{made:?}");
    let text = std::fs::read_to_string(&trace).unwrap();
    let text = text.replace("library/nim/rules.kif", "games/slow.kif");
    assert!(text.contains("games/slow.kif"));
    folder.write("traces/slow.jsonl", &text);
    let (games, traces) = (folder.path("games"), folder.path("traces"));
    let start = Instant::now();
    let ran = senet(&[
        "verify",
        "--games",
        &games,
        "--traces",
        &traces,
        "--time-limit",
        LIMIT,
    ]);
    assert!(start.elapsed() < Duration::from_secs(12), "{ran:?}");
    assert!(ran.stdout.contains("1 skipped"), "{ran:?}");
}

#[test]
fn all_commands_report_the_time_limit_in_the_same_words() {
    let folder = Folder::new("time-limit-words");
    let sheets = sheets::all();
    let file = folder.write("slow.kif", sheets[3].1.as_str());
    for command in [
        &["simulate", &file][..],
        &["match", &file, "--players", "random"],
    ] {
        let ran = senet(&[command, &["--time-limit", "0.2"]].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(
            ran.stderr.contains("was not finished within 0.2 s"),
            "{ran:?}"
        );
        assert!(ran.stderr.contains("help: raise --time-limit"), "{ran:?}");
    }
    let ran = senet(&["simulate", &file, "--time-limit", "0.2", "--json"]);
    let message = ran.json()["error"]["message"].to_string();
    assert!(
        message.contains("was not finished within 0.2 s"),
        "{message}"
    );
}

#[test]
fn command_that_ignores_its_deadline_is_ended_with_an_error_in_json() {
    let folder = Folder::new("time-limit-ignored");
    let pipe = folder.path("pipe");
    if !make_pipe(&pipe) {
        return;
    }
    // Opening the pipe to write waits for a reader, and no thread can look at the clock meanwhile.
    let command = ["simulate", "nim", "--matches", "2", "--trace", &pipe];
    let limit = ["--time-limit", "0.2"];
    let ran = senet(&[&command[..], &limit, &["--json"]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (2, ""), "{ran:?}");
    let error = ran.json()["error"].clone();
    let message = "the command was not finished within 0.2 s and had to be ended from outside";
    assert_eq!(error["message"], message);
    assert_eq!(error["help"], "raise --time-limit");
    let ran = senet(&[&command[..], &limit].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
    let expected = format!("error: {message}\nhelp: raise --time-limit\n");
    assert_eq!(ran.stderr, expected);
}

#[test]
fn waiting_for_input_ends_with_the_deadline() {
    let folder = Folder::new("time-limit-input");
    let pipe = folder.path("pipe");
    if !make_pipe(&pipe) {
        return;
    }
    // A server that accepts connections and never answers.
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/rules.kif", server.local_addr().unwrap());
    for file in ["-", &pipe, &address] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["info", file, "--time-limit", "0.2", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was just built");
        // Standard input stays open and silent.
        let _input = child.stdin.take();
        let output = child.wait_with_output().expect("it was started");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let work = if file == address {
            "fetching"
        } else {
            "reading"
        };
        let expected = format!("{work} {file} was not finished within 0.2 s");
        assert_eq!(told["error"]["message"], expected.as_str());
    }
}

#[test]
fn endless_files_are_refused() {
    let zero = "/dev/zero";
    let model = "neural:model=/dev/zero";
    let player = "deep:model=/dev/zero,random";
    for command in [
        &["info", zero][..],
        &["info", "nim", "--back-end", model],
        &["match", "nim", "--players", player],
        &["reasoner", "prove", "--model", zero],
        &["reasoner", "eval", "nim", "--model", zero],
        &["replay", zero],
    ] {
        let ran = senet(&[command, &["--time-limit", "10", "--json"]].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        let told = ran.json()["error"]["message"].to_string();
        assert!(!told.contains("from outside"), "{command:?}: {told}");
    }
}

/// Waits until a process has a handler for Ctrl-C: a busy machine may start it slowly.
fn wait_until_it_catches_interrupts(process: u32) {
    const INTERRUPT: u64 = 1 << (2 - 1);
    for _ in 0..600 {
        let status = std::fs::read_to_string(format!("/proc/{process}/status"));
        let status = status.expect("the process has not been waited for");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
        if caught.expect("Linux tells the signals") & INTERRUPT != 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("no handler for Ctrl-C within a minute");
}

#[test]
fn interrupt_ends_a_command_with_a_message() {
    let folder = Folder::new("time-limit-interrupt");
    let file = folder.write("endless.kif", sheets::all()[4].1.as_str());
    for command in [
        &["simulate", &file, "--matches", "1000000000"][..],
        &[
            "match",
            &file,
            "--players",
            "random",
            "--max-steps",
            "1000000000",
        ],
    ] {
        let child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(command)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was just built");
        wait_until_it_catches_interrupts(child.id());
        std::thread::sleep(Duration::from_millis(500));
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill exists").success());
        let output = child.wait_with_output().expect("it was started");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{stderr}");
        assert!(stderr.contains("interrupted by Ctrl-C"), "{stderr}");
    }
}
