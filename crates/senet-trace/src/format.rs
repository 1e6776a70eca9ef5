//! The trace format: random matches as lines of JSON, made by one reasoner so that others can be held against it.

use crate::{ByRole, digest};
use serde::{Deserialize, Serialize};

/// More legal moves than this are written as a count and a fingerprint.
const LISTED_MOVES: usize = 40;

/// The matches of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The first line.
    pub header: TraceHeader,
    /// One entry a state, match after match.
    pub steps: Vec<TraceStep>,
}

/// The first line of a trace: which game, and how it starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceHeader {
    /// A name for people.
    pub game: String,
    /// The rule sheet, as a path below the folder that holds the folder of games.
    pub kif: String,
    /// The roles in the order of their facts.
    pub roles: Vec<String>,
    /// The sorted facts of the initial state.
    pub init: Vec<String>,
    /// What a validator said against the sheet, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validator: Option<String>,
}

/// One state of one match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// The number of the match, from 0.
    #[serde(rename = "match")]
    pub number: usize,
    /// The number of the state in its match, from 0.
    pub step: usize,
    /// How many facts hold.
    pub state_size: usize,
    /// The [`digest`] of the sorted facts.
    pub state_hash: String,
    /// Whether the match is over.
    pub terminal: bool,
    /// The legal moves of each role; empty when the match is over.
    pub legal: ByRole<LegalMoves>,
    /// The moves that were made, in role order; none at the end of a match.
    pub joint: Option<Vec<String>>,
    /// At the end of a match the goal of each role, or nothing where it is not exactly one integer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goals: Option<ByRole<Option<i32>>>,
    /// For those roles, all that was derived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal_problem: Option<ByRole<Vec<String>>>,
    /// Why the match was cut short, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<String>,
}

/// The legal moves of a role in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LegalMoves {
    /// All of them, sorted.
    Listed(Vec<String>),
    /// Too many to list.
    Counted {
        /// How many there are.
        count: usize,
        /// The [`digest`] of the sorted moves.
        hash: String,
    },
}

impl LegalMoves {
    /// Lists the moves if they are few.
    pub fn new(sorted: Vec<String>) -> LegalMoves {
        if sorted.len() <= LISTED_MOVES {
            LegalMoves::Listed(sorted)
        } else {
            LegalMoves::counted(&sorted)
        }
    }

    /// Counts the moves however few they are.
    pub fn counted(sorted: &[String]) -> LegalMoves {
        LegalMoves::Counted {
            count: sorted.len(),
            hash: digest(sorted),
        }
    }
}

/// Why a text is no trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the trace: {message}")]
pub struct TraceError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl Trace {
    /// Reads a trace and makes sure that its states follow one another.
    pub fn parse(text: &str) -> Result<Trace, TraceError> {
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty());
        let (number, line) = lines.next().ok_or(TraceError {
            line: 1,
            message: "the trace is empty".into(),
        })?;
        let header: TraceHeader = read_line(number, line)?;
        let mut steps: Vec<TraceStep> = Vec::new();
        for (number, line) in lines {
            let step: TraceStep = read_line(number, line)?;
            follows(&header, steps.last(), &step).map_err(|message| TraceError {
                line: number,
                message,
            })?;
            steps.push(step);
        }
        Ok(Trace { header, steps })
    }

    /// Writes the trace, a line for the header and one for each state.
    pub fn write(&self) -> String {
        let steps = self.steps.iter().map(TraceStep::line);
        std::iter::once(self.header.line()).chain(steps).collect()
    }
}

impl TraceHeader {
    /// The header as a line of JSON.
    pub fn line(&self) -> String {
        line_of(self)
    }
}

impl TraceStep {
    /// The state as a line of JSON.
    pub fn line(&self) -> String {
        line_of(self)
    }
}

fn line_of(item: &impl Serialize) -> String {
    let json =
        serde_json::to_string(item).expect("strings, numbers and lists always have a JSON form");
    json + "\n"
}

fn read_line<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, TraceError> {
    serde_json::from_str(text).map_err(|error| TraceError {
        line,
        message: error.to_string(),
    })
}

/// A state starts a match, or continues the match before it by the joint move made there.
fn follows(
    header: &TraceHeader,
    before: Option<&TraceStep>,
    step: &TraceStep,
) -> Result<(), String> {
    if let Some(joint) = &step.joint
        && joint.len() != header.roles.len()
    {
        return Err(format!(
            "a joint move of {} moves, but there are {} roles",
            joint.len(),
            header.roles.len()
        ));
    }
    match before {
        _ if step.step == 0 => Ok(()),
        Some(before) if (before.number, before.step + 1) == (step.number, step.step) => {
            let made = before.joint.is_some();
            made.then_some(()).ok_or("no joint move leads here".into())
        }
        _ => Err(format!(
            "step {} of match {} does not follow the line before",
            step.step, step.number
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"game":"g","kif":"games/g.kif","roles":["x"],"init":["(at 1)"]}"#;

    fn step(number: usize, step: usize, rest: &str) -> String {
        format!(
            r#"{{"match":{number},"step":{step},"state_size":1,"state_hash":"00","terminal":false,"legal":{{"x":["go"]}},{rest}}}"#
        )
    }

    fn check(lines: &[&str], expected: &str) {
        let text = lines
            .iter()
            .fold(String::new(), |text, line| text + line + "\n");
        match Trace::parse(&text) {
            Ok(trace) => {
                assert_eq!(expected, "ok");
                assert_eq!(trace.write(), text, "what was read is written the same");
            }
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }

    #[test]
    fn reads_and_writes() {
        let first = step(0, 0, r#""joint":["go"]"#);
        let second = step(0, 1, r#""joint":null,"truncated":"time""#);
        check(&[HEADER, &first, &second], "ok");
    }

    #[test]
    fn states_must_follow_one_another() {
        let first = step(0, 0, r#""joint":["go"]"#);
        let far = step(0, 2, r#""joint":null"#);
        let expected = "line 3 of the trace: step 2 of match 0 does not follow the line before";
        check(&[HEADER, &first, &far], expected);
    }

    #[test]
    fn a_joint_move_has_a_move_for_each_role() {
        let wrong = step(0, 0, r#""joint":["go","go"]"#);
        let expected = "line 2 of the trace: a joint move of 2 moves, but there are 1 roles";
        check(&[HEADER, &wrong], expected);
    }

    #[test]
    fn an_empty_text_is_no_trace() {
        check(&[], "line 1 of the trace: the trace is empty");
    }

    #[test]
    fn many_moves_are_counted() {
        let moves = |n: usize| (0..n).map(|i| format!("{i:03}")).collect::<Vec<_>>();
        assert!(matches!(LegalMoves::new(moves(40)), LegalMoves::Listed(_)));
        assert!(matches!(
            LegalMoves::new(moves(41)),
            LegalMoves::Counted { count: 41, .. }
        ));
    }
}
