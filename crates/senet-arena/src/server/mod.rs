//! A player server: the player's side of the protocol.
//!
//! - `mod.rs` accepts connections, up to a limit, each on its own thread;
//! - `message_handler.rs` knows the running match and answers every message;
//! - `session.rs` is that match, from START on; `ready.rs` is its loaded game.

mod message_handler;
mod ready;
mod session;

use crate::local_player::named_player;
use crate::protocol::{Method, WireError, read_request, reply, turn_away};
use crate::{LoadPlan, PlayerFactory};
use message_handler::MessageHandler;
use senet_search::PlayerName;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Options of a player server.
#[derive(Clone)]
pub struct ServerOptions {
    /// Creates the player of each match.
    pub seat: PlayerFactory,
    /// Its name: one word.
    pub name: String,
    /// The seed of its random choices; each match derives its own seed.
    pub seed: u64,
    /// The player is ready this long before the end of the start clock. At most half of the clock.
    pub start_margin: Duration,
    /// The player stops thinking this long before the end of the play clock. At most half of the clock.
    pub play_margin: Duration,
    /// A match ends if its host is silent for this long.
    pub orphan: Duration,
    /// The largest request in bytes.
    pub max_request: usize,
    /// The most connections at a time; further ones are answered with `busy`.
    pub max_connections: usize,
    /// The time limit for reading a request.
    pub patience: Duration,
    /// Options for loading games.
    pub load: LoadPlan,
}

impl ServerOptions {
    /// The default options for a player.
    pub fn of(player: PlayerName) -> ServerOptions {
        ServerOptions {
            seat: named_player(&player),
            name: "senet".to_string(),
            seed: 1,
            start_margin: Duration::from_millis(2000),
            play_margin: Duration::from_millis(1500),
            orphan: Duration::from_secs(20 * 60),
            max_request: 8 << 20,
            max_connections: 64,
            patience: Duration::from_secs(20),
            load: LoadPlan::default(),
        }
    }
}

/// Receives log lines.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// A player server.
pub struct PlayerServer {
    listener: TcpListener,
    counter: Arc<Counter>,
}

/// The state that connections share.
struct Counter {
    message_handler: MessageHandler,
    options: ServerOptions,
    open: AtomicUsize,
    closed: AtomicBool,
}

impl PlayerServer {
    /// Listens at an address. Port 0 means any free port.
    pub fn bind(
        address: impl ToSocketAddrs,
        options: ServerOptions,
        log: Log,
    ) -> std::io::Result<PlayerServer> {
        let listener = TcpListener::bind(address)?;
        Ok(PlayerServer {
            listener,
            counter: Arc::new(Counter {
                message_handler: MessageHandler::new(options.clone(), log),
                options,
                open: AtomicUsize::new(0),
                closed: AtomicBool::new(false),
            }),
        })
    }

    /// The address of the server.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A handle that closes the server from another thread.
    pub fn handle(&self) -> std::io::Result<PlayerServerHandle> {
        Ok(PlayerServerHandle {
            counter: self.counter.clone(),
            address: self.address()?,
        })
    }

    /// Answers hosts until the server is closed.
    pub fn run(&self) -> std::io::Result<()> {
        loop {
            let accepted = self.listener.accept();
            if self.counter.closed.load(Ordering::Relaxed) {
                self.counter.message_handler.close();
                return Ok(());
            }
            match accepted {
                Ok((stream, _)) => self.take(stream),
                // The connection broke early, or too many files are open. Try again a little later.
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Serves a connection on its own thread, unless there are too many.
    fn take(&self, mut stream: TcpStream) {
        let counter = self.counter.clone();
        let open = counter.open.fetch_add(1, Ordering::Relaxed);
        let served = match open < counter.options.max_connections {
            false => None,
            true => std::thread::Builder::new()
                .name("connection".to_string())
                .stack_size(crate::seat::STACK_BYTES)
                .spawn({
                    let counter = counter.clone();
                    let stream = stream.try_clone();
                    move || {
                        if let Ok(stream) = stream {
                            serve(stream, &counter);
                        }
                        counter.open.fetch_sub(1, Ordering::Relaxed);
                    }
                })
                .ok(),
        };
        if served.is_none() {
            counter.open.fetch_sub(1, Ordering::Relaxed);
            // The client may be gone already.
            reply(&mut stream, "busy").ok();
        }
    }
}

/// Closes a server from another thread.
pub struct PlayerServerHandle {
    counter: Arc<Counter>,
    address: SocketAddr,
}

impl PlayerServerHandle {
    /// Stops listening. Requests in progress are still answered.
    pub fn close(&self) {
        self.counter.closed.store(true, Ordering::Relaxed);
        // This connection wakes the listener. If it fails, the listener is already gone.
        TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).ok();
    }

    /// The number of open connections.
    pub fn open_connections(&self) -> usize {
        self.counter.open.load(Ordering::Relaxed)
    }
}

/// Reads one request and answers it.
fn serve(mut stream: TcpStream, counter: &Counter) {
    let options = &counter.options;
    let deadline = Instant::now() + options.patience;
    let answered = match read_request(&stream, deadline, options.max_request) {
        Ok(incoming) if incoming.method == Method::Other => reply(&mut stream, ""),
        Ok(incoming) => reply(
            &mut stream,
            &counter.message_handler.answer(&incoming.message),
        ),
        Err(WireError::TooLarge) => turn_away(&mut stream, "nil"),
        Err(WireError::Late) => reply(&mut stream, "nil"),
        Err(WireError::Broken(_)) => return,
    };
    if let Err(error) = answered {
        counter
            .message_handler
            .note(&format!("the answer could not be sent: {error}"));
    }
}
