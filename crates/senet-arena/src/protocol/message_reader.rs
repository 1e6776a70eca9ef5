//! Reads one HTTP message from the bytes of a connection, as they arrive: header lines, an empty line, and a body with one of several ends.
//!
//! The reader does no input of its own, so that threads and asynchronous tasks share it. It looks at each byte a fixed number of times: a sender of
//! single bytes costs no more than any other.

use super::WireError;

/// The longest header in bytes.
const MAX_HEAD: usize = 64 << 10;
/// The longest line with the length of a chunk.
const MAX_CHUNK_LINE: usize = 1 << 10;

/// The end of a body without a length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BodyEnd {
    /// The end of the stream.
    EndOfStream,
    /// A complete expression, or a pause: the sender waits for an answer.
    WholeExpression,
}

/// Reads a message from its bytes.
pub struct MessageReader {
    ending: BodyEnd,
    /// The largest body.
    limit: usize,
    /// The bytes that are not yet taken as header or chunks.
    bytes: Vec<u8>,
    head: Option<Head>,
    /// The result of scanning the first bytes.
    seen: Seen,
    /// True if the first bytes of a measured body are a complete expression.
    is_whole: Option<bool>,
    /// The chunks so far, and the length of the chunk that follows if it is known.
    chunks: (Vec<u8>, Option<usize>),
    /// True after the end of the stream.
    ended: bool,
    /// True if nothing arrived for a while.
    paused: bool,
}

/// The header of a message.
struct Head {
    text: String,
    framing: Framing,
}

/// How the end of the body is found.
#[derive(Clone, Copy)]
enum Framing {
    Length(usize),
    Chunks,
    Open,
}

impl MessageReader {
    /// A reader of a body of at most `limit` bytes.
    pub fn new(limit: usize, ending: BodyEnd) -> MessageReader {
        MessageReader {
            ending,
            limit,
            bytes: Vec::new(),
            head: None,
            seen: Seen::default(),
            is_whole: None,
            chunks: (Vec::new(), None),
            ended: false,
            paused: false,
        }
    }

    /// Takes in bytes.
    pub fn push(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
        self.paused = false;
    }

    /// Notes that the stream has ended.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Notes that nothing arrived for a while.
    pub fn pause(&mut self) {
        self.paused = true;
    }

    /// The number of bytes in memory.
    pub fn held_bytes(&self) -> usize {
        self.bytes.len() + self.chunks.0.len()
    }

    /// The bytes of an incomplete header.
    pub fn first_bytes(&self) -> &[u8] {
        match self.head {
            Some(_) => &[],
            None => &self.bytes,
        }
    }

    /// The header, once it is complete.
    pub fn head(&mut self) -> Result<Option<&str>, WireError> {
        if self.head.is_none() {
            match end_of_head(&self.bytes, self.seen.count) {
                Some((head, body)) => {
                    let text = String::from_utf8_lossy(&self.bytes[..head]).into_owned();
                    let framing = framing(&text);
                    self.bytes.drain(..body);
                    self.seen = Seen::default();
                    self.head = Some(Head { text, framing });
                }
                None if self.bytes.len() > MAX_HEAD => return Err(WireError::TooLarge),
                None if self.ended => {
                    return Err(WireError::Broken(
                        "the connection was closed before an answer came".into(),
                    ));
                }
                // The last two bytes may be the beginning of an empty line.
                None => self.seen.count = self.bytes.len().saturating_sub(2),
            }
        }
        Ok(self.head.as_ref().map(|head| head.text.as_str()))
    }

    /// The body, once it is complete.
    pub fn body(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        self.head()?;
        let Some(head) = &self.head else {
            return Ok(None);
        };
        match head.framing {
            Framing::Chunks => self.chunked(),
            Framing::Length(length) => self.measured(length),
            Framing::Open => self.unmeasured(),
        }
    }

    /// Some senders count bytes and some count characters. So the body ends at `length` characters, or at `length` bytes that are a complete
    /// expression. A stream that ends early gives a shorter body.
    fn measured(&mut self, length: usize) -> Result<Option<Vec<u8>>, WireError> {
        if length > self.limit {
            return Err(WireError::TooLarge);
        }
        let mut enough = false;
        if self.bytes.len() >= length {
            if self.is_whole.is_none() {
                self.seen.take_in(&self.bytes[..length]);
                self.is_whole = Some(self.seen.is_whole());
            }
            self.seen.take_in(&self.bytes);
            enough = self.seen.characters >= length || self.is_whole == Some(true);
        }
        self.taken_if(enough)
    }

    fn unmeasured(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        self.seen.take_in(&self.bytes);
        let enough =
            self.ending == BodyEnd::WholeExpression && (self.seen.is_whole() || self.paused);
        self.taken_if(enough)
    }

    /// The body if it is complete or the stream has ended.
    fn taken_if(&mut self, is_complete: bool) -> Result<Option<Vec<u8>>, WireError> {
        if is_complete || self.ended {
            return Ok(Some(std::mem::take(&mut self.bytes)));
        }
        match self.bytes.len() > self.limit {
            true => Err(WireError::TooLarge),
            false => Ok(None),
        }
    }

    /// Reads a chunked body; each chunk begins with its length.
    fn chunked(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        let (body, next) = &mut self.chunks;
        let mut at = 0;
        let complete = loop {
            let rest = &self.bytes[at..];
            let Some(length) = *next else {
                let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                    break false;
                };
                *next = Some(chunk_length(&rest[..end])?);
                at += end + 1;
                continue;
            };
            if length == 0 {
                break true;
            }
            if length > self.limit || body.len() + length > self.limit {
                return Err(WireError::TooLarge);
            }
            // A line break follows the chunk.
            if rest.len() < length + 2 {
                break false;
            }
            body.extend_from_slice(&rest[..length]);
            at += length + 2;
            *next = None;
        };
        self.bytes.drain(..at);
        if complete {
            return Ok(Some(std::mem::take(body)));
        }
        match self.ended || next.is_none() && self.bytes.len() > MAX_CHUNK_LINE {
            true => Err(WireError::Broken("the body ends early".into())),
            false => Ok(None),
        }
    }
}

/// The result of scanning the first bytes of a text.
#[derive(Default)]
struct Seen {
    /// The number of scanned bytes.
    count: usize,
    characters: usize,
    /// Open parentheses minus closed ones.
    depth: i64,
    /// True after a closed parenthesis.
    closes: bool,
}

impl Seen {
    /// Takes in the bytes of a text that are new.
    fn take_in(&mut self, text: &[u8]) {
        for byte in &text[self.count.min(text.len())..] {
            // Continuation bytes of UTF-8 are not characters of their own.
            self.characters += usize::from(byte & 0xc0 != 0x80);
            self.depth += match byte {
                b'(' => 1,
                b')' => -1,
                _ => 0,
            };
            self.closes |= *byte == b')';
        }
        self.count = self.count.max(text.len());
    }

    /// True if there are parentheses and they balance. A single word could always be longer.
    fn is_whole(&self) -> bool {
        self.depth <= 0 && self.closes
    }
}

/// The end of the header and the start of the body, if they come after `from`; both kinds of line breaks count.
fn end_of_head(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let breaks = bytes.iter().enumerate().skip(from);
    for (at, _) in breaks.filter(|(_, byte)| **byte == b'\n') {
        match bytes[at + 1..] {
            [b'\n', ..] => return Some((at, at + 2)),
            [b'\r', b'\n', ..] => return Some((at, at + 3)),
            _ => {}
        }
    }
    None
}

fn framing(head: &str) -> Framing {
    let chunked = header(head, "transfer-encoding")
        .is_some_and(|value| value.to_ascii_lowercase().contains("chunked"));
    let length = header(head, "content-length").and_then(|value| value.parse().ok());
    match length {
        _ if chunked => Framing::Chunks,
        Some(length) => Framing::Length(length),
        None => Framing::Open,
    }
}

fn chunk_length(line: &[u8]) -> Result<usize, WireError> {
    let text = String::from_utf8_lossy(line);
    let length = text.split(';').next().unwrap_or("").trim();
    usize::from_str_radix(length, 16).map_err(|_| WireError::Broken("a chunk has no length".into()))
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
