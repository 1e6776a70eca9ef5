//! A server of the attacked program in a child process.

use super::attacker::{Attacker, Trouble};
use super::child::Guarded;
use super::finding::Fault;
use super::verdict::last_lines;
use crate::process::peak_mib_of;
use senet_console::Failure;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a server may take to start.
const START: Duration = Duration::from_secs(60);
/// Kept characters of the log.
const KEPT_LOG: usize = 1 << 16;

/// A running server. Dropping it kills it.
pub struct Server {
    child: Guarded,
    /// The loopback address.
    pub address: SocketAddr,
    log: Arc<Mutex<String>>,
}

impl Server {
    /// Starts a server and waits until it prints its address.
    pub fn start(attacker: &Attacker, args: &[&str]) -> Result<Server, Failure> {
        let mut command = attacker.command(args);
        command
            .args(["--port", "0", "--json"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = Guarded::spawn(&mut command, attacker.limits.memory_mib)?;
        let log = Arc::new(Mutex::new(String::new()));
        let stderr = child.0.stderr.take().expect("it is piped");
        let kept = log.clone();
        std::thread::spawn(move || collect(stderr, &kept));
        let stdout = child.0.stdout.take().expect("it is piped");
        let (sender, first) = channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(stdout).lines();
            sender.send(lines.next().and_then(Result::ok)).ok();
            lines.for_each(drop);
        });
        let line = first.recv_timeout(START).ok().flatten();
        let address = line.as_deref().and_then(address_in).ok_or_else(|| {
            let log = log.lock().unwrap_or_else(PoisonError::into_inner);
            Failure::new(format!(
                "`{}` did not start: {}",
                args.join(" "),
                last_lines(&log)
            ))
            .help("start it by hand to see why")
        })?;
        Ok(Server {
            child,
            address,
            log,
        })
    }

    /// Kills the server, as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill();
    }

    /// The last lines that the server printed on standard error.
    pub fn last_lines(&self) -> String {
        last_lines(&self.log())
    }

    fn log(&self) -> String {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.clone()
    }

    /// The trouble of the process, if there is any: it ended, a thread panicked, or it uses too much memory.
    pub fn trouble(&mut self, memory_mib: u64) -> Option<Trouble> {
        let log = self.log();
        if log.contains("panicked at") {
            return Some(Trouble::new(Fault::Panic, last_lines(&log)));
        }
        if !self.child.is_running() {
            let detail = format!("the server ended: {}", last_lines(&log));
            return Some(Trouble::new(Fault::Signal, detail));
        }
        let peak = peak_mib_of(self.child.0.id()).unwrap_or_default();
        (peak > memory_mib as f64)
            .then(|| Trouble::new(Fault::OverMemory, format!("the server took {peak:.0} MiB")))
    }
}

fn collect(output: impl Read, log: &Mutex<String>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() < KEPT_LOG || line.contains("panicked") {
            *log += &line;
            *log += "\n";
        }
    }
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let told: Value = serde_json::from_str(line).ok()?;
    let address = told["address"].as_str()?.trim_start_matches("http://");
    address.trim_end_matches('/').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_forms_of_addresses() {
        let expected = Some(SocketAddr::from(([127, 0, 0, 1], 9180)));
        assert_eq!(
            address_in(r#"{"address": "http://127.0.0.1:9180/"}"#),
            expected
        );
        assert_eq!(
            address_in(r#"{"address": "127.0.0.1:9180", "player": "uct"}"#),
            expected
        );
        assert_eq!(address_in("{}"), None);
    }
}
