//! `senet web`, and `senet` alone: runs the arena in the browser.

use crate::commands::tournament::data;
use clap::Args;
use senet_console::{Common, Failure, Out, message};
use senet_web::{WebLimits, WebOptions, WebServer};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Starts the web arena and prints its address
///
/// Only this machine can reach it unless --address says otherwise. With --json the first line has `address`.
/// Matches in progress survive a restart: a server with the same folder continues them.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet\n  senet web --port 8000\n  senet web --folder my-games\n  senet web --address 0.0.0.0 --allow-host games.example"
)]
pub struct Web {
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 9180)]
    port: u16,
    /// IP address to listen on; 0.0.0.0 accepts other machines
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Additional name that visitors may use for the server, such as the name of a proxy; may be repeated
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Folder for saved games, records, tournaments and matches in progress [default: $SENET_DATA, else senet in the user's data folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Maximum number of matches at once
    #[arg(long, value_name = "N", default_value_t = WebLimits::default().tables, value_parser = at_least_one)]
    tables: usize,
    /// Maximum number of matches at once for each client, that is, for each IP address
    #[arg(long, value_name = "N", default_value_t = WebLimits::default().client_tables, value_parser = at_least_one)]
    client_tables: usize,
    /// Maximum number of players that think at once; the clocks of waiting players do not run
    #[arg(long, value_name = "N", default_value_t = WebLimits::default().thinkers, value_parser = at_least_one)]
    thinkers: usize,
    /// Maximum thinking time per move in seconds
    #[arg(long, value_name = "S", default_value_t = WebLimits::default().think.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    longest_move: u64,
    /// CPU time in seconds for each section of the facts about a game
    #[arg(long, value_name = "S", default_value_t = WebLimits::default().facts.as_secs(), value_parser = clap::value_parser!(u64).range(1..=3600))]
    facts: u64,
    /// Memory limit for the searches of all players together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = WebLimits::default().memory_bytes >> 20, value_parser = at_least_one)]
    memory: usize,
}

/// The largest number of tables, players and mebibytes.
const MOST: usize = 1 << 24;

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=MOST).contains(&number) => Ok(number),
        _ => Err(format!("give a number from 1 to {MOST}")),
    }
}

impl Default for Web {
    fn default() -> Web {
        Web {
            port: 9180,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            allow_host: Vec::new(),
            folder: None,
            tables: WebLimits::default().tables,
            client_tables: WebLimits::default().client_tables,
            thinkers: WebLimits::default().thinkers,
            longest_move: WebLimits::default().think.as_secs(),
            facts: WebLimits::default().facts.as_secs(),
            memory: WebLimits::default().memory_bytes >> 20,
        }
    }
}

impl Web {
    /// Serves until Ctrl-C or the time limit.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let options = WebOptions {
            address: SocketAddr::new(self.address, self.port),
            allowed_hosts: self.allow_host.clone(),
            folder: Some(self.folder()?),
            seed: common.seed,
            limits: WebLimits {
                tables: self.tables,
                client_tables: self.client_tables,
                thinkers: self.thinkers,
                think: Duration::from_secs(self.longest_move),
                facts: Duration::from_secs(self.facts),
                memory_bytes: self.memory.saturating_mul(1 << 20),
                ..WebLimits::default()
            },
            ..WebOptions::default()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.serve(options, common))
    }

    fn folder(&self) -> Result<PathBuf, Failure> {
        data::folder(self.folder.as_deref()).map_err(|_| {
            Failure::new("there is no folder for games and records, because HOME is not set")
                .help("set SENET_DATA, or give a folder with --folder DIR")
        })
    }

    async fn serve(&self, options: WebOptions, common: &Common) -> Result<(), Failure> {
        let server = WebServer::bind(options)
            .await
            .map_err(|error| self.cannot_listen(&error))?;
        let address = server.address()?;
        for trouble in server.troubles() {
            message!("warning: {trouble}");
        }
        match common.json {
            true => Out::new().json(&json!({"address": format!("http://{address}/")}))?,
            false => {
                message!(
                    "Senet is at http://{address}/ — open it in a browser; press Ctrl-C to stop"
                )
            }
        }
        let handle = server.handle();
        let deadline = common.deadline();
        tokio::spawn(async move {
            while !deadline.is_over() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            handle.close();
        });
        server.run().await?;
        Ok(())
    }

    fn cannot_listen(&self, error: &std::io::Error) -> Failure {
        Failure::new(format!(
            "cannot listen at {}:{}: {error}",
            self.address, self.port
        ))
        .help("choose another --port, or --port 0 for a free one")
    }
}
