//! The findings of an attack.

use super::part::Part;
use serde::Serialize;
use std::fmt;

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// A thread panicked.
    Panic,
    /// A signal ended the program.
    Signal,
    /// The program took longer than its time limit and the slack.
    OverTime,
    /// The program used more memory than its limit.
    OverMemory,
    /// The exit code means success, but the answer makes no sense.
    Nonsense,
    /// An error came without a message or help.
    NoHelp,
    /// Two ways to compute the same answer differ.
    Differs,
    /// Finished or acknowledged data is lost.
    Lost,
    /// Damaged data was taken for true.
    Believed,
    /// A request was not answered as documented.
    BadAnswer,
    /// After the attack, normal use failed or took too long.
    Unwell,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Fault::Panic => "panic",
            Fault::Signal => "signal",
            Fault::OverTime => "over time",
            Fault::OverMemory => "over memory",
            Fault::Nonsense => "nonsense",
            Fault::NoHelp => "no help",
            Fault::Differs => "differs",
            Fault::Lost => "lost",
            Fault::Believed => "believed",
            Fault::BadAnswer => "bad answer",
            Fault::Unwell => "unwell",
        })
    }
}

/// A fault, and how to see it again.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The part of the attack.
    pub part: Part,
    /// The kind of fault.
    pub fault: Fault,
    /// The case: the family of the sheet or the name of the assault, and the command.
    pub case: String,
    /// The seed of the case.
    pub seed: u64,
    /// What happened.
    pub detail: String,
    /// The command line that shows the fault, if one does.
    pub command: Option<String>,
    /// The file that shows the fault, if it was kept.
    pub file: Option<String>,
    /// How often the same case failed in the same way.
    pub times: usize,
}

impl Finding {
    /// True if both findings are the same fault of the same case.
    pub fn is_like(&self, other: &Finding) -> bool {
        (self.part, self.fault, &self.case) == (other.part, other.fault, &other.case)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Finding {
            part, fault, case, ..
        } = self;
        write!(f, "{part}: {fault}: {case} (seed {}", self.seed)?;
        if self.times > 1 {
            write!(f, ", {} times", self.times)?;
        }
        write!(f, "): {}", self.detail)?;
        if let Some(command) = &self.command {
            write!(f, "\n    {command}")?;
        }
        Ok(())
    }
}
