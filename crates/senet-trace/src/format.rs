//! The trace format: random matches as lines of JSON. One back end records them, others replay them.

use crate::{ByRole, digest};
use serde::{Deserialize, Serialize};

/// The maximum number of listed legal moves. More moves are written as a count and a digest.
const MAX_LISTED_MOVES: usize = 40;

/// The recorded matches of one game.
///
/// ```
/// use senet_trace::Trace;
/// let text = r#"{"game":"g","kif":"games/g.kif","roles":["x"],"init":["(at 1)"]}"#;
/// let trace = Trace::parse(text).unwrap();
/// assert_eq!(trace.header.roles, ["x"]);
/// assert_eq!(trace.write().trim_end(), text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The first line.
    pub header: TraceHeader,
    /// One entry per state, match by match.
    pub steps: Vec<TraceStep>,
}

/// The first line of a trace: the game and its initial state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceHeader {
    /// The name of the game.
    pub game: String,
    /// The path of the rule sheet, relative to the parent of the games folder.
    pub kif: String,
    /// The roles in the order of their facts.
    pub roles: Vec<String>,
    /// The sorted fluents of the initial state.
    pub init: Vec<String>,
    /// The objection of a validator to the sheet, if there is one.
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
    /// The number of true fluents.
    pub state_size: usize,
    /// The [`digest`] of the sorted fluents.
    pub state_hash: String,
    /// `true` if the state is terminal.
    pub terminal: bool,
    /// The legal moves of each role; empty in a terminal state.
    pub legal: ByRole<LegalMoves>,
    /// The joint move, in role order; `None` in the last state of a match.
    pub joint: Option<Vec<String>>,
    /// The goal of each role in a terminal state; `None` for a role without exactly one integer goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goals: Option<ByRole<Option<i32>>>,
    /// All derived goal values of the roles without exactly one integer goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal_problem: Option<ByRole<Vec<String>>>,
    /// The reason why the match was cut short, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<String>,
}

/// The legal moves of a role in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LegalMoves {
    /// All moves, sorted.
    Listed(Vec<String>),
    /// Too many moves to list.
    Counted {
        /// The number of moves.
        count: usize,
        /// The [`digest`] of the sorted moves.
        hash: String,
    },
}

impl LegalMoves {
    /// Lists the moves, or counts them if there are many.
    pub fn new(sorted: Vec<String>) -> LegalMoves {
        if sorted.len() <= MAX_LISTED_MOVES {
            LegalMoves::Listed(sorted)
        } else {
            LegalMoves::counted(&sorted)
        }
    }

    /// Counts the moves.
    pub fn counted(sorted: &[String]) -> LegalMoves {
        LegalMoves::Counted {
            count: sorted.len(),
            hash: digest(sorted),
        }
    }
}

/// The reason why a text is not a trace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the trace: {message}")]
pub struct TraceError {
    /// The line, counted from 1.
    pub line: usize,
    /// The message.
    pub message: String,
}

impl Trace {
    /// Parses a trace and checks that its states form matches.
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
            check_order(&header, steps.last(), &step).map_err(|message| TraceError {
                line: number,
                message,
            })?;
            steps.push(step);
        }
        Ok(Trace { header, steps })
    }

    /// Returns the text of the trace: a line for the header and one for each state.
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
    let json = serde_json::to_string(item)
        .expect("strings, numbers and lists can always be written as JSON");
    json + "\n"
}

fn read_line<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, TraceError> {
    serde_json::from_str(text).map_err(|error| TraceError {
        line,
        message: error.to_string(),
    })
}

/// Checks that a state starts a match, or follows the previous state by its joint move.
fn check_order(
    header: &TraceHeader,
    before: Option<&TraceStep>,
    step: &TraceStep,
) -> Result<(), String> {
    if let Some(joint) = &step.joint
        && joint.len() != header.roles.len()
    {
        return Err(format!(
            "the joint move has {} moves, but the number of roles is {}",
            joint.len(),
            header.roles.len()
        ));
    }
    match before {
        _ if step.step == 0 => Ok(()),
        Some(before) if (before.number, before.step + 1) == (step.number, step.step) => {
            let made = before.joint.is_some();
            made.then_some(())
                .ok_or("the state before has no joint move".into())
        }
        _ => Err(format!(
            "step {} of match {} does not follow the previous line",
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
                assert_eq!(
                    trace.write(),
                    text,
                    "the written text equals the parsed one"
                );
            }
            Err(error) => assert_eq!(error.to_string(), expected),
        }
    }

    #[test]
    fn writes_back_the_parsed_text() {
        let first = step(0, 0, r#""joint":["go"]"#);
        let second = step(0, 1, r#""joint":null,"truncated":"time""#);
        check(&[HEADER, &first, &second], "ok");
    }

    #[test]
    fn rejects_states_out_of_order() {
        let first = step(0, 0, r#""joint":["go"]"#);
        let far = step(0, 2, r#""joint":null"#);
        let expected = "line 3 of the trace: step 2 of match 0 does not follow the previous line";
        check(&[HEADER, &first, &far], expected);
    }

    #[test]
    fn rejects_joint_moves_of_the_wrong_length() {
        let wrong = step(0, 0, r#""joint":["go","go"]"#);
        let expected =
            "line 2 of the trace: the joint move has 2 moves, but the number of roles is 1";
        check(&[HEADER, &wrong], expected);
    }

    #[test]
    fn rejects_empty_text() {
        check(&[], "line 1 of the trace: the trace is empty");
    }

    #[test]
    fn counts_more_than_forty_moves() {
        let moves = |n: usize| (0..n).map(|i| format!("{i:03}")).collect::<Vec<_>>();
        assert!(matches!(LegalMoves::new(moves(40)), LegalMoves::Listed(_)));
        assert!(matches!(
            LegalMoves::new(moves(41)),
            LegalMoves::Counted { count: 41, .. }
        ));
    }
}
