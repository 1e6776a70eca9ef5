//! What a check is: a record for people, and a function.

use super::context::Context;
use crate::problem::Problem;

/// What a user should know about one kind of problem.
#[derive(Debug)]
pub struct About {
    /// Stable code: `E…` for errors, `W…` for warnings.
    pub code: &'static str,
    /// A few words.
    pub title: &'static str,
    /// What goes wrong if nothing is done about it.
    pub why: &'static str,
    /// Rules that have the problem.
    pub bad: &'static str,
    /// The same rules without it.
    pub good: &'static str,
}

/// How much of the sheet a check must see to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// It reports what stands there, and is right whatever else the sheet says.
    Present,
    /// It reports that something is nowhere. Where part of the sheet was unreadable this would mislead, so the check
    /// waits until everything can be read.
    Absent,
}

/// One check of the table.
pub(super) struct Check {
    /// The record for people.
    pub about: About,
    /// Whether it needs the whole sheet.
    pub scope: Scope,
    /// Appends what it finds. Nothing for what the reader itself reports.
    pub run: Option<fn(&Context, &mut Vec<Problem>)>,
}

impl Check {
    /// Runs the check, if it is one that runs after reading.
    pub fn report(&self, context: &Context, problems: &mut Vec<Problem>) {
        if let Some(run) = self.run {
            run(context, problems);
        }
    }
}
