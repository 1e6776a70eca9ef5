//! A check: its manual entry, its scope and the function that runs it.

use super::context::Context;
use crate::problem::Problem;

/// The manual entry of one kind of problem.
#[derive(Debug)]
pub struct CheckInfo {
    /// Stable code: `E…` for errors, `W…` for warnings.
    pub code: &'static str,
    /// A title of a few words.
    pub title: &'static str,
    /// Why the problem matters.
    pub why: &'static str,
    /// Example rules with the problem.
    pub bad: &'static str,
    /// The same rules without the problem.
    pub good: &'static str,
}

/// The part of the sheet that a check needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// The check reports something that is present. It is valid even if part of the sheet is unreadable.
    Present,
    /// The check reports that something is absent. It runs only if the whole sheet is readable, since the missing part
    /// might contain it.
    Absent,
}

/// One check.
pub(super) struct Check {
    /// The manual entry.
    pub info: CheckInfo,
    /// The part of the sheet that the check needs.
    pub scope: Scope,
    /// Appends the problems found. `None` if the parser reports this problem itself.
    pub run: Option<fn(&Context, &mut Vec<Problem>)>,
}

impl Check {
    /// Runs the check, unless the parser has already made it.
    pub fn report(&self, context: &Context, problems: &mut Vec<Problem>) {
        if let Some(run) = self.run {
            run(context, problems);
        }
    }
}
