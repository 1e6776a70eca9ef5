//! The part of HTTP that the protocol needs, with a deadline for a whole exchange and limits on its size.

use super::body::{BodyEnd, Buffer, header};
use super::wire::{SLICE, Wire, WireError, broken, connect};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

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
    let mut buffer = Buffer::new(limit);
    let head = buffer.head(&mut wire)?;
    let body = buffer.body(&mut wire, &head, BodyEnd::EndOfStream)?;
    Ok(String::from_utf8_lossy(&body).trim().to_string())
}

/// Reads a request; fails at the deadline.
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
            let body = buffer.body(&mut wire, &head, BodyEnd::WholeExpression)?;
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

/// Answers a request. The connection is closed for writing, so that a reader without a length sees the end.
pub fn reply(stream: &mut TcpStream, body: &str) -> std::io::Result<()> {
    answer(stream, "200 OK", body)
}

/// Answers that a request is too large.
pub fn turn_away(stream: &mut TcpStream, body: &str) -> std::io::Result<()> {
    answer(stream, "413 Content Too Large", body)
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
    stream.shutdown(Shutdown::Write)?;
    take_in_the_rest(stream);
    Ok(())
}

/// Reads and drops the rest of the input for a while. Closing a connection with unread input resets it, and the answer may be lost.
fn take_in_the_rest(stream: &mut TcpStream) {
    let end = Instant::now() + Duration::from_secs(1);
    let mut rest = [0; 1 << 16];
    let mut more = stream.set_read_timeout(Some(SLICE)).is_ok();
    while more && Instant::now() < end {
        more = stream.read(&mut rest).is_ok_and(|count| count > 0);
    }
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
    use std::net::TcpListener;

    /// The request that a server reads when a client sends these bytes and then waits.
    fn read(bytes: &'static [u8], limit: usize) -> Result<Incoming, WireError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut client = TcpStream::connect(address).unwrap();
        let writer = std::thread::spawn(move || {
            // The server may close the connection early.
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
        let read = read(body.to_vec().leak(), 1 << 20).unwrap();
        assert_eq!(read.message, "(\u{e4}\u{f6})x");
    }

    #[test]
    fn rejects_large_requests() {
        let long = b"POST / HTTP/1.0\r\nContent-Length: 999999999\r\n\r\n(";
        assert_eq!(read(long, 1 << 10), Err(WireError::TooLarge));
        let endless = vec![b'a'; 1 << 20].leak();
        assert_eq!(read(endless, 1 << 10), Err(WireError::TooLarge));
    }

    #[test]
    fn keeps_invalid_percent_encodings() {
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%28"), "%zz(");
    }
}
