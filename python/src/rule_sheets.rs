//! Checks, formats and scrambles rule sheets.

use crate::errors::{exception, place_in};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use senet::rules::{self, LineIndex, Notation, ScrambleOptions, Severity, Sheet};
use senet_gdl::{convert, write};

/// A problem of a rule sheet: what is wrong, where, and how to fix it.
///
/// >>> import senet
/// >>> problem = senet.check("(role x")[0]
/// >>> problem.line, problem.severity
/// (1, 'error')
#[pyclass(frozen, get_all, module = "senet")]
pub struct Problem {
    /// The stable code: `E…` for errors, `W…` for warnings.
    code: &'static str,
    /// `error` or `warning`.
    severity: &'static str,
    /// The line, counted from 1.
    line: usize,
    /// The column, counted from 1.
    column: usize,
    /// The first and the last byte of the place in the text.
    span: (u32, u32),
    /// What is wrong, in one sentence.
    message: String,
    /// How to fix the problem.
    help: String,
}

#[pymethods]
impl Problem {
    fn __repr__(&self) -> String {
        format!(
            "<Problem {} line {}: {}>",
            self.code, self.line, self.message
        )
    }
}

/// Lists every problem of a rule sheet, errors and warnings, in the order of the text.
///
/// >>> import senet
/// >>> [problem.code for problem in senet.check("(role x")]  # doctest: +ELLIPSIS
/// ['E00...
#[pyfunction]
pub fn check(py: Python, text: &str) -> Vec<Problem> {
    let problems = py.detach(|| rules::check(text));
    let lines = LineIndex::new(text);
    let problem = |found: rules::Problem| {
        let (line, column) = lines.position(found.span.start);
        Problem {
            code: found.code,
            severity: match found.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            line,
            column,
            span: (found.span.start, found.span.end),
            message: found.message,
            help: found.help,
        }
    };
    problems.into_iter().map(problem).collect()
}

fn notation(name: &str) -> PyResult<Notation> {
    match name {
        "prefix" => Ok(Notation::Prefix),
        "infix" => Ok(Notation::Infix),
        _ => Err(pyo3::exceptions::PyValueError::new_err(format!(
            "notation `{name}` is unknown: choose `prefix` or `infix`"
        ))),
    }
}

fn unreadable(text: &str, problems: &[rules::Problem]) -> PyErr {
    match problems.first() {
        Some(first) => {
            let place = place_in(text, first);
            exception(
                "RulesError",
                &first.message,
                Some(first.code),
                place,
                &first.help,
            )
        }
        None => exception(
            "RulesError",
            "the rules cannot be read",
            None,
            Default::default(),
            "",
        ),
    }
}

/// Formats a rule sheet, or translates it to the notation `prefix` or `infix`.
///
/// >>> import senet
/// >>> print(senet.fmt("(role   x)(init  on)"), end="")
/// (role x)
/// (init on)
#[pyfunction]
#[pyo3(signature = (text, *, to = None))]
pub fn fmt(py: Python, text: &str, to: Option<&str>) -> PyResult<String> {
    let to = to.map(notation).transpose()?;
    let formatted = py.detach(|| match to {
        Some(to) => convert(text, to),
        None => rules::format(text),
    });
    formatted.map_err(|problems| unreadable(text, &problems))
}

/// Renames every word of a rule sheet and shuffles its rules; the game stays the same. Returns the new rules and the new
/// name of each old word.
///
/// >>> import senet
/// >>> rules, names = senet.scramble("(role x) (init on)", seed=7)
/// >>> sorted(names)
/// ['on', 'x']
#[pyfunction]
#[pyo3(signature = (text, *, seed = 0, rename = true, shuffle = true, integers = false))]
pub fn scramble<'py>(
    py: Python<'py>,
    text: &str,
    seed: u64,
    rename: bool,
    shuffle: bool,
    integers: bool,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let sheet = Sheet::read(text);
    let errors: Vec<rules::Problem> = sheet
        .problems
        .iter()
        .filter(|found| found.severity() == Severity::Error)
        .cloned()
        .collect();
    if !errors.is_empty() {
        return Err(unreadable(text, &errors));
    }
    let options = ScrambleOptions {
        rename,
        rename_integers: integers,
        shuffle_rules: shuffle,
        shuffle_facts: shuffle,
        shuffle_literals: shuffle,
    };
    let scrambled = rules::scramble(&sheet.description, seed, &options);
    let names = PyDict::new(py);
    for (old, new) in scrambled.renaming.pairs() {
        names.set_item(old, new)?;
    }
    Ok((write(&scrambled.description, Notation::Prefix), names))
}
