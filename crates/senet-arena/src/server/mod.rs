//! A player server: the player's side of the protocol.
//!
//! Different threads accept connections and answer requests:
//!
//! - one thread accepts all connections and reads and writes them, in `mod.rs` and `connection.rs`; `connections.rs` has their limits;
//! - a complete request gets a thread, which asks `message_handler.rs`: it knows the running match and answers every message;
//! - `session.rs` is that match, from START on; `ready.rs` is its loaded game; `turns.rs` gives the memory to one match at a time.

mod connection;
mod connections;
mod message_handler;
mod ready;
mod session;
mod turns;

use crate::local_player::named_player;
use crate::{LoadPlan, PlayerFactory};
use connections::Connections;
use message_handler::MessageHandler;
use senet_search::PlayerName;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;

/// Options of a player server.
#[derive(Clone)]
pub struct ServerOptions {
    /// Creates the player of each match.
    pub seat: PlayerFactory,
    /// The name of the server: one word.
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
    /// Maximum number of connections at a time. At the limit the oldest one without a complete request gets `busy` and is closed.
    pub max_connections: usize,
    /// Maximum number of connections of one client at a time.
    pub max_connections_of_client: usize,
    /// Maximum number of bytes of unfinished requests. Beyond them the largest request gets `busy`.
    pub max_waiting_bytes: usize,
    /// Maximum number of complete requests at a time; further ones are answered with `busy`.
    pub max_answers: usize,
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
            max_connections: 512,
            max_connections_of_client: 256,
            max_waiting_bytes: 64 << 20,
            max_answers: 64,
            patience: Duration::from_secs(20),
            load: LoadPlan::default(),
        }
    }
}

/// Receives log lines.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// How long a closed server waits for the last answers.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Maximum number of connections in the system's queue before they are accepted.
const BACKLOG: i32 = 4096;

/// Maximum number of refused connections that are closed gracefully at the same time.
const LEAVING_AT_ONCE: usize = 64;

/// A player server.
pub struct PlayerServer {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// The state that connections share.
struct Shared {
    message_handler: MessageHandler,
    options: ServerOptions,
    connections: Arc<Connections>,
    /// One permit for each request that is being answered. The number of permits limits them.
    answering: Arc<Semaphore>,
    /// One permit for each refused connection that is being closed gracefully. The number of permits limits them.
    leaving: Semaphore,
    closed: Notify,
}

impl PlayerServer {
    /// Listens at an address. Port 0 means any free port.
    pub fn bind(
        address: impl ToSocketAddrs,
        options: ServerOptions,
        log: Log,
    ) -> std::io::Result<PlayerServer> {
        let listener = TcpListener::bind(address)?;
        // The standard library lets 128 connections queue up. The system drops further ones, and their clients try again after a second.
        rustix::net::listen(&listener, BACKLOG)?;
        listener.set_nonblocking(true)?;
        Ok(PlayerServer {
            listener,
            shared: Arc::new(Shared {
                message_handler: MessageHandler::new(options.clone(), log),
                connections: Arc::new(Connections::new(&options)),
                answering: Arc::new(Semaphore::new(options.max_answers)),
                leaving: Semaphore::new(LEAVING_AT_ONCE),
                closed: Notify::new(),
                options,
            }),
        })
    }

    /// The address of the server.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A handle that closes the server from another thread.
    pub fn handle(&self) -> PlayerServerHandle {
        PlayerServerHandle {
            shared: self.shared.clone(),
        }
    }

    /// Answers hosts until the server is closed.
    pub fn run(&self) -> std::io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(self.shared.options.max_answers)
            .thread_name("answer")
            .thread_stack_size(crate::seat::STACK_BYTES)
            .thread_keep_alive(Duration::from_secs(1))
            .build()?;
        let listener = self.listener.try_clone()?;
        let served = runtime.block_on(accept_all(listener, &self.shared));
        // A player that ignores its cancellation does not hold up the end.
        runtime.shutdown_timeout(LAST_ANSWERS);
        served
    }
}

/// Accepts connections until the server is closed, and waits for the last answers.
async fn accept_all(listener: TcpListener, shared: &Arc<Shared>) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = shared.closed.notified() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, from)) => match shared.connections.admit(from.ip()) {
                Some(place) => {
                    tasks.spawn(connection::serve(stream, place, shared.clone()));
                }
                // Every place waits for an answer of ours.
                None => {
                    tasks.spawn(connection::send_away(stream, shared.clone()));
                }
            },
            // The connection broke early, or too many files are open: close one connection.
            Err(_) => {
                shared.connections.close_oldest();
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        while tasks.try_join_next().is_some() {}
    }
    drop(listener);
    shared.message_handler.close();
    shared.connections.close_waiting();
    let last = async { while tasks.join_next().await.is_some() {} };
    // Clients without an answer by then see a closed connection.
    tokio::time::timeout(LAST_ANSWERS, last).await.ok();
    Ok(())
}

/// Closes a server from another thread.
pub struct PlayerServerHandle {
    shared: Arc<Shared>,
}

impl PlayerServerHandle {
    /// Stops listening and aborts the running match. Complete requests are still answered.
    pub fn close(&self) {
        self.shared.closed.notify_one();
    }

    /// The number of open connections.
    pub fn open_connections(&self) -> usize {
        self.shared.connections.count()
    }
}
