//! Standard output: lines for people, or JSON for scripts. Reports write errors, except a closed pipe.

use serde::Serialize;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Buffered standard output.
pub struct Out(BufWriter<StdoutLock<'static>>);

impl Default for Out {
    fn default() -> Out {
        Out::new()
    }
}

impl Out {
    /// Locks standard output.
    pub fn new() -> Out {
        Out(BufWriter::new(io::stdout().lock()))
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.0, "{}", text.as_ref())
    }

    /// Writes text without a line break.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }

    /// Writes a value as one line of JSON and flushes it.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, value).map_err(io::Error::from)?;
        self.0.write_all(b"\n")?;
        self.flush()
    }

    /// Flushes all output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
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

/// The most characters to which a column is padded. Longer texts stick out; formatting panics above 65,535.
const WIDEST: usize = 100;

/// The width of a column of these texts.
pub fn column_width<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    let widths = texts.into_iter().map(|text| text.as_ref().chars().count());
    widths.max().unwrap_or(0).min(WIDEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_very_long_texts_are_narrow() {
        assert_eq!(column_width(["a", "bcd"]), 3);
        assert_eq!(column_width([""; 0]), 0);
        let long = "q".repeat(70_000);
        let width = column_width([long.as_str(), "a"]);
        assert_eq!(format!("{:width$}|", "a").len(), WIDEST + 1);
    }

    #[test]
    fn wraps_prose_and_collapses_spaces() {
        assert_eq!(wrap(" a  b\nc "), "a b c");
        let long = "word ".repeat(40);
        assert!(wrap(&long).lines().all(|line| line.len() <= 96));
        assert_eq!(wrap(&long).split_whitespace().count(), 40);
    }
}
