//! The messages on a connection: a head of lines, an empty line, and a body that ends in one of several ways.

use super::wire::{Wire, WireError};
use std::time::{Duration, Instant};

/// No header is longer than this.
const MAX_HEAD: usize = 64 << 10;
/// How long is waited for more of a message that does not say how long it is.
const SILENCE: Duration = Duration::from_secs(2);

/// Where a body ends that does not say how long it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Where the stream ends.
    EndOfStream,
    /// Where an expression is complete, or nothing more comes for a while: whoever sent it waits for an answer.
    WholeExpression,
}

/// What was read, and how much may be.
pub struct Buffer {
    bytes: Vec<u8>,
    limit: usize,
    /// The stream has ended.
    ended: bool,
}

impl Buffer {
    /// Nothing is read yet, and at most so many bytes of a body may be.
    pub fn new(limit: usize) -> Buffer {
        Buffer {
            bytes: Vec::new(),
            limit,
            ended: false,
        }
    }

    /// Reads more; says whether something came.
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

    /// Everything up to the first empty line, which is dropped.
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
        ending: Ending,
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

    /// Some count bytes and some count characters, which is the same for all but strange names: enough is so many characters, or so many bytes that
    /// are a whole expression. A stream that ends early gives what there is.
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

    fn unmeasured(&mut self, wire: &mut Wire, ending: Ending) -> Result<Vec<u8>, WireError> {
        let mut heard = Instant::now();
        loop {
            let patient = ending == Ending::EndOfStream
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

    /// A body in chunks, each with its length before it.
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
                return Err(WireError::Broken("the body breaks off".into()));
            }
            self.more(wire)?;
        }
    }
}

/// Where the head ends and where the body begins; line breaks may be of either kind.
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

/// The value of a header, whatever the case of its name.
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
    // All bytes but those that continue a character of UTF-8.
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// Whether the parentheses balance, and there are any: a lone word may always go on.
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
