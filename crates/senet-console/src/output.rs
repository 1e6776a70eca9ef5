//! Standard output: lines for people, or JSON for scripts. Write errors are told, a vanished reader is not an error.

use serde::Serialize;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, written in large pieces.
pub struct Out(BufWriter<StdoutLock<'static>>);

impl Out {
    /// Takes hold of standard output.
    pub fn new() -> Out {
        Out(BufWriter::new(io::stdout().lock()))
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.0, "{}", text.as_ref())
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }

    /// Writes a value as one line of JSON and makes sure that it arrives.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, value).map_err(io::Error::from)?;
        self.0.write_all(b"\n")?;
        self.flush()
    }

    /// Makes sure that all written so far arrives.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prose in lines that fit on a screen.
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
    fn prose_is_wrapped() {
        assert_eq!(wrap(" a  b\nc "), "a b c");
        let long = "word ".repeat(40);
        assert!(wrap(&long).lines().all(|line| line.len() <= 96));
        assert_eq!(wrap(&long).split_whitespace().count(), 40);
    }
}
