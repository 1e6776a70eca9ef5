//! Sends requests and records how long each took.

use super::figures::{RequestKind, Tally};
use senet_gdl::Deadline;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Timeout of a response, and of the gap between two events.
const PATIENCE: Duration = Duration::from_secs(120);

/// A simulated client.
pub struct Client<'a> {
    address: SocketAddr,
    tally: &'a Mutex<Tally>,
    deadline: &'a Deadline,
    agent: ureq::Agent,
}

/// The response as JSON, or an error.
pub type RequestOutcome<T> = Result<T, String>;

impl<'a> Client<'a> {
    /// Creates a client with its own connections. Requests cut off by the deadline do not count as errors.
    pub fn new(address: SocketAddr, tally: &'a Mutex<Tally>, deadline: &'a Deadline) -> Client<'a> {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE));
        Client {
            address,
            tally,
            deadline,
            agent: config.build().into(),
        }
    }

    /// Updates the tally.
    pub fn count(&self, note: impl FnOnce(&mut Tally)) {
        note(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Runs an action and records its error.
    pub fn noting(&self, action: impl FnOnce(&Client) -> RequestOutcome<()>) {
        if let Err(error) = action(self)
            && !self.deadline.is_over()
        {
            self.count(|tally| tally.errors.push(error));
        }
    }

    /// Sends a GET request.
    pub fn get(&self, kind: RequestKind, path: &str) -> RequestOutcome<Value> {
        let url = format!("http://{}{path}", self.address);
        self.timed(kind, || self.agent.get(url).call())
    }

    /// Sends a POST request.
    pub fn post(
        &self,
        kind: RequestKind,
        path: &str,
        key: &str,
        body: &Value,
    ) -> RequestOutcome<Value> {
        let url = format!("http://{}{path}", self.address);
        let request = self.agent.post(url).header("X-Senet", "1");
        let request = request.header("Content-Type", "application/json");
        let request = request.header("X-Senet-Key", key);
        self.timed(kind, || request.send(body.to_string()))
    }

    fn timed(
        &self,
        kind: RequestKind,
        request: impl FnOnce() -> Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> RequestOutcome<Value> {
        let began = Instant::now();
        let mut response = request().map_err(|error| format!("{kind}: {error}"))?;
        let text = response.body_mut().read_to_string();
        let text = text.map_err(|error| format!("{kind}: {error}"))?;
        let took = began.elapsed();
        self.count(|tally| tally.took(kind, took));
        let status = response.status();
        match status.is_success() {
            true => serde_json::from_str(&text).map_err(|error| format!("{kind}: {error}")),
            false => Err(format!("{kind}: {status}: {text}")),
        }
    }

    /// Reads the events of a table. Passes the name and data of each to `hear`, until it returns true.
    pub fn events(
        &self,
        id: &str,
        mut hear: impl FnMut(&str, &Value) -> RequestOutcome<bool>,
    ) -> RequestOutcome<()> {
        let failed = |error: std::io::Error| format!("events: {error}");
        let mut stream = TcpStream::connect(self.address).map_err(failed)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
        let address = self.address;
        let head = format!("GET /api/tables/{id}/events HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(head.as_bytes()).map_err(failed)?;
        let mut name = String::new();
        for line in BufReader::new(stream).lines() {
            let line = line.map_err(failed)?;
            if let Some(event) = line.strip_prefix("event: ") {
                name = event.to_string();
            } else if let Some(data) = line.strip_prefix("data: ") {
                let data = serde_json::from_str(data).map_err(|error| error.to_string())?;
                if hear(&name, &data)? {
                    return Ok(());
                }
            }
        }
        Err("events: the stream ended before the match".to_string())
    }
}
