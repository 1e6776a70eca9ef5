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
