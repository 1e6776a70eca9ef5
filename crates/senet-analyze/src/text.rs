//! Results about projections, as text.

use crate::report::{DecidedBy, NamedProjection, ProjectionReport, Reached, Verdict};
use std::fmt;

impl fmt::Display for NamedProjection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let positions: Vec<String> = self.positions.iter().map(usize::to_string).collect();
        write!(f, "⟨{}, {{{}}}⟩", self.relation, positions.join(", "))
    }
}

impl Verdict {
    /// The verdict as a word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
        }
    }
}

impl ProjectionReport {
    /// How the verdict was reached.
    pub fn why(&self) -> String {
        let plain = match self.by {
            DecidedBy::Initial => "by the initial state",
            DecidedBy::Playout => "by a random match",
            DecidedBy::Induction => "by induction from any state",
            DecidedBy::Lemmas => "by induction with lemmas",
            DecidedBy::Part => "as part of a larger one",
            DecidedBy::Limit => "a limit was reached",
        };
        let Some(witness) = &self.witness else {
            return plain.to_string();
        };
        let missing = &witness.missing;
        match witness.reached {
            Reached::Initial => format!("the initial state does not show {missing}"),
            Reached::Played => format!(
                "a match without {missing} after {}",
                witness.joint.join(", ")
            ),
            Reached::Unknown => format!(
                "{missing} is lost by {} in a state that may not be reachable: {}",
                witness.joint.join(", "),
                witness.state.join(" ")
            ),
        }
    }
}
