//! The messages on a connection: header lines, an empty line, and a body with one of several ends.

use super::wire::{Wire, WireError};
use std::time::{Duration, Instant};

/// The longest header in bytes.
const MAX_HEAD: usize = 64 << 10;
/// How long a reader waits for more of a message without a length.
const SILENCE: Duration = Duration::from_secs(2);

/// The end of a body without a length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BodyEnd {
    /// The end of the stream.
    EndOfStream,
    /// A complete expression, or a pause: the sender waits for an answer.
    WholeExpression,
}

/// The bytes read so far, and their limit.
pub struct Buffer {
    bytes: Vec<u8>,
    limit: usize,
    /// True after the end of the stream.
    ended: bool,
}

impl Buffer {
    /// An empty buffer for a body of at most `limit` bytes.
    pub fn new(limit: usize) -> Buffer {
        Buffer {
            bytes: Vec::new(),
            limit,
            ended: false,
        }
    }

    /// Reads more bytes; true if some came.
    fn more(&mut self, wire: &mut Wire) -> Result<bool, WireError> {
        let mut piece = [0; 1 << 14];
        match wire.read(&mut piece)? {
            Some(0) => {
                self.ended = true;
                Ok(false)
            }
            Some(count) => {
                self.bytes.extend_from_slice(&piece[..count]);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The text up to the first empty line, which is dropped.
    pub fn head(&mut self, wire: &mut Wire) -> Result<String, WireError> {
        loop {
            if let Some((head, body)) = end_of_head(&self.bytes) {
                let text = String::from_utf8_lossy(&self.bytes[..head]).into_owned();
                self.bytes.drain(..body);
                return Ok(text);
            }
            if self.bytes.len() > MAX_HEAD {
                return Err(WireError::TooLarge);
            }
            if self.ended {
                return Err(WireError::Broken(
                    "the connection was closed before an answer came".into(),
                ));
            }
            self.more(wire)?;
        }
    }

    /// The body that follows the head.
    pub fn body(
        &mut self,
        wire: &mut Wire,
        head: &str,
        ending: BodyEnd,
    ) -> Result<Vec<u8>, WireError> {
        let chunked = header(head, "transfer-encoding")
            .is_some_and(|value| value.to_ascii_lowercase().contains("chunked"));
        let length = header(head, "content-length").and_then(|value| value.parse::<usize>().ok());
        match length {
            _ if chunked => self.chunks(wire),
            Some(length) => self.measured(wire, length),
            None => self.unmeasured(wire, ending),
        }
    }

    /// Reads a body of the given length. Some senders count bytes and some count characters, so the body ends at `length` characters, or at `length`
    /// bytes that are a complete expression. A stream that ends early gives a shorter body.
    fn measured(&mut self, wire: &mut Wire, length: usize) -> Result<Vec<u8>, WireError> {
        if length > self.limit {
            return Err(WireError::TooLarge);
        }
        loop {
            let enough = self.bytes.len() >= length
                && (characters(&self.bytes) >= length || is_whole(&self.bytes[..length]));
            if enough || self.ended {
                return Ok(std::mem::take(&mut self.bytes));
            }
            if self.bytes.len() > self.limit {
                return Err(WireError::TooLarge);
            }
            self.more(wire)?;
        }
    }

    fn unmeasured(&mut self, wire: &mut Wire, ending: BodyEnd) -> Result<Vec<u8>, WireError> {
        let mut heard = Instant::now();
        loop {
            let patient = ending == BodyEnd::EndOfStream
                || !is_whole(&self.bytes) && heard.elapsed() < SILENCE;
            if self.ended || !patient {
                return Ok(std::mem::take(&mut self.bytes));
            }
            if self.bytes.len() > self.limit {
                return Err(WireError::TooLarge);
            }
            if self.more(wire)? {
                heard = Instant::now();
            }
        }
    }

    /// Reads a chunked body; each chunk begins with its length.
    fn chunks(&mut self, wire: &mut Wire) -> Result<Vec<u8>, WireError> {
        let mut body = Vec::new();
        loop {
            let line = self.line(wire)?;
            let length = line.split(';').next().unwrap_or("").trim();
            let length = usize::from_str_radix(length, 16)
                .map_err(|_| WireError::Broken("a chunk has no length".into()))?;
            if length == 0 {
                return Ok(body);
            }
            if length > self.limit || body.len() + length > self.limit {
                return Err(WireError::TooLarge);
            }
            while self.bytes.len() < length + 2 && !self.ended {
                self.more(wire)?;
            }
            let taken = self.bytes.len().min(length);
            body.extend(self.bytes.drain(..taken));
            // The line break after the chunk.
            let rest = self.bytes.len().min(2);
            self.bytes.drain(..rest);
        }
    }

    fn line(&mut self, wire: &mut Wire) -> Result<String, WireError> {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.bytes.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
            if self.ended || self.bytes.len() > MAX_HEAD {
                return Err(WireError::Broken("the body ends early".into()));
            }
            self.more(wire)?;
        }
    }
}

/// The end of the header and the start of the body; both kinds of line breaks count.
fn end_of_head(bytes: &[u8]) -> Option<(usize, usize)> {
    let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    for (at, _) in breaks {
        match bytes[at + 1..] {
            [b'\n', ..] => return Some((at, at + 2)),
            [b'\r', b'\n', ..] => return Some((at, at + 3)),
            _ => {}
        }
    }
    None
}

/// The value of a header; the case of its name does not matter.
pub fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found
            .trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.trim())
    })
}

fn characters(bytes: &[u8]) -> usize {
    // All bytes except continuation bytes of UTF-8.
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// True if there are parentheses and they balance. A single word could always be longer.
fn is_whole(bytes: &[u8]) -> bool {
    let mut depth = 0_i64;
    for byte in bytes {
        depth += match byte {
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
    }
    depth <= 0 && bytes.contains(&b')')
}
