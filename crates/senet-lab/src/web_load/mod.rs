//! `senet lab web-load`: the browser arena under load.
//!
//! A server in this process, many matches at once, and many who watch them as pages do: by its events, and by fetching the view whenever there is a new one. In
//! every other match a visitor plays the first role by chance, so that moves are made by requests, too.

mod client;
mod figures;
mod process;
mod table;
mod trouble;
mod watcher;

use clap::Args;
use client::Client;
use figures::{Figures, RequestKind, Tally};
use senet_console::{Common, Failure, Out, progress};
use senet_engine::spread_seed;
use senet_web::{WebOptions, WebServer, WebServerHandle};
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Instant;

/// How long requests to the browser arena take while many play and many watch
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab web-load\n  senet lab web-load --tables 4 --watchers 10 --seconds 0.05 --json\n  senet lab web-load --trouble"
)]
pub struct WebLoad {
    /// Matches that are played at once
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    tables: u16,
    /// Visitors who watch, some at every table
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(0..=500))]
    watchers: u16,
    /// Seconds for a move
    #[arg(long, value_name = "S", default_value_t = 0.2, value_parser = seconds)]
    seconds: f64,
    /// Lets others do harm meanwhile: sheets that explode, uploads that are too long, clients that never read, players that break down
    #[arg(long)]
    trouble: bool,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    player: String,
    /// The games, one after the other
    #[arg(value_name = "GAME", default_values = ["tic-tac-toe", "connect-four", "breakthrough", "connect-four-3p", "rock-paper-scissors"])]
    games: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "a number is needed".to_string())?;
    let fine = number > 0.0 && number <= 60.0;
    fine.then_some(number)
        .ok_or_else(|| "it is more than 0 and at most 60".to_string())
}

impl WebLoad {
    /// Measures.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let server = InProcess::start(common.seed)?;
        let began = Instant::now();
        let tally = Mutex::new(Tally::default());
        let bar = progress::bar(usize::from(self.tables), "matches");
        let client = Client::new(server.address, &tally);
        let opened = self.open(&client, common.seed)?;
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let harms = trouble::HARMS.into_iter().filter(|_| self.trouble);
            for harm in harms {
                let (client, over) = (Client::new(server.address, &tally), &over);
                scope.spawn(move || {
                    client.noting(|client| harm(client, server.address, over));
                });
            }
            let mut others = Vec::new();
            for table in &opened {
                let client = Client::new(server.address, &tally);
                let bar = &bar;
                others.push(scope.spawn(move || {
                    client.count(|tally| tally.tables += 1);
                    client.noting(|client| table::play(client, table));
                    bar.inc(1);
                }));
            }
            for number in 0..usize::from(self.watchers) {
                let client = Client::new(server.address, &tally);
                let table = &opened[number % opened.len()];
                let watch = move || client.noting(|client| watcher::watch(client, &table.id));
                others.push(scope.spawn(watch));
            }
            for other in others {
                // What a panic has to say it has said.
                other.join().ok();
            }
            over.store(true, Ordering::Relaxed);
        });
        bar.finish_and_clear();
        server.end();
        let tally = tally
            .into_inner()
            .map_err(|_| Failure::new("a part of the measurement failed; see above"))?;
        let figures = tally.figures(usize::from(self.watchers), began.elapsed());
        self.tell(&figures, common)
    }

    /// Opens all tables.
    fn open(&self, client: &Client, seed: u64) -> Result<Vec<table::Opened>, Failure> {
        let open = |number: u16| {
            let game = &self.games[usize::from(number) % self.games.len()];
            let manner = table::Manner {
                game,
                player: &self.player,
                seconds: self.seconds,
                visitor: number.is_multiple_of(2),
                seed: spread_seed(seed, number.into()) >> 32,
                kind: RequestKind::View,
            };
            table::open(client, &manner).map_err(|error| {
                Failure::new(format!("{game}: {error}"))
                    .help("choose games of the library and players that can play them")
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
            ..WebOptions::default()
        };
        let server = runtime.block_on(WebServer::bind(options))?;
        let (address, handle) = (server.address()?, server.handle());
        let (sender, started) = channel();
        let thread = std::thread::spawn(move || {
            sender.send(()).ok();
            if let Err(error) = runtime.block_on(server.run()) {
                eprintln!("the server ended: {error}");
            }
        });
        // It listens already; this only waits for the thread.
        started.recv().ok();
        Ok(InProcess {
            address,
            handle,
            thread,
        })
    }

    fn end(self) {
        self.handle.close();
        // What a panic has to say it has said.
        self.thread.join().ok();
    }
}
