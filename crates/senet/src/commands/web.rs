//! `senet web`, and `senet` alone: the arena in the browser.

use crate::cli::Common;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Out;
use clap::Args;
use senet_web::{Options, Server};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Starts the arena in the browser and prints its address
///
/// Only this machine can reach it unless --address says otherwise. With --json the first line is `address`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet\n  senet web --port 8000\n  senet web --folder my-games"
)]
pub struct Web {
    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 9180)]
    port: u16,
    /// Where to listen; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Where saved games, records and tournaments lie
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Default for Web {
    fn default() -> Web {
        Web {
            port: 9180,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            folder: None,
        }
    }
}

impl Web {
    /// Serves until Ctrl-C.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let options = Options {
            address: SocketAddr::new(self.address, self.port),
            folder: self.folder.clone(),
            seed: common.seed,
            ..Options::default()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.serve(options, common))
    }

    async fn serve(&self, options: Options, common: &Common) -> Result<(), Failure> {
        let server = Server::bind(options)
            .await
            .map_err(|error| self.cannot_listen(&error))?;
        let address = server.address()?;
        match common.json {
            true => Out::new().json(&json!({"address": format!("http://{address}/")}))?,
            false => eprintln!("Senet is at http://{address}/ (Ctrl-C ends it)"),
        }
        let closer = server.closer();
        let stop = interrupt::flag()?;
        tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            closer.close();
        });
        server.run().await?;
        Ok(())
    }

    fn cannot_listen(&self, error: &std::io::Error) -> Failure {
        Failure::new(format!(
            "cannot listen at {}:{}: {error}",
            self.address, self.port
        ))
        .help("choose another --port, or --port 0 for any that is free")
    }
}
