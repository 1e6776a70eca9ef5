//! One connection: reads a request, hands it over, and writes the answer. It is a task without a thread of its own.

use super::Shared;
use super::connections::Place;
use crate::protocol::{CONTINUE, Incoming, Method, RequestReader, WireError, reply, turn_away};
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a reader waits for more of a message without a length.
const SILENCE: Duration = Duration::from_secs(2);
/// The time limit for writing an answer.
const WRITING: Duration = Duration::from_secs(5);
/// How long the rest of the input is read after the answer.
const LINGERING: Duration = Duration::from_secs(1);
/// How long the rest of the input of a refused connection is read.
const LEAVING: Duration = Duration::from_millis(200);

/// Serves a connection until it is answered, or until the server closes it in favour of another.
pub async fn serve(mut stream: TcpStream, place: Place, shared: Arc<Shared>) {
    let served = tokio::select! {
        served = exchange(&mut stream, &place, &shared) => served,
        () = place.closing() => return send_away(stream, shared).await,
    };
    if let Err(error) = served {
        let problem = format!("a connection failed before its answer was sent: {error}");
        shared.message_handler.note(&problem);
    }
}

/// Refuses a connection with the answer `busy`. A limited number of such connections get time to read the answer.
pub async fn send_away(mut stream: TcpStream, shared: Arc<Shared>) {
    // The client may be gone already.
    let told = stream.try_write(reply("busy").as_bytes());
    if let (Ok(_), Ok(_permit)) = (told, shared.leaving.try_acquire())
        && stream.shutdown().await.is_ok()
    {
        timeout(LEAVING, drop_the_rest(&stream)).await.ok();
    }
}

async fn exchange(
    stream: &mut TcpStream,
    place: &Place,
    shared: &Arc<Shared>,
) -> std::io::Result<()> {
    let reading = read_request(stream, place, shared.options.max_request);
    let answer = match timeout(shared.options.patience, reading).await {
        Err(_) => reply("nil"),
        Ok(Err(Unread::Gone(error))) => return gone(error),
        Ok(Err(Unread::Unreadable(WireError::TooLarge))) => turn_away("nil"),
        Ok(Err(Unread::Unreadable(_))) => reply("nil"),
        Ok(Ok(incoming)) if incoming.method == Method::Other => reply(""),
        Ok(Ok(incoming)) => {
            place.set_waiting(false);
            let body = answer(incoming.message, shared).await;
            place.set_waiting(true);
            reply(&body)
        }
    };
    timeout(WRITING, stream.write_all(answer.as_bytes())).await??;
    // A reader without a length sees the end.
    stream.shutdown().await.or_else(gone)?;
    // Closing a connection with unread input resets it, and the answer may be lost. Input that arrives later is dropped.
    timeout(LINGERING, drop_the_rest(stream)).await.ok();
    Ok(())
}

/// A client that is gone needs no answer.
fn gone(error: std::io::Error) -> std::io::Result<()> {
    match error.kind() {
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::NotConnected => Ok(()),
        _ => Err(error),
    }
}

/// Why there is no request.
enum Unread {
    /// The connection failed.
    Gone(std::io::Error),
    /// The bytes are not a request.
    Unreadable(WireError),
}

async fn read_request(
    stream: &mut TcpStream,
    place: &Place,
    limit: usize,
) -> Result<Incoming, Unread> {
    let mut reader = RequestReader::new(limit);
    loop {
        if let Some(incoming) = reader.request().map_err(Unread::Unreadable)? {
            return Ok(incoming);
        }
        if reader.must_continue().map_err(Unread::Unreadable)? {
            stream.write_all(CONTINUE).await.map_err(Unread::Gone)?;
        }
        match timeout(SILENCE, stream.readable()).await {
            Err(_) => reader.bytes().pause(),
            Ok(ready) => {
                ready.map_err(Unread::Gone)?;
                take_in(stream, &mut reader).map_err(Unread::Gone)?;
                place.set_bytes(reader.bytes().held_bytes());
            }
        }
    }
}

/// Takes in what has arrived. The buffer lives only for this call, so that an idle connection costs little memory.
fn take_in(stream: &TcpStream, reader: &mut RequestReader) -> std::io::Result<()> {
    let mut piece = [0; 1 << 14];
    match stream.try_read(&mut piece) {
        Ok(0) => reader.bytes().end(),
        Ok(count) => reader.bytes().push(&piece[..count]),
        Err(error) if error.kind() == ErrorKind::WouldBlock => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

async fn drop_the_rest(stream: &TcpStream) {
    let mut is_open = true;
    while is_open && stream.readable().await.is_ok() {
        let mut rest = [0; 1 << 14];
        is_open = match stream.try_read(&mut rest) {
            Ok(count) => count > 0,
            Err(error) => error.kind() == ErrorKind::WouldBlock,
        };
    }
}

/// The answer to a message, found on a thread of its own. If too many threads are busy, the answer is `busy`.
async fn answer(message: String, shared: &Arc<Shared>) -> String {
    let Ok(permit) = shared.answering.clone().try_acquire_owned() else {
        return "busy".to_string();
    };
    let handler = shared.clone();
    let answering = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        handler.message_handler.answer(&message)
    });
    // A panic was reported by its thread.
    answering.await.unwrap_or_else(|_| "nil".to_string())
}
