//! As much of HTTP as the protocol needs, with a deadline for the whole of an exchange and bounds on what is read.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// No header is longer than this.
const MAX_HEAD: usize = 64 << 10;
/// The longest that one attempt to connect may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How often a reader looks whether anybody still waits for what it reads.
const SLICE: Duration = Duration::from_millis(100);
/// How long is waited for more of a message that does not say how long it is.
const SILENCE: Duration = Duration::from_secs(2);

/// Why there is no message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WireError {
    /// It did not come in time.
    Late,
    /// The connection failed or broke off.
    Broken(String),
    /// It is larger than allowed.
    TooLarge,
}

/// How a request asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The message is the body.
    Post,
    /// The message is the path.
    Get,
    /// A browser asks what it may do, or something that nobody understands: the answer is empty.
    Other,
}

/// A request as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incoming {
    /// How it asks.
    pub method: Method,
    /// The message.
    pub message: String,
}

/// Sends a request and gives the body of the answer. Whatever the other side does, this ends at the deadline, or soon after nobody waits any more.
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
    let mut buffer = Buffer::new(limit);
    let head = buffer.head(&mut wire)?;
    let body = buffer.body(&mut wire, &head, Ending::EndOfStream)?;
    Ok(String::from_utf8_lossy(&body).trim().to_string())
}

fn connect(address: &str, deadline: Instant) -> Result<TcpStream, WireError> {
    let broken = |error: std::io::Error| match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => WireError::Late,
        _ => WireError::Broken(format!("cannot connect to {address}: {error}")),
    };
    let mut last = WireError::Broken(format!("{address} has no address"));
    for resolved in address.to_socket_addrs().map_err(broken)? {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(WireError::Late);
        }
        match TcpStream::connect_timeout(&resolved, left.min(CONNECT)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = broken(error),
        }
    }
    Err(last)
}

/// Reads a request; gives up at the deadline.
pub fn read_request(
    stream: &TcpStream,
    deadline: Instant,
    limit: usize,
) -> Result<Incoming, WireError> {
    let stream = stream.try_clone().map_err(broken)?;
    let mut wire = Wire {
        stream,
        deadline,
        is_cancelled: &|| false,
    };
    let mut buffer = Buffer::new(limit);
    let head = buffer.head(&mut wire)?;
    let mut words = head.lines().next().unwrap_or("").split_whitespace();
    let method = words.next().unwrap_or("").to_ascii_uppercase();
    let path = words.next().unwrap_or("");
    match method.as_str() {
        "POST" => {
            if header(&head, "expect")
                .is_some_and(|value| value.eq_ignore_ascii_case("100-continue"))
            {
                wire.send(b"HTTP/1.1 100 Continue\r\n\r\n")?;
            }
            let body = buffer.body(&mut wire, &head, Ending::WholeExpression)?;
            Ok(Incoming {
                method: Method::Post,
                message: String::from_utf8_lossy(&body).into_owned(),
            })
        }
        "GET" => Ok(Incoming {
            method: Method::Get,
            message: decode(path.strip_prefix('/').unwrap_or(path)),
        }),
        _ => Ok(Incoming {
            method: Method::Other,
            message: String::new(),
        }),
    }
}

/// Answers a request. The connection is closed for writing, so that readers without a length see the end.
pub fn reply(stream: &mut TcpStream, body: &str) -> std::io::Result<()> {
    answer(stream, "200 OK", body)
}

/// Answers that a request is too large, and takes in a little of what still comes so that the answer is not lost.
pub fn turn_away(stream: &mut TcpStream, body: &str) -> std::io::Result<()> {
    answer(stream, "413 Content Too Large", body)?;
    let end = Instant::now() + Duration::from_secs(1);
    stream.set_read_timeout(Some(SLICE))?;
    let mut rest = [0; 1 << 16];
    while Instant::now() < end {
        match stream.read(&mut rest) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if is_pause(&error) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn answer(stream: &mut TcpStream, status: &str, body: &str) -> std::io::Result<()> {
    let head = format!(
        "HTTP/1.0 {status}\r\nContent-type: text/acl\r\nContent-length: {}\r\n\
         Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n\
         Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Allow-Age: 86400\r\n\r\n",
        body.len()
    );
    stream.set_write_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all((head + body).as_bytes())?;
    stream.flush()?;
    stream.shutdown(Shutdown::Write)
}

fn broken(error: std::io::Error) -> WireError {
    WireError::Broken(error.to_string())
}

/// Nothing came or went for a while.
fn is_pause(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

/// A connection with a deadline.
struct Wire<'a> {
    stream: TcpStream,
    deadline: Instant,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl Wire<'_> {
    /// The time until the next look at the clock.
    fn slice(&self) -> Result<Duration, WireError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match left.is_zero() || (self.is_cancelled)() {
            true => Err(WireError::Late),
            false => Ok(left.min(SLICE)),
        }
    }

    fn send(&mut self, mut bytes: &[u8]) -> Result<(), WireError> {
        while !bytes.is_empty() {
            let slice = self.slice()?;
            self.stream.set_write_timeout(Some(slice)).map_err(broken)?;
            match self.stream.write(bytes) {
                Ok(0) => return Err(WireError::Broken("the connection was closed".into())),
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if is_pause(&error) => {}
                Err(error) => return Err(broken(error)),
            }
        }
        Ok(())
    }

    /// Reads something; nothing at the end of the stream, `None` after a pause.
    fn read(&mut self, piece: &mut [u8]) -> Result<Option<usize>, WireError> {
        let slice = self.slice()?;
        self.stream.set_read_timeout(Some(slice)).map_err(broken)?;
        match self.stream.read(piece) {
            Ok(count) => Ok(Some(count)),
            Err(error) if is_pause(&error) => Ok(None),
            Err(error) => Err(broken(error)),
        }
    }
}

/// Where a body ends that does not say how long it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Where the stream ends.
    EndOfStream,
    /// Where an expression is complete, or nothing more comes for a while: whoever sent it waits for an answer.
    WholeExpression,
}

/// What was read, and how much may be.
struct Buffer {
    bytes: Vec<u8>,
    limit: usize,
    /// The stream has ended.
    ended: bool,
}

impl Buffer {
    fn new(limit: usize) -> Buffer {
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
    fn head(&mut self, wire: &mut Wire) -> Result<String, WireError> {
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

    fn body(&mut self, wire: &mut Wire, head: &str, ending: Ending) -> Result<Vec<u8>, WireError> {
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
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
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

/// Undoes the encoding of addresses: `%28INFO%29` is `(INFO)`, and `+` a space.
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
    use std::net::TcpListener;

    /// What a server reads when a client sends these bytes and then waits.
    fn read(bytes: &'static [u8], limit: usize) -> Result<Incoming, WireError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut client = TcpStream::connect(address).unwrap();
        let writer = std::thread::spawn(move || {
            // A server that has seen enough may close.
            client.write_all(bytes).ok();
            client
        });
        let (stream, _) = listener.accept().unwrap();
        let read = read_request(&stream, Instant::now() + Duration::from_secs(20), limit);
        drop(stream);
        drop(writer.join().unwrap());
        read
    }

    #[track_caller]
    fn check(bytes: &'static [u8], method: Method, message: &str) {
        let expected = Incoming {
            method,
            message: message.to_string(),
        };
        assert_eq!(read(bytes, 1 << 20), Ok(expected));
    }

    #[test]
    fn requests_of_all_kinds_are_read() {
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
        let read = read(body.to_vec().leak(), 1 << 20).unwrap();
        assert_eq!(read.message, "(\u{e4}\u{f6})x");
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let long = b"POST / HTTP/1.0\r\nContent-Length: 999999999\r\n\r\n(";
        assert_eq!(read(long, 1 << 10), Err(WireError::TooLarge));
        let endless = vec![b'a'; 1 << 20].leak();
        assert_eq!(read(endless, 1 << 10), Err(WireError::TooLarge));
    }

    #[test]
    fn broken_encodings_are_taken_as_they_are() {
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%28"), "%zz(");
    }
}
