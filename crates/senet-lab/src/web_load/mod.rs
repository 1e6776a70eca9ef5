//! `senet lab web-load`: measures the browser arena under load.
//!
//! The server runs in this process. Many matches run in parallel, and many watchers follow them like browser pages.
//! A watcher receives events and fetches the view whenever it changes.
//! In every second match a visitor plays the first role at random, so that moves also arrive as requests.

mod client;
mod figures;
mod table;
mod trouble;
mod watcher;

use clap::Args;
use client::Client;
use figures::{Figures, RequestKind, Tally};
use senet_console::time_limit::number_up_to;
use senet_console::{Common, Failure, Out, message, progress};
use senet_engine::spread_seed;
use senet_gdl::Deadline;
use senet_web::{WebLimits, WebOptions, WebServer, WebServerHandle};
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The interval between two polls of the deadline.
const LOOK: Duration = Duration::from_millis(20);

/// Measures the latency of requests to the browser arena while many visitors play and watch
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab web-load\n  senet lab web-load --tables 4 --watchers 10 --seconds 0.05 --json\n  senet lab web-load --trouble"
)]
pub struct WebLoad {
    /// Matches in parallel
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    tables: u16,
    /// Number of watchers, spread over the tables
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(0..=500))]
    watchers: u16,
    /// Seconds per move
    #[arg(long, value_name = "S", default_value_t = 0.2, value_parser = seconds)]
    seconds: f64,
    /// Adds harmful clients: sheets too large to ground, oversized uploads, clients that never read, crashing players
    #[arg(long)]
    trouble: bool,
    /// Player for all seats
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    player: String,
    /// Games to play in turn
    #[arg(value_name = "GAME", default_values = ["tic-tac-toe", "connect-four", "breakthrough", "connect-four-3p", "rock-paper-scissors"])]
    games: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    number_up_to(text, 60.0)
}

impl WebLoad {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let server = InProcess::start(common.seed)?;
        let began = Instant::now();
        let tally = Mutex::new(Tally::default());
        let bar = progress::bar(usize::from(self.tables), "matches");
        let client = Client::new(server.address, &tally, common.deadline());
        server.end_at(common.deadline());
        let opened = self.open(&client, common.seed)?;
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let harms = trouble::HARMS.into_iter().filter(|_| self.trouble);
            for harm in harms {
                let client = Client::new(server.address, &tally, common.deadline());
                let over = &over;
                scope.spawn(move || {
                    client.noting(|client| harm(client, server.address, over));
                });
            }
            let mut others = Vec::new();
            for table in &opened {
                let client = Client::new(server.address, &tally, common.deadline());
                let bar = &bar;
                others.push(scope.spawn(move || {
                    client.count(|tally| tally.tables += 1);
                    client.noting(|client| table::play(client, table));
                    bar.inc(1);
                }));
            }
            for number in 0..usize::from(self.watchers) {
                let client = Client::new(server.address, &tally, common.deadline());
                let table = &opened[number % opened.len()];
                let watch = move || client.noting(|client| watcher::watch(client, &table.id));
                others.push(scope.spawn(watch));
            }
            for other in others {
                // A panic has already printed its message.
                other.join().ok();
            }
            over.store(true, Ordering::Relaxed);
        });
        bar.finish_and_clear();
        common.deadline().check()?;
        server.end();
        let tally = tally
            .into_inner()
            .map_err(|_| Failure::new("part of the measurement failed; see the messages above"))?;
        let figures = tally.figures(usize::from(self.watchers), began.elapsed());
        self.tell(&figures, common)
    }

    /// Opens all tables.
    fn open(&self, client: &Client, seed: u64) -> Result<Vec<table::Opened>, Failure> {
        let open = |number: u16| {
            let game = &self.games[usize::from(number) % self.games.len()];
            let manner = table::LoadMatchSettings {
                game,
                player: &self.player,
                seconds: self.seconds,
                visitor: number.is_multiple_of(2),
                seed: spread_seed(seed, number.into()) >> 32,
                kind: RequestKind::View,
            };
            table::open(client, &manner).map_err(|error| {
                Failure::new(format!("{game}: {error}"))
                    .help("choose library games and players that support them")
            })
        };
        (0..self.tables).map(open).collect()
    }

    fn tell(&self, figures: &Figures, common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        match common.json {
            true => out.json(&figures.json(self.seconds, common.seed))?,
            false => out.text(&figures.text())?,
        }
        out.flush()?;
        Ok(())
    }
}

/// A server in this process.
struct InProcess {
    address: SocketAddr,
    handle: WebServerHandle,
    thread: JoinHandle<()>,
}

impl InProcess {
    fn start(seed: u64) -> Result<InProcess, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let options = WebOptions {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            seed,
            custom_players: vec![trouble::guest()],
            // All visitors of the experiment come from one address.
            limits: WebLimits {
                client_tables: usize::MAX,
                client_opens: u32::MAX,
                ..WebLimits::default()
            },
            ..WebOptions::default()
        };
        let server = runtime.block_on(WebServer::bind(options))?;
        let (address, handle) = (server.address()?, server.handle());
        let (sender, started) = channel();
        let thread = std::thread::spawn(move || {
            sender.send(()).ok();
            if let Err(error) = runtime.block_on(server.run()) {
                message!("the server ended: {error}");
            }
        });
        // The server already listens; this only waits for its thread.
        started.recv().ok();
        Ok(InProcess {
            address,
            handle,
            thread,
        })
    }

    /// Ends the server at a deadline. Its visitors, who wait for its answers, end with it.
    fn end_at(&self, deadline: &'static Deadline) {
        let handle = self.handle.clone();
        std::thread::spawn(move || {
            while !deadline.is_over() {
                std::thread::sleep(LOOK);
            }
            handle.close();
        });
    }

    fn end(self) {
        self.handle.close();
        // A panic has already printed its message.
        self.thread.join().ok();
    }
}
