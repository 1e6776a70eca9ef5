//! Turns errors into Python exceptions. The exceptions are defined in `senet/_errors.py`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use senet::rules::{LineIndex, Problem};
use senet_engine::{EnvError, Stopped};
use std::fmt::Display;

/// The place of a problem in a rule sheet.
#[derive(Clone, Copy, Default)]
pub struct Place {
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
}

/// An exception of `senet._errors` with a message, a code, a place and help.
pub fn exception(
    kind: &str,
    message: impl Display,
    code: Option<&str>,
    place: Place,
    help: impl Display,
) -> PyErr {
    Python::attach(|py| {
        let make = || -> PyResult<Bound<PyAny>> {
            let class = py.import("senet._errors")?.getattr(kind)?;
            let given = PyDict::new(py);
            given.set_item("code", code)?;
            given.set_item("line", place.line)?;
            given.set_item("column", place.column)?;
            given.set_item("help", help.to_string())?;
            class.call((message.to_string(),), Some(&given))
        };
        make().map_or_else(|error| error, PyErr::from_value)
    })
}

/// An exception without code and place.
pub fn plain(kind: &str, message: impl Display, help: impl Display) -> PyErr {
    exception(kind, message, None, Place::default(), help)
}

/// The exception of an error of the library.
pub fn of_error(error: &senet::Error) -> PyErr {
    of_error_in(error, "")
}

/// Like [`of_error`], for an error in this rule sheet.
pub fn of_error_in(error: &senet::Error, text: &str) -> PyErr {
    let kind = match error {
        senet::Error::Rules { problem, line } => {
            let mut place = place_in(text, problem);
            place.line = Some(*line);
            return exception("RulesError", error, Some(problem.code), place, error.help());
        }
        senet::Error::UnknownGame { .. } => "UnknownGameError",
        senet::Error::Load(_) | senet::Error::Stopped(_) => "LimitError",
        senet::Error::IllegalMove { .. } | senet::Error::JointMove { .. } | senet::Error::Over => {
            "IllegalMoveError"
        }
        senet::Error::Player(_) => "PlayerError",
        senet::Error::File { .. } => "SheetFileError",
        _ => "SenetError",
    };
    plain(kind, error, help_of(error))
}

/// Advice in terms of Python.
fn help_of(error: &senet::Error) -> String {
    match error {
        senet::Error::UnknownGame { similar, .. } if similar.is_empty() => {
            "`senet.library()` lists the games of the library".to_string()
        }
        senet::Error::IllegalMove { .. } => "`State.legal` lists the legal moves".to_string(),
        senet::Error::Over => "ask `State.terminal` first".to_string(),
        senet::Error::Player(_) => "`senet.players()` lists the players".to_string(),
        other => other.help(),
    }
}

/// The exception of a query that was not answered.
pub fn of_stopped(stopped: Stopped) -> PyErr {
    of_error(&senet::Error::from(stopped))
}

/// The exception of an environment.
pub fn of_env(error: EnvError) -> PyErr {
    let kind = match error {
        EnvError::IllegalAction { .. } | EnvError::SeveralChoose { .. } => "IllegalMoveError",
        EnvError::NotGrounded
        | EnvError::TooMuchMemory { .. }
        | EnvError::TooManyRoles { .. }
        | EnvError::Threads { .. }
        | EnvError::Compile(_)
        | EnvError::Stopped(_) => "LimitError",
        EnvError::NoLegalMove { .. } | EnvError::UndefinedGoal { .. } | EnvError::OverAtStart => {
            "RulesError"
        }
        _ => "SenetError",
    };
    plain(kind, &error, error.help())
}

/// Where a problem is. Columns count characters.
pub fn place_in(text: &str, problem: &Problem) -> Place {
    if problem.span.start as usize > text.len() || text.is_empty() {
        return Place::default();
    }
    let (line, column) = LineIndex::new(text).position(problem.span.start);
    Place {
        line: Some(line),
        column: Some(column),
    }
}
