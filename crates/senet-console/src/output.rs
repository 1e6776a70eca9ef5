//! Standard output: lines for people, or JSON for scripts. Reports write errors, except a closed pipe.

use crate::printable::printable;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// True if the last byte of the output is not a line break.
static IS_IN_A_LINE: AtomicBool = AtomicBool::new(false);

/// Returns true if the output so far ends in the middle of a line.
pub(crate) fn is_in_a_line() -> bool {
    IS_IN_A_LINE.load(Ordering::Relaxed)
}

/// Buffered standard output. A terminal gets only printable characters; files and pipes get every byte.
pub struct Out {
    lines: BufWriter<Lines>,
    is_terminal: bool,
}

/// Standard output that tracks whether its last line is still open.
struct Lines(StdoutLock<'static>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes)?;
        if let Some(last) = bytes[..written].last() {
            IS_IN_A_LINE.store(*last != b'\n', Ordering::Relaxed);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Default for Out {
    fn default() -> Out {
        Out::new()
    }
}

impl Out {
    /// Locks standard output.
    pub fn new() -> Out {
        let stdout = io::stdout().lock();
        Out {
            is_terminal: stdout.is_terminal(),
            lines: BufWriter::new(Lines(stdout)),
        }
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.lines, "{}", self.shown(text.as_ref()))
    }

    /// Writes text without a line break.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.lines.write_all(self.shown(text).as_bytes())
    }

    /// Writes a line with colours. Its other characters must be printable.
    pub fn coloured(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.lines, "{text}")
    }

    fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.is_terminal {
            true => printable(text),
            false => Cow::Borrowed(text),
        }
    }

    /// Writes a value as one line of JSON and flushes it.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.lines, value).map_err(io::Error::from)?;
        self.lines.write_all(b"\n")?;
        self.flush()
    }

    /// Flushes all output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.lines.flush()
    }
}

/// Wraps prose into lines that fit on a screen.
pub fn wrap(text: &str) -> String {
    const WIDTH: usize = 96;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= WIDTH {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_prose_and_collapses_spaces() {
        assert_eq!(wrap(" a  b\nc "), "a b c");
        let long = "word ".repeat(40);
        assert!(wrap(&long).lines().all(|line| line.len() <= 96));
        assert_eq!(wrap(&long).split_whitespace().count(), 40);
    }
}
