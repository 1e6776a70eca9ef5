//! Rule sheets: reading, checking, formatting and scrambling GDL.
//!
//! ```
//! let sheet = "(role x) (<= (legal ?player go) (role x))";
//! let problems = senet::rules::check(sheet);
//! let unbound = problems.iter().find(|problem| problem.code == "E016").unwrap();
//! assert!(unbound.help.contains("positive condition"));
//! ```

pub use senet_gdl::{
    LineIndex, Notation, Problem, ScrambleOptions, Scrambled, Severity, Sheet, Span, format,
    scramble,
};

/// Checks a rule sheet and lists every problem, errors and warnings, in the order of the text.
pub fn check(text: &str) -> Vec<Problem> {
    senet_gdl::check(&Sheet::read(text))
}
