//! A visitor: sends requests, and notes answers that no request may get.

use super::super::attacker::Trouble;
use super::super::finding::Fault;
use super::super::http::{Answer, exchange, request};
use super::normal_match::{self, TableRules};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::Duration;

/// How long a request may take, besides the slack of the attack. The server promises an answer within a minute.
const PATIENCE: Duration = Duration::from_secs(65);
/// Statuses above 499 that the server documents: busy, too slow, no space.
const DOCUMENTED: [u16; 3] = [503, 504, 507];

/// A visitor of the server.
pub struct Visitor {
    /// The server.
    pub address: SocketAddr,
    /// What went wrong.
    pub troubles: Vec<Trouble>,
    /// The number of requests.
    pub requests: usize,
    /// Seconds that answers may take longer than they should.
    pub slack: f64,
}

impl Visitor {
    /// A visitor that has seen nothing wrong.
    pub fn new(address: SocketAddr, slack: f64) -> Visitor {
        Visitor {
            address,
            troubles: Vec::new(),
            requests: 0,
            slack,
        }
    }

    /// Notes something wrong.
    pub fn note(&mut self, fault: Fault, detail: impl Into<String>) {
        self.troubles.push(Trouble::new(fault, detail));
    }

    /// Sends a JSON request as Senet's own pages do.
    pub fn post(&mut self, path: &str, body: &Value) -> Option<Answer> {
        self.send("POST", path, &[], body.to_string().as_bytes())
    }

    /// Fetches a page.
    pub fn get(&mut self, path: &str) -> Option<Answer> {
        self.send("GET", path, &[], b"")
    }

    /// Sends a request with further header lines.
    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        more: &[(&str, &str)],
        body: &[u8],
    ) -> Option<Answer> {
        let host = self.address.to_string();
        let own = [
            ("Host", host.as_str()),
            ("X-Senet", "1"),
            ("Content-Type", "application/json"),
        ];
        let mut headers: Vec<_> = own
            .into_iter()
            .filter(|(name, _)| !more.iter().any(|(other, _)| other == name))
            .collect();
        headers.extend(more.iter().filter(|(_, value)| !value.is_empty()));
        self.exchange(
            &request(method, path, &headers, body),
            &format!("{method} {path}"),
        )
    }

    /// Sends bytes. Notes a missing answer, an internal error and an error without help.
    pub fn exchange(&mut self, bytes: &[u8], what: &str) -> Option<Answer> {
        self.requests += 1;
        let time = PATIENCE + Duration::from_secs_f64(self.slack);
        let what: String = what.chars().take(80).collect();
        let answer = match exchange(self.address, bytes, time) {
            Ok(answer) => answer,
            Err(error) => {
                self.note(Fault::BadAnswer, format!("{what} is not answered: {error}"));
                return None;
            }
        };
        let shown: String = answer.text().chars().take(120).collect();
        if answer.status >= 500 && !DOCUMENTED.contains(&answer.status) {
            self.note(
                Fault::BadAnswer,
                format!("{what}: {} {shown}", answer.status),
            );
        }
        if (400..500).contains(&answer.status) && what.contains(" /api/") && !has_help(&answer) {
            self.note(Fault::NoHelp, format!("{what}: {} {shown}", answer.status));
        }
        Some(answer)
    }

    /// Plays a match as a normal visitor does, and notes what went wrong.
    pub fn play_normally(&mut self, seed: u64) {
        let rules = TableRules::Game("tic-tac-toe");
        let played = normal_match::open_table(self.address, rules, seed)
            .and_then(|table| normal_match::play(self.address, &table, seed));
        if let Err(problem) = played {
            self.note(Fault::Unwell, format!("a normal match: {problem}"));
        }
    }
}

/// True if an error says what is wrong and what to do. Errors of the HTTP library itself have no body.
fn has_help(answer: &Answer) -> bool {
    let told = answer.json();
    let has = |key: &str| {
        let text = told["error"][key].as_str();
        text.is_some_and(|text| !text.is_empty())
    };
    answer.body.is_empty() || (has("message") && has("help"))
}
