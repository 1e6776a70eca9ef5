//! A connection with a deadline for a whole exchange and a limit on its size.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The longest time for one attempt to connect.
const CONNECT: Duration = Duration::from_secs(5);
/// How often a reader checks for cancellation.
const SLICE: Duration = Duration::from_millis(100);

/// Why there is no message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WireError {
    /// The deadline has passed.
    Late,
    /// The connection failed.
    Broken(String),
    /// The message is too large.
    TooLarge,
}

/// Connects within the remaining time. Name resolution is up to the system, which has its own timeout.
pub fn connect(address: &str, deadline: Instant) -> Result<TcpStream, WireError> {
    let broken = |error: std::io::Error| match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => WireError::Late,
        _ => WireError::Broken(format!("cannot connect to {address}: {error}")),
    };
    let mut last = WireError::Broken(format!("the name {address} has no IP address"));
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

/// The error for any failure except a pause.
fn broken(error: std::io::Error) -> WireError {
    WireError::Broken(error.to_string())
}

/// True if nothing came or went for a while.
fn is_pause(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

/// A connection with a deadline.
pub struct Wire<'a> {
    /// The connection.
    pub stream: TcpStream,
    /// When the exchange must be over.
    pub deadline: Instant,
    /// True if the request is cancelled.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

impl Wire<'_> {
    /// The time until the next check of the deadline.
    fn slice(&self) -> Result<Duration, WireError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match left.is_zero() || (self.is_cancelled)() {
            true => Err(WireError::Late),
            false => Ok(left.min(SLICE)),
        }
    }

    /// Sends all bytes.
    pub fn send(&mut self, mut bytes: &[u8]) -> Result<(), WireError> {
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

    /// Reads some bytes: 0 at the end of the stream, `None` after a pause.
    pub fn read(&mut self, piece: &mut [u8]) -> Result<Option<usize>, WireError> {
        let slice = self.slice()?;
        self.stream.set_read_timeout(Some(slice)).map_err(broken)?;
        match self.stream.read(piece) {
            Ok(count) => Ok(Some(count)),
            Err(error) if is_pause(&error) => Ok(None),
            Err(error) => Err(broken(error)),
        }
    }
}
