//! A player in a process of its own.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running `senet serve-player`; dropping it kills the process.
pub struct Served {
    pub process: Child,
    pub address: String,
}

impl Served {
    pub fn new() -> Served {
        let command = "serve-player --player random --port 0 --json";
        let mut process = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(command.split(' '))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was just built");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("it prints its address");
        let told: Value = serde_json::from_str(&line).expect("a line of JSON");
        // The log must be read, or the player waits for its reader.
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        let address = told["address"].as_str().expect("an address").to_string();
        Served { process, address }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
