//! Hostile hosts attack `senet serve-player`. Afterwards a normal match must work.

mod assaults;
mod real_match;

use super::attacker::{Attacker, Trouble};
use super::http::{exchange, request};
use super::server::Server;
use assaults::ASSAULTS;
use fastrand::Rng;
use senet_console::Failure;
use std::net::SocketAddr;
use std::time::Duration;

/// The number of idle connections in a long round.
const MANY_CONNECTIONS: usize = 10_000;
/// The number of idle connections in a short round.
const SOME_CONNECTIONS: usize = 300;
/// A round is long if at least this time is left.
const LONG: Duration = Duration::from_secs(120);
/// How long a message may wait for its answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends a message and returns the text of the answer.
fn post(address: SocketAddr, message: &str) -> std::io::Result<String> {
    let host = address.to_string();
    let bytes = request("POST", "/", &[("Host", &host)], message.as_bytes());
    exchange(address, &bytes, PATIENCE).map(|answer| answer.text())
}

/// Attacks player servers until the time is over.
pub fn attack(attacker: &mut Attacker) -> Result<(), Failure> {
    let mut number = 0;
    for _ in 0..attacker.most_cases.div_ceil(ASSAULTS.len()) {
        let mut server = start(attacker)?;
        for assault in ASSAULTS {
            let seed = attacker.case_seed(number);
            number += 1;
            let connections = match attacker.time_left() > LONG {
                true => MANY_CONNECTIONS,
                false => SOME_CONNECTIONS,
            };
            let mut rng = Rng::with_seed(seed);
            let mut troubles: Vec<Trouble> = Vec::new();
            let held = (assault.make)(server.address, &mut rng, connections, &mut troubles);
            troubles.extend(real_match::trouble(attacker, &server)?);
            drop(held);
            attacker.count("assaults of hosts", 1);
            let sick = server.trouble(attacker.limits.memory_mib);
            let is_sick = sick.is_some();
            for trouble in troubles.into_iter().chain(sick) {
                attacker.found(assault.name.to_string(), seed, trouble);
            }
            if is_sick {
                server = start(attacker)?;
            }
        }
        if attacker.is_over() {
            break;
        }
    }
    Ok(())
}

fn start(attacker: &Attacker) -> Result<Server, Failure> {
    Server::start(attacker, &["serve-player", "--player", "random"])
}
