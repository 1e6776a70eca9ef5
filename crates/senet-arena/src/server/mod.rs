//! A player that waits for hosts: the other end of the protocol.
//!
//! - `mod.rs` takes connections, as many at a time as are allowed, each on a thread of its own;
//! - `desk.rs` knows whether a match is going on, and answers every message;
//! - `session.rs` is that match, from START on; `ready.rs` what is played once the rules are loaded.

mod desk;
mod ready;
mod session;

use crate::protocol::{Method, WireError, read_request, reply, turn_away};
use crate::thinker::by_name;
use crate::{LoadPlan, SeatFn};
use desk::Desk;
use senet_search::PlayerName;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How a player is served.
#[derive(Clone)]
pub struct ServerOptions {
    /// Who plays: takes the seat in every match.
    pub seat: SeatFn,
    /// What it is called: one word.
    pub name: String,
    /// Where its random choices come from; the n-th match has a seed of its own.
    pub seed: u64,
    /// How long before the end of the start clock the player is ready. Never more than half of the clock.
    pub start_margin: Duration,
    /// How long before the end of the play clock it stops thinking. Never more than half of the clock.
    pub play_margin: Duration,
    /// A match whose host was silent for so long is over.
    pub orphan: Duration,
    /// Larger requests are turned away.
    pub max_request: usize,
    /// More connections at a time are answered with `busy`.
    pub max_connections: usize,
    /// How long a request may take to come in.
    pub patience: Duration,
    /// How games are loaded.
    pub load: LoadPlan,
}

impl ServerOptions {
    /// The usual options for a player.
    pub fn of(player: PlayerName) -> ServerOptions {
        ServerOptions {
            seat: by_name(&player),
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

/// Told what happens, a line at a time.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// A player that waits for hosts.
pub struct PlayerServer {
    listener: TcpListener,
    counter: Arc<Counter>,
}

/// What connections share.
struct Counter {
    desk: Desk,
    options: ServerOptions,
    open: AtomicUsize,
    closed: AtomicBool,
}

impl PlayerServer {
    /// Waits at an address. Port 0 is any that is free.
    pub fn bind(
        address: impl ToSocketAddrs,
        options: ServerOptions,
        log: Log,
    ) -> std::io::Result<PlayerServer> {
        let listener = TcpListener::bind(address)?;
        Ok(PlayerServer {
            listener,
            counter: Arc::new(Counter {
                desk: Desk::new(options.clone(), log),
                options,
                open: AtomicUsize::new(0),
                closed: AtomicBool::new(false),
            }),
        })
    }

    /// Where it waits.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Something that closes the server from elsewhere.
    pub fn closer(&self) -> std::io::Result<Closer> {
        Ok(Closer {
            counter: self.counter.clone(),
            address: self.address()?,
        })
    }

    /// Answers hosts until the server is closed.
    pub fn run(&self) -> std::io::Result<()> {
        loop {
            let accepted = self.listener.accept();
            if self.counter.closed.load(Ordering::Relaxed) {
                self.counter.desk.close();
                return Ok(());
            }
            match accepted {
                Ok((stream, _)) => self.take(stream),
                // The connection broke off before it was taken, or there are too many open files: others may have more luck a little later.
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Serves a connection on a thread of its own, if there are not too many.
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
            // Whoever is one too many may also be gone by now.
            reply(&mut stream, "busy").ok();
        }
    }
}

/// Closes a server.
pub struct Closer {
    counter: Arc<Counter>,
    address: SocketAddr,
}

impl Closer {
    /// The server stops to wait; what it is answering it still answers.
    pub fn close(&self) {
        self.counter.closed.store(true, Ordering::Relaxed);
        // It waits for a connection, so it gets one; should that fail, it is not waiting any more.
        TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).ok();
    }

    /// How many connections are open.
    pub fn open_connections(&self) -> usize {
        self.counter.open.load(Ordering::Relaxed)
    }
}

/// Reads one request and answers it, whatever it is.
fn serve(mut stream: TcpStream, counter: &Counter) {
    let options = &counter.options;
    let deadline = Instant::now() + options.patience;
    let answered = match read_request(&stream, deadline, options.max_request) {
        Ok(incoming) if incoming.method == Method::Other => reply(&mut stream, ""),
        Ok(incoming) => reply(&mut stream, &counter.desk.answer(&incoming.message)),
        Err(WireError::TooLarge) => turn_away(&mut stream, "nil"),
        Err(WireError::Late) => reply(&mut stream, "nil"),
        Err(WireError::Broken(_)) => return,
    };
    if let Err(error) = answered {
        counter
            .desk
            .note(&format!("the answer could not be sent: {error}"));
    }
}
