//! Clingo in a Python process: the judge of the comparison.

use super::super::child::Guarded;
use senet_console::Failure;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The Python program that calls clingo.
const SCRIPT: &str = include_str!("clingo.py");
/// Memory of the solver in MiB.
const MEMORY_MIB: u64 = 2048;
/// How long the solver may take to start.
const START: Duration = Duration::from_secs(30);

/// A running solver.
pub struct Solver {
    _child: Guarded,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Earlier answers for the same sheet: all back ends ask the same questions.
    known: HashMap<String, BTreeSet<String>>,
}

/// A line that the solver prints.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    /// The atoms of the only answer set.
    Atoms(BTreeSet<String>),
    Nothing(NoAtoms),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum NoAtoms {
    NotUnique,
    Refused,
}

/// Why the solver has no answer.
pub enum NoAnswer {
    /// The solver took too long or ended, and must be started again.
    Gone,
    /// The program has no answer set, or several.
    NotUnique,
    /// Clingo refuses the program.
    Refused,
}

impl Solver {
    /// Starts the solver. `None` if Python or its module clingo is missing.
    pub fn start() -> Result<Option<Solver>, Failure> {
        let python = std::env::var("SENET_PYTHON").unwrap_or_else(|_| "python3".to_string());
        let mut command = Command::new(python);
        command
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let Ok(mut child) = Guarded::spawn(&mut command, MEMORY_MIB) else {
            return Ok(None);
        };
        let input = child.0.stdin.take().expect("it is piped");
        let output = child.0.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let solver = Solver {
            _child: child,
            input,
            lines,
            known: HashMap::new(),
        };
        // The first line is the version.
        Ok(solver.lines.recv_timeout(START).ok().map(|_| solver))
    }

    /// Forgets earlier answers.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// The shown atoms of the only answer set of a program.
    pub fn solve(&mut self, program: &str, time: Duration) -> Result<BTreeSet<String>, NoAnswer> {
        if let Some(known) = self.known.get(program) {
            return Ok(known.clone());
        }
        let atoms = self.ask(program, time)?;
        self.known.insert(program.to_string(), atoms.clone());
        Ok(atoms)
    }

    fn ask(&mut self, program: &str, time: Duration) -> Result<BTreeSet<String>, NoAnswer> {
        let line = Value::from(program).to_string() + "\n";
        let sent = self.input.write_all(line.as_bytes());
        sent.and_then(|()| self.input.flush())
            .map_err(|_| NoAnswer::Gone)?;
        let answer = self.lines.recv_timeout(time).map_err(|_| NoAnswer::Gone)?;
        match serde_json::from_str(&answer) {
            Ok(Answer::Atoms(atoms)) => Ok(atoms),
            Ok(Answer::Nothing(NoAtoms::Refused)) => Err(NoAnswer::Refused),
            Ok(Answer::Nothing(NoAtoms::NotUnique)) => Err(NoAnswer::NotUnique),
            Err(_) => Err(NoAnswer::Gone),
        }
    }
}
