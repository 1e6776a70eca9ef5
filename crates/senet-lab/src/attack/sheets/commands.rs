//! The commands that get hostile sheets.

use super::super::attacker::Attacker;
use senet_console::Failure;
use std::time::Duration;

/// A command line without the sheet.
#[derive(Clone, Debug)]
pub struct SheetCommand {
    /// The command and its options.
    args: Vec<String>,
    /// Options after the sheet.
    last: Vec<String>,
    /// True if the command has an option that limits its time.
    pub is_limited: bool,
}

/// The commands and their options. `BASE` becomes a file of its own.
const COMMANDS: [&[&str]; 22] = [
    &["check"],
    &["check", "--play", "3", "--max-steps", "60"],
    &["simulate", "--matches", "5", "--max-steps", "60"],
    &["info"],
    &["perft", "--depth", "2"],
    &["draw", "--moves", "2"],
    &[
        "match",
        "--players",
        "random",
        "--start-clock",
        "1",
        "--play-clock",
        "0.05",
        "--max-steps",
        "10",
    ],
    &[
        "play",
        "--against",
        "random",
        "--seconds",
        "0.01",
        "--max-steps",
        "10",
    ],
    &["fmt"],
    &["fmt", "--to", "infix"],
    &["scramble"],
    &["flatten"],
    &["graph"],
    &["boards"],
    &["variants"],
    &["recognise"],
    &["map", "nim"],
    &["bench", "--seconds", "0.05"],
    &["reasoner", "infer"],
    &["reasoner", "eval", "--states", "64"],
    &["transfer", "learn", "--matches", "20", "--no-save"],
    &["knowledge", "add", "--base", "BASE"],
];

/// Options that limit time. The help of a command says whether it has one.
const TIME_OPTIONS: [&str; 2] = ["--time-limit", "--seconds"];
/// The option that limits memory.
const MEMORY_OPTION: &str = "--memory-limit";
/// MiB that a process may use beyond its memory limit: code, stacks and memory that the system holds back.
const MEMORY_SLACK: u64 = 512;

impl SheetCommand {
    /// All commands, each with the option for time limits that its help names.
    pub fn all(attacker: &Attacker) -> Result<Vec<SheetCommand>, Failure> {
        COMMANDS
            .iter()
            .map(|words| SheetCommand::new(words, attacker))
            .collect()
    }

    fn new(words: &[&str], attacker: &Attacker) -> Result<SheetCommand, Failure> {
        let name = words.iter().take_while(|word| !word.starts_with('-'));
        let mut asked: Vec<&str> = name.copied().collect();
        asked.push("--help");
        let help = attacker.run(&asked, Duration::from_secs(60))?.stdout;
        let has = |option: &str| help.contains(&format!("{option} <"));
        let limit = TIME_OPTIONS.into_iter().find(|option| has(option));
        let limit = limit.filter(|option| !words.contains(option));
        let mut last = Vec::new();
        if let Some(option) = limit {
            last.extend([option.to_string(), attacker.limits.seconds.to_string()]);
        }
        if has(MEMORY_OPTION) {
            let mib = attacker.limits.memory_mib.saturating_sub(MEMORY_SLACK);
            last.extend([MEMORY_OPTION.to_string(), format!("{}M", mib.max(1))]);
        }
        let base = attacker.folder.path("attacked.sqlite");
        let own = words.iter().map(|word| word.replace("BASE", &base));
        Ok(SheetCommand {
            args: own.collect(),
            last,
            is_limited: limit.is_some(),
        })
    }

    /// The name of the command in findings.
    pub fn name(&self) -> String {
        let words = self.args.iter().take_while(|word| !word.starts_with('-'));
        words.cloned().collect::<Vec<_>>().join(" ")
    }

    /// The whole command line.
    pub fn line(&self, sheet: &str, json: bool) -> Vec<String> {
        let mut line = self.args.clone();
        line.extend(self.last.clone());
        line.extend(json.then(|| "--json".to_string()));
        line.push(sheet.to_string());
        line
    }

    /// True if this is the plain check.
    pub fn is_check(&self) -> bool {
        self.args == ["check"]
    }

    /// True if the command plays matches.
    pub fn is_play(&self) -> bool {
        ["simulate", "perft", "match", "play"].contains(&self.args[0].as_str())
    }
}
