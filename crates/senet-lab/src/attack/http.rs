//! Plain HTTP requests, including malformed ones that other clients would refuse to send.

use serde_json::Value;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Largest answer that is read.
const LARGEST_ANSWER: usize = 64 << 20;
/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
    /// How long the request took.
    pub took: Duration,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// A request with these header lines and this body.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() || method == "POST" || method == "PUT" {
        head += &format!("Content-Length: {}\r\n", body.len());
    }
    let mut bytes = (head + "\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Opens a connection.
pub fn connect(address: SocketAddr) -> Result<TcpStream> {
    TcpStream::connect_timeout(&address, CONNECT)
}

/// Sends bytes and reads the answer until the server closes the connection.
pub fn exchange(address: SocketAddr, bytes: &[u8], time: Duration) -> Result<Answer> {
    let began = Instant::now();
    let mut stream = connect(address)?;
    stream.set_write_timeout(Some(time))?;
    // A server may refuse a large request before it has read all of it.
    let sent = stream.write_all(bytes);
    let read = read_to_end(&mut stream, began + time)?;
    let answer = parse(&read, began.elapsed());
    match (answer, sent) {
        (Some(answer), _) => Ok(answer),
        (None, Err(error)) => Err(error),
        (None, Ok(())) => Err(Error::new(ErrorKind::InvalidData, "no HTTP answer")),
    }
}

fn read_to_end(stream: &mut TcpStream, end: Instant) -> Result<Vec<u8>> {
    let mut read = Vec::new();
    let mut piece = [0; 1 << 14];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Error::new(ErrorKind::TimedOut, "no whole answer in time"));
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut piece) {
            Ok(0) => return Ok(read),
            Ok(count) if read.len() < LARGEST_ANSWER => read.extend(&piece[..count]),
            Ok(_) => return Err(Error::new(ErrorKind::InvalidData, "an endless answer")),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // The server answered, and then reset the connection because it had not read the whole request.
            Err(error) if error.kind() == ErrorKind::ConnectionReset && !read.is_empty() => {
                return Ok(read);
            }
            Err(error) => return Err(error),
        }
    }
}

fn parse(bytes: &[u8], took: Duration) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer {
        status,
        body: bytes[end + 4..].to_vec(),
        took,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn reads_status_and_body() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.read_exact(&mut [0; 4]).unwrap();
            stream
                .write_all(b"HTTP/1.1 404 Not Found\r\nA: b\r\n\r\n{\"a\": 1}")
                .unwrap();
        });
        let bytes = request("GET", "/", &[("Host", "x")], b"");
        let answer = exchange(address, &bytes, Duration::from_secs(20)).unwrap();
        server.join().unwrap();
        assert_eq!((answer.status, &answer.json()["a"]), (404, &Value::from(1)));
    }
}
