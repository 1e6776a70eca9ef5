//! The undamaged files, and the questions about them with their right answers.

use super::super::attacker::Attacker;
use super::super::verdict::last_lines;
use super::WALL;
use senet_console::Failure;
use serde_json::Value;

/// A file, and the program's answers about it.
pub struct Original {
    /// The name of the file in findings.
    pub name: &'static str,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The questions.
    pub questions: Vec<Question>,
    path: String,
}

/// A command that reads the file.
pub struct Question {
    /// The command line.
    pub line: Vec<String>,
    /// The fields of its output that are compared; the whole output if there are none. Times and paths are left out.
    pub fields: &'static [&'static str],
    /// The right values of the compared fields.
    pub answer: String,
    /// How often the right output mentions damage.
    pub mentions: usize,
}

/// How often a text mentions damage.
pub fn mentions(text: &str) -> usize {
    text.matches("damaged").count()
}

impl Question {
    /// The compared fields of an output, as text.
    pub fn essence(&self, stdout: &str) -> String {
        let told: Value = serde_json::from_str(stdout).unwrap_or_default();
        match self.fields {
            [] => told.to_string(),
            fields => fields
                .iter()
                .map(|field| format!("{field}: {} ", all(&told, field)))
                .collect(),
        }
    }

    /// The name of the command in findings.
    pub fn name(&self) -> String {
        let words = self.line.iter().take(2).filter(|word| !word.contains('/'));
        words.cloned().collect::<Vec<_>>().join(" ")
    }
}

/// The values at a path; `*` stands for all items of a list.
fn all(value: &Value, path: &str) -> Value {
    match path.split_once('.') {
        None => value[path].clone(),
        Some(("*", rest)) => {
            let items = value.as_array().map_or(&[][..], Vec::as_slice);
            items.iter().map(|item| all(item, rest)).collect()
        }
        Some((first, rest)) => all(&value[first], rest),
    }
}

/// A command line, and the fields of its answer that are compared.
type Asked<'a> = (&'a [&'a str], &'static [&'static str]);

impl Original {
    /// Puts bytes in the place of the file. Returns its path.
    pub fn place(&self, attacker: &Attacker, bytes: &[u8]) -> Result<String, Failure> {
        for end in ["-wal", "-shm", "-journal"] {
            // Most runs leave no such file.
            std::fs::remove_file(format!("{}{end}", self.path)).ok();
        }
        let root = attacker.folder.root().display().to_string();
        let name = self.path.trim_start_matches(&root).trim_start_matches('/');
        attacker.folder.write(name, bytes)
    }
}

/// Makes a tournament, a knowledge base and a record.
pub fn make(attacker: &Attacker) -> Result<Vec<Original>, Failure> {
    Ok(vec![
        tournament(attacker)?,
        knowledge(attacker)?,
        record(attacker)?,
    ])
}

fn tournament(attacker: &Attacker) -> Result<Original, Failure> {
    let data = attacker.folder.path("copy");
    let run = [
        "tournament",
        "run",
        "--name",
        "club",
        "--games",
        "tic-tac-toe,rock-paper-scissors",
    ];
    let options = [
        "--players",
        "random,legal",
        "--rounds",
        "3",
        "--start-clock",
        "0",
    ];
    let more = ["--play-clock", "0.05", "--data", &data];
    done(attacker, &[&run[..], &options, &more].concat())?;
    let show = ["tournament", "show", "club", "--json", "--data", &data];
    let list = ["tournament", "list", "--json", "--data", &data];
    let export = ["tournament", "export", "club", "--json", "--data", &data];
    let questions: [Asked; 3] = [
        (
            &show,
            &["progress", "ratings", "tables", "cross", "failures"],
        ),
        (
            &list,
            &["*.name", "*.done", "*.failed", "*.games", "*.players"],
        ),
        (&export, &["ratings", "tables", "cross", "matches.*.goals"]),
    ];
    original(
        attacker,
        "tournament",
        format!("{data}/tournaments.sqlite"),
        &questions,
    )
}

fn knowledge(attacker: &Attacker) -> Result<Original, Failure> {
    let base = attacker.folder.path("copy.sqlite");
    done(
        attacker,
        &["knowledge", "add", "tic-tac-toe", "nim", "--base", &base],
    )?;
    let list = ["knowledge", "list", "--json", "--base", &base];
    let show = ["knowledge", "show", "nim", "--json", "--base", &base];
    let recognise = ["recognise", "nim", "--json", "--base", &base, "--proven"];
    let questions: [Asked; 3] = [
        (&list, &["games.*.name", "games.*.key"]),
        (&show, &["name", "key", "rules"]),
        (&recognise, &["answer", "game", "mapping"]),
    ];
    original(attacker, "knowledge base", base.clone(), &questions)
}

fn record(attacker: &Attacker) -> Result<Original, Failure> {
    let record = attacker.folder.path("copy.json");
    let line = [
        "match",
        "tic-tac-toe",
        "--players",
        "random",
        "--start-clock",
        "0",
    ];
    done(
        attacker,
        &[&line[..], &["--play-clock", "0.1", "--record", &record]].concat(),
    )?;
    let replay = ["replay", &record, "--json"];
    let questions: [Asked; 1] = [(&replay, &["completed", "game", "goalValues", "moves"])];
    original(attacker, "record", record.clone(), &questions)
}

fn done(attacker: &Attacker, line: &[&str]) -> Result<String, Failure> {
    let ended = attacker.run(line, WALL * 4)?;
    match ended.code {
        Some(0) => Ok(ended.stdout),
        _ => Err(Failure::new(format!(
            "`{}` failed: {}",
            line.join(" "),
            last_lines(&ended.stderr)
        ))
        .help("run the command by hand to see why")),
    }
}

fn original(
    attacker: &Attacker,
    name: &'static str,
    path: String,
    questions: &[Asked],
) -> Result<Original, Failure> {
    let mut asked = Vec::new();
    for (line, fields) in questions {
        let stdout = done(attacker, line)?;
        let mut question = Question {
            line: line.iter().map(ToString::to_string).collect(),
            fields,
            answer: String::new(),
            mentions: mentions(&stdout),
        };
        question.answer = question.essence(&stdout);
        asked.push(question);
    }
    let bytes = std::fs::read(&path)
        .map_err(|error| Failure::new(format!("cannot read {path}: {error}")))?;
    Ok(Original {
        name,
        bytes,
        questions: asked,
        path,
    })
}
