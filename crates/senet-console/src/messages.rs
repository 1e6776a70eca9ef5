//! Messages to people: notes and warnings on standard error.

use crate::printable::printable;
use std::fmt::Arguments;
use std::io::{IsTerminal, Write};

/// Writes a line to standard error, like `eprintln!`, but never panics.
///
/// Standard error may be a file on a full disk or a closed pipe. That must not end a server or a match.
///
/// ```
/// senet_console::message!("warning: {} files were skipped", 3);
/// ```
#[macro_export]
macro_rules! message {
    ($($part:tt)*) => {
        $crate::messages::write_line(format_args!($($part)*))
    };
}

/// Writes the line of [`message!`].
pub fn write_line(text: Arguments) {
    let mut stderr = std::io::stderr();
    // A failed message leaves no channel to report on.
    match stderr.is_terminal() {
        true => writeln!(stderr, "{}", printable(&text.to_string())).ok(),
        false => writeln!(stderr, "{text}").ok(),
    };
}
