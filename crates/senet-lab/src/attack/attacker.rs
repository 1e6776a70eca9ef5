//! The data that all parts of an attack share: the program, the seed, the limits, the counts and the findings.

use super::child::{ChildLimits, Ended, run};
use super::finding::{Fault, Finding};
use super::folder::Folder;
use super::part::Part;
use senet_console::{Failure, message};
use senet_engine::{Deadline, spread_seed};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Longest text of a finding.
const LONGEST_DETAIL: usize = 400;

/// The limits of the attacked program.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The `--time-limit` in seconds.
    pub seconds: f64,
    /// Seconds by which a command may exceed its time limit.
    pub slack: f64,
    /// Memory of a process in MiB.
    pub memory_mib: u64,
}

/// An attack in progress.
pub struct Attacker {
    /// The attacked program.
    pub program: PathBuf,
    /// The folder for all files.
    pub folder: Folder,
    /// The limits of the program.
    pub limits: Limits,
    /// The folder for files that show findings.
    pub keep: Option<PathBuf>,
    /// The deadline that ends the attack early: the time limit of the command, or Ctrl-C.
    pub stop: Deadline,
    /// Maximum number of cases in a part.
    pub most_cases: usize,
    part: Part,
    part_seed: u64,
    end: Instant,
    counts: BTreeMap<&'static str, usize>,
    notes: Vec<String>,
    findings: Vec<Finding>,
}

/// A case that went wrong.
pub struct Trouble {
    /// The kind of fault.
    pub fault: Fault,
    /// What happened.
    pub detail: String,
}

impl Trouble {
    /// A fault and what happened.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Trouble {
        let detail = detail.into();
        Trouble { fault, detail }
    }
}

impl Attacker {
    /// An attacker without findings.
    pub fn new(
        program: PathBuf,
        limits: Limits,
        keep: Option<PathBuf>,
        most_cases: usize,
        stop: Deadline,
    ) -> Result<Attacker, Failure> {
        Ok(Attacker {
            program,
            folder: Folder::new("files")?,
            limits,
            keep,
            stop,
            most_cases,
            part: Part::Sheets,
            part_seed: 0,
            end: Instant::now(),
            counts: BTreeMap::new(),
            notes: Vec::new(),
            findings: Vec::new(),
        })
    }

    /// Begins a part. It ends after the given time.
    pub fn begin(&mut self, part: Part, seed: u64, time: Duration) {
        self.part = part;
        self.part_seed = spread_seed(seed, part as u64);
        self.end = Instant::now() + time;
    }

    /// True if the time of the part is over, or after Ctrl-C.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.end || self.stop.is_over()
    }

    /// The time that the part has left.
    pub fn time_left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// The seed of a numbered case. It is short, so that people can type it.
    pub fn case_seed(&self, number: usize) -> u64 {
        spread_seed(self.part_seed, number as u64) >> 32
    }

    /// Counts actions of the attack.
    pub fn count(&mut self, what: &'static str, number: usize) {
        *self.counts.entry(what).or_default() += number;
    }

    /// Notes a remark about the attack, such as a part that was skipped.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(format!("{}: {}", self.part, note.into()));
    }

    /// The attacked program, with data folders of its own.
    pub fn command(&self, args: &[impl AsRef<str>]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(args.iter().map(AsRef::as_ref))
            .current_dir(self.folder.root())
            .env("SENET_CACHE", self.folder.path("cache"))
            .env("SENET_DATA", self.folder.path("data"))
            .env("RUST_BACKTRACE", "0");
        command
    }

    /// Runs the program to its end, or kills it after the given wall time. Fails if the end of the attack comes first.
    pub fn run(&self, args: &[impl AsRef<str>], wall: Duration) -> Result<Ended, Failure> {
        let limits = ChildLimits {
            wall,
            memory_mib: self.limits.memory_mib,
            stop: &self.stop,
        };
        let ended = run(&mut self.command(args), limits)?;
        match ended.killed {
            Some(_) if self.stop.is_over() => Err(Failure::out_of_time("the attack")),
            _ => Ok(ended),
        }
    }

    /// Notes a finding. Repeated ones are counted.
    pub fn found(&mut self, case: String, seed: u64, trouble: Trouble) {
        self.found_with(case, seed, trouble, None, None);
    }

    /// Notes a finding, with the command line and the file that show it.
    pub fn found_with(
        &mut self,
        case: String,
        seed: u64,
        trouble: Trouble,
        command: Option<&[String]>,
        file: Option<&Path>,
    ) {
        let detail: String = trouble.detail.chars().take(LONGEST_DETAIL).collect();
        let finding = Finding {
            part: self.part,
            fault: trouble.fault,
            case,
            seed,
            detail: detail.replace('\n', " "),
            command: command.map(|args| format!("senet {}", args.join(" "))),
            file: None,
            times: 1,
        };
        let earlier = self.findings.iter_mut().find(|one| one.is_like(&finding));
        if let Some(earlier) = earlier {
            earlier.times += 1;
            return;
        }
        let file = file.and_then(|file| self.keep_file(&finding, file));
        message!("found: {finding}");
        self.findings.push(Finding { file, ..finding });
    }

    /// Copies a file that shows a finding to the folder for such files.
    fn keep_file(&self, finding: &Finding, file: &Path) -> Option<String> {
        let folder = self.keep.as_ref()?;
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let case = finding.case.replace(|c: char| !is_word(c), "-");
        let end = file
            .extension()
            .map_or("txt".into(), |e| e.to_string_lossy());
        let name = format!("{}-{case}-{}.{end}", finding.part, finding.seed);
        let kept = folder.join(name);
        match std::fs::create_dir_all(folder).and_then(|()| std::fs::copy(file, &kept)) {
            Ok(_) => Some(kept.display().to_string()),
            Err(error) => {
                message!("cannot keep {}: {error}", kept.display());
                None
            }
        }
    }

    /// The counts, the notes and the findings.
    pub fn into_results(self) -> Results {
        Results {
            counts: self.counts,
            notes: self.notes,
            findings: self.findings,
        }
    }
}

/// The results of an attack.
pub struct Results {
    /// The actions of the attack, with their counts.
    pub counts: BTreeMap<&'static str, usize>,
    /// The parts and tests that were skipped.
    pub notes: Vec<String>,
    /// The faults.
    pub findings: Vec<Finding>,
}
