//! The part of HTTP that the protocol needs.

use super::message_reader::{BodyEnd, MessageReader, header};
use super::wire::{Wire, WireError, connect};
use std::time::Instant;

/// The method of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The message is the body.
    Post,
    /// The message is the path.
    Get,
    /// Anything else, such as a browser's preflight request; the answer is empty.
    Other,
}

/// An incoming request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// The method.
    pub method: Method,
    /// The message.
    pub message: String,
}

/// Sends a request and returns the body of the answer. Ends at the deadline, or soon after the request is cancelled.
pub fn exchange(
    address: &str,
    request: &str,
    deadline: Instant,
    limit: usize,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<String, WireError> {
    let mut wire = Wire {
        stream: connect(address, deadline)?,
        deadline,
        is_cancelled,
    };
    wire.send(request.as_bytes())?;
    let mut reader = MessageReader::new(limit, BodyEnd::EndOfStream);
    loop {
        if let Some(body) = reader.body()? {
            return Ok(String::from_utf8_lossy(&body).trim().to_string());
        }
        let mut piece = [0; 1 << 14];
        match wire.read(&mut piece)? {
            Some(0) => reader.end(),
            Some(count) => reader.push(&piece[..count]),
            None => reader.pause(),
        }
    }
}

/// Reads a request from its bytes.
pub struct RequestReader {
    reader: MessageReader,
    /// True if the client was told to continue.
    continued: bool,
}

impl RequestReader {
    /// A reader of a request with a body of at most `limit` bytes.
    pub fn new(limit: usize) -> RequestReader {
        RequestReader {
            reader: MessageReader::new(limit, BodyEnd::WholeExpression),
            continued: false,
        }
    }

    /// The reader that takes the bytes of the request.
    pub fn bytes(&mut self) -> &mut MessageReader {
        &mut self.reader
    }

    /// True once, if the client waits for [`CONTINUE`].
    pub fn must_continue(&mut self) -> Result<bool, WireError> {
        let asked = self.reader.head()?.is_some_and(|head| {
            header(head, "expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue"))
        });
        Ok(asked && !std::mem::replace(&mut self.continued, true))
    }

    /// The request, once it is complete. Fails early if the first bytes are not a request.
    pub fn request(&mut self) -> Result<Option<Incoming>, WireError> {
        if is_junk(self.reader.first_bytes()) {
            return Err(WireError::Broken("this is not an HTTP request".into()));
        }
        let Some(head) = self.reader.head()? else {
            return Ok(None);
        };
        let mut words = head.lines().next().unwrap_or("").split_whitespace();
        let method = words.next().unwrap_or("").to_ascii_uppercase();
        let path = words.next().unwrap_or("");
        let (method, message) = match method.as_str() {
            "POST" => match self.reader.body()? {
                Some(body) => (Method::Post, String::from_utf8_lossy(&body).into_owned()),
                None => return Ok(None),
            },
            "GET" => (Method::Get, decode(path.strip_prefix('/').unwrap_or(path))),
            _ => (Method::Other, String::new()),
        };
        Ok(Some(Incoming { method, message }))
    }
}

/// The longest name of a method.
const MAX_METHOD: usize = 20;

/// True if a request cannot begin with these bytes. Requests begin with a word of letters and a space.
fn is_junk(bytes: &[u8]) -> bool {
    let word = bytes.iter().take_while(|byte| **byte != b' ').count();
    let letters = bytes.iter().take(word.min(MAX_METHOD + 1));
    word > MAX_METHOD
        || !letters
            .copied()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
}

/// Tells a client to send the body.
pub const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// The answer to a request.
pub fn reply(body: &str) -> String {
    answer("200 OK", body)
}

/// The answer to a request that is too large.
pub fn turn_away(body: &str) -> String {
    answer("413 Content Too Large", body)
}

fn answer(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.0 {status}\r\nContent-type: text/acl\r\nContent-length: {length}\r\n\
         Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n\
         Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Allow-Age: 86400\r\n\r\n{body}"
    )
}

/// Decodes an address: `%28INFO%29` is `(INFO)`, and `+` is a space.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes
            .get(at + 1..at + 3)
            .and_then(|pair| std::str::from_utf8(pair).ok());
        let code = hex.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match (bytes[at], code) {
            (b'%', Some(code)) => {
                decoded.push(code);
                at += 3;
            }
            (byte, _) => {
                decoded.push(if byte == b'+' { b' ' } else { byte });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The request in these bytes, which arrive in pieces of this size. The client waits after them.
    fn read_in_pieces(bytes: &[u8], size: usize, limit: usize) -> Result<Incoming, WireError> {
        let mut reader = RequestReader::new(limit);
        for piece in bytes.chunks(size) {
            reader.bytes().push(piece);
            if let Some(incoming) = reader.request()? {
                return Ok(incoming);
            }
        }
        reader.bytes().pause();
        reader.request()?.ok_or(WireError::Late)
    }

    /// The request in these bytes; the same whether they arrive one by one or at once.
    #[track_caller]
    fn read(bytes: &[u8], limit: usize) -> Result<Incoming, WireError> {
        let at_once = read_in_pieces(bytes, 1 << 14, limit);
        assert_eq!(read_in_pieces(bytes, 1, limit), at_once);
        at_once
    }

    #[track_caller]
    fn check(bytes: &[u8], method: Method, message: &str) {
        let expected = Incoming {
            method,
            message: message.to_string(),
        };
        assert_eq!(read(bytes, 1 << 20), Ok(expected));
    }

    #[test]
    fn reads_post_get_and_chunked_requests() {
        check(
            b"POST / HTTP/1.0\r\nCONTENT-LENGTH: 6\r\n\r\n(INFO)",
            Method::Post,
            "(INFO)",
        );
        check(
            b"POST / HTTP/1.1\nHost: x\ncontent-length:4\n\n(a)\n",
            Method::Post,
            "(a)\n",
        );
        check(
            b"POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n",
            Method::Post,
            "",
        );
        check(
            b"POST / HTTP/1.0\r\n\r\n(PLAY m NIL)",
            Method::Post,
            "(PLAY m NIL)",
        );
        check(
            b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n(INF\r\n2;x=y\r\nO)\r\n0\r\n\r\n",
            Method::Post,
            "(INFO)",
        );
        check(
            b"GET /%28PLAY+m%20NIL%29 HTTP/1.0\r\n\r\n",
            Method::Get,
            "(PLAY m NIL)",
        );
        check(b"GET / HTTP/1.1\r\n\r\n", Method::Get, "");
        check(
            b"OPTIONS / HTTP/1.1\r\nOrigin: y\r\n\r\n",
            Method::Other,
            "",
        );
        check(b"BREW /pot HTCPCP/1.0\r\n\r\n", Method::Other, "");
    }

    #[test]
    fn lengths_may_count_characters() {
        let body = "POST / HTTP/1.0\r\nContent-Length: 5\r\n\r\n(\u{e4}\u{f6})x".as_bytes();
        let read = read(body, 1 << 20).unwrap();
        assert_eq!(read.message, "(\u{e4}\u{f6})x");
    }

    #[test]
    fn rejects_large_requests() {
        let long = b"POST / HTTP/1.0\r\nContent-Length: 999999999\r\n\r\n(";
        assert_eq!(read(long, 1 << 10), Err(WireError::TooLarge));
        let endless = [b"GET /".to_vec(), vec![b'a'; 1 << 20]].concat();
        assert_eq!(read(&endless, 1 << 10), Err(WireError::TooLarge));
    }

    #[test]
    fn junk_is_rejected_at_its_first_bytes() {
        for junk in [
            "(INFO)",
            "\u{16}\u{3}\u{1}",
            "hello\r\n",
            "averyveryverylongword",
            "\0",
        ] {
            let read = read(junk.as_bytes(), 1 << 10);
            assert!(
                matches!(read, Err(WireError::Broken(_))),
                "{junk}: {read:?}"
            );
        }
        let chunk = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
        assert!(matches!(read(chunk, 1 << 10), Err(WireError::Broken(_))));
    }

    #[test]
    fn body_without_length_ends_with_a_pause() {
        let word = b"POST / HTTP/1.0\r\n\r\nping";
        assert_eq!(read(word, 1 << 10).unwrap().message, "ping");
        let half = b"POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\nping";
        assert_eq!(read(half, 1 << 10), Err(WireError::Late));
    }

    #[test]
    fn keeps_invalid_percent_encodings() {
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%28"), "%zz(");
    }
}
