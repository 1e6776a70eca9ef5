//! `senet serve-player`: runs a player that hosts can reach.

use crate::networks::{self, NetworkArgs};
use clap::Args;
use senet_arena::{LoadPlan, Log, PlayerServer, ServerOptions};
use senet_console::{Common, Failure, Out, message};
use senet_knowledge::NetworksInFile;
use senet_search::{DEFAULT_PLAYER, NetLibrary, PLAYER_KINDS, PlayerName};
use serde_json::json;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

/// Number of ports that --any-port tries.
const PORTS: u16 = 100;

/// Waits for hosts that speak the GGP protocol, and plays for them
///
/// Understands GGP Base, Dresden's game controller and Tiltyard. It answers INFO while it thinks, and plays games with hidden information from its
/// percepts. It plays one match at a time. With --json the first line has `address`, and each later line is an event with `event`.
#[derive(Args)]
#[command(after_help = "Examples:\n  senet serve-player --player uct\n  \
    senet serve-player --player uct:threads=2 --port 9148 --name my-player --address 0.0.0.0")]
pub struct ServePlayer {
    /// The player
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    player: String,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 9147)]
    port: u16,
    /// Tries the next ports if --port is in use
    #[arg(long)]
    any_port: bool,
    /// IP address to listen on; 0.0.0.0 accepts other machines
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: String,
    /// Name of the player: one word
    #[arg(long, value_name = "NAME", default_value = "senet")]
    name: String,
    /// Seconds before the end of the start clock at which the player is ready; at most half of the clock
    #[arg(long, value_name = "S", default_value = "2", value_parser = margin)]
    start_margin: Duration,
    /// Seconds before the end of the play clock at which the player answers; at most half of the clock
    #[arg(long, value_name = "S", default_value = "1.5", value_parser = margin)]
    play_margin: Duration,
    /// Ends a match after this number of minutes without a message
    #[arg(long, value_name = "MIN", default_value = "20", value_parser = minutes)]
    orphan_minutes: Duration,
    #[command(flatten)]
    networks: NetworkArgs,
}

impl ServePlayer {
    /// Serves until Ctrl-C or the time limit.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let networks = self.networks.networks()?;
        let result = self.serve(networks.clone(), common);
        networks::finish(networks.as_deref());
        result
    }

    fn serve(&self, networks: Option<Arc<NetworksInFile>>, common: &Common) -> Result<(), Failure> {
        let mut options = self.options(common)?;
        options.load.networks = networks.map(|all| all as Arc<dyn NetLibrary>);
        let server = self.bind(&options, log(common.json))?;
        let address = server.address()?;
        if common.json {
            Out::new().json(&json!({"address": address.to_string(), "player": self.player}))?;
        } else {
            message!(
                "{} waits at {address} as {}; press Ctrl-C to stop",
                self.player,
                self.name
            );
        }
        let closer = server.handle();
        let deadline = common.deadline();
        std::thread::spawn(move || {
            while !deadline.is_over() {
                std::thread::sleep(Duration::from_millis(100));
            }
            closer.close();
        });
        server.run()?;
        Ok(())
    }

    fn options(&self, common: &Common) -> Result<ServerOptions, Failure> {
        let player: PlayerName = self.player.parse()?;
        let kinds: Vec<_> = PLAYER_KINDS.iter().map(|kind| kind.name).collect();
        if !kinds.contains(&player.kind.as_str()) {
            let message = format!("there is no player `{}`", player.kind);
            return Err(
                Failure::new(message).help(format!("the players are: {}", kinds.join(", ")))
            );
        }
        let is_word = |c: char| !c.is_whitespace() && c != '(' && c != ')' && c != ';';
        if self.name.is_empty() || !self.name.chars().all(is_word) {
            let message = format!("`{}` is not a valid player name", self.name);
            return Err(Failure::new(message).help("give one word without parentheses"));
        }
        Ok(ServerOptions {
            name: self.name.clone(),
            seed: common.seed,
            start_margin: self.start_margin,
            play_margin: self.play_margin,
            orphan: self.orphan_minutes,
            load: LoadPlan {
                force: common.force,
                ..LoadPlan::default()
            },
            ..ServerOptions::of(player)
        })
    }

    fn bind(&self, options: &ServerOptions, log: Log) -> Result<PlayerServer, Failure> {
        let last = match self.any_port {
            true => self.port.saturating_add(PORTS),
            false => self.port,
        };
        for port in self.port..=last {
            let address = (self.address.as_str(), port);
            match PlayerServer::bind(address, options.clone(), log.clone()) {
                Ok(server) => return Ok(server),
                Err(error) if error.kind() == ErrorKind::AddrInUse && port < last => {}
                Err(error) => return Err(self.cannot_listen(port, &error)),
            }
        }
        Err(Failure::new("no free port found").help("choose another --port, or --port 0"))
    }

    fn cannot_listen(&self, port: u16, error: &std::io::Error) -> Failure {
        let address = &self.address;
        match error.kind() {
            ErrorKind::AddrInUse => Failure::new(format!("port {port} of {address} is in use"))
                .help("choose another --port, or let --any-port find one"),
            _ => Failure::new(format!("cannot listen at {address}:{port}: {error}"))
                .help("choose another --address or --port"),
        }
    }
}

/// Reads a margin in seconds; 0 is allowed.
fn margin(text: &str) -> Result<Duration, String> {
    let read = text.parse().ok().map(Duration::try_from_secs_f64);
    read.and_then(Result::ok)
        .ok_or_else(|| "expected a number of seconds, 0 or more".to_string())
}

/// Reads a number of minutes.
fn minutes(text: &str) -> Result<Duration, String> {
    let read = text.parse().ok().filter(|&minutes: &f64| minutes > 0.0);
    read.and_then(|minutes| Duration::try_from_secs_f64(minutes * 60.0).ok())
        .ok_or_else(|| "expected a number of minutes above 0".to_string())
}

/// Logs events: to standard error for people, or as JSON lines to standard output.
fn log(json: bool) -> Log {
    match json {
        // A closed output cannot be reported to anyone.
        true => Arc::new(|line| drop(Out::new().json(&json!({"event": line})))),
        false => Arc::new(|line| message!("{line}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_margins_and_minutes_that_are_no_times() {
        assert_eq!(margin("0"), Ok(Duration::ZERO));
        assert_eq!(minutes("0.5"), Ok(Duration::from_secs(30)));
        for text in ["-1", "NaN", "inf", "1e300", "soon"] {
            assert!(margin(text).is_err(), "{text}");
            assert!(minutes(text).is_err(), "{text}");
        }
        assert!(minutes("0").is_err());
    }
}
