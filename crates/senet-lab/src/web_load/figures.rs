//! What was measured.

use super::process::{cpu_seconds, peak_mib};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RequestKind {
    /// The rules of a game.
    Game,
    /// A new table.
    Open,
    /// The view of a match.
    View,
    /// A visitor's move.
    Move,
    /// A request of somebody who does harm.
    Trouble,
}

impl RequestKind {
    /// Requests of those who do harm are counted as such, all others by what they ask for.
    pub fn or(self, other: RequestKind) -> RequestKind {
        match self {
            RequestKind::Trouble => RequestKind::Trouble,
            _ => other,
        }
    }
}

impl fmt::Display for RequestKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            RequestKind::Game => "game",
            RequestKind::Open => "open",
            RequestKind::View => "view",
            RequestKind::Move => "move",
            RequestKind::Trouble => "harm",
        })
    }
}

/// What was counted.
#[derive(Default)]
pub struct Tally {
    /// Matches that were begun.
    pub tables: usize,
    /// Matches that were played to their end.
    pub finished: usize,
    /// Events that those who watch got.
    pub events: u64,
    /// Of these, what players told while they thought.
    pub thinking: u64,
    /// Steps of matches of which those who watch heard nothing.
    pub lost: u64,
    /// What went wrong.
    pub errors: Vec<String>,
    /// What harm was done.
    pub troubles: Troubles,
    times: BTreeMap<RequestKind, Vec<Duration>>,
}

/// Harm that was done while others played.
#[derive(Clone, Default, Serialize)]
pub struct Troubles {
    /// Tables that were opened with sheets that explode.
    pub explosions: usize,
    /// Such sheets that were refused, since too many were being loaded.
    pub refused: usize,
    /// Uploads that were too long and were refused.
    pub uploads: usize,
    /// Clients that never read.
    pub deaf: usize,
    /// Matches of players that broke down at each move, to their end.
    pub crashes: usize,
}

/// What it comes to.
#[derive(Serialize)]
pub struct Figures {
    tables: usize,
    watchers: usize,
    finished: usize,
    requests: Vec<Row>,
    events: u64,
    thinking_events: u64,
    lost: u64,
    errors: Vec<String>,
    seconds: f64,
    cpu_seconds: f64,
    peak_mib: Option<f64>,
    troubles: Troubles,
}

/// Requests of one kind.
#[derive(Serialize)]
struct Row {
    kind: RequestKind,
    count: usize,
    median_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl Tally {
    /// A request took so long.
    pub fn took(&mut self, kind: RequestKind, time: Duration) {
        self.times.entry(kind).or_default().push(time);
    }

    /// What it all comes to.
    pub fn figures(self, watchers: usize, took: Duration) -> Figures {
        Figures {
            tables: self.tables,
            watchers,
            finished: self.finished,
            requests: self.times.into_iter().map(row).collect(),
            events: self.events,
            thinking_events: self.thinking,
            lost: self.lost,
            errors: self.errors,
            seconds: took.as_secs_f64(),
            cpu_seconds: cpu_seconds(),
            peak_mib: peak_mib(),
            troubles: self.troubles,
        }
    }
}

fn row((kind, mut times): (RequestKind, Vec<Duration>)) -> Row {
    times.sort();
    let at = |share: f64| {
        let last = times.len() - 1;
        let time = times[(last as f64 * share).round() as usize];
        (time.as_secs_f64() * 1e5).round() / 100.0
    };
    Row {
        kind,
        count: times.len(),
        median_ms: at(0.5),
        p99_ms: at(0.99),
        max_ms: at(1.0),
    }
}

impl Figures {
    /// For scripts.
    pub fn json(&self, play_clock: f64, seed: u64) -> Value {
        json!({
            "experiment": "web-load",
            "play_clock": play_clock,
            "seed": seed,
            "processors": std::thread::available_parallelism().map_or(1, usize::from),
            "figures": self,
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} of {} matches finished in {:.1} s, {} watched\n\n{:<6} {:>8} {:>10} {:>10} {:>10}\n",
            self.finished,
            self.tables,
            self.seconds,
            self.watchers,
            "",
            "requests",
            "median",
            "99 %",
            "longest"
        );
        for row in &self.requests {
            text += &format!(
                "{:<6} {:>8} {:>7.2} ms {:>7.2} ms {:>7.2} ms\n",
                row.kind, row.count, row.median_ms, row.p99_ms, row.max_ms
            );
        }
        text += &format!(
            "\n{} events came to those who watch, {} of them about thinking; of {} steps they heard nothing\n",
            self.events, self.thinking_events, self.lost
        );
        let memory = self.peak_mib.map_or(String::new(), |mib| {
            format!(", {mib:.0} MiB of memory at most")
        });
        text += &format!(
            "{:.1} s of processor time, server, players and visitors together{memory}\n",
            self.cpu_seconds
        );
        let Troubles {
            explosions,
            refused,
            uploads,
            deaf,
            crashes,
        } = self.troubles;
        if deaf > 0 {
            text += &format!(
                "meanwhile: {explosions} sheets that explode ({refused} more refused), {uploads} uploads that were too long, {deaf} clients that never read, {crashes} matches of players that broke down\n"
            );
        }
        let mut errors = self.errors.clone();
        errors.truncate(10);
        text += &match self.errors.len() {
            0 => "no errors\n".to_string(),
            count => format!("{count} errors, such as:\n  {}\n", errors.join("\n  ")),
        };
        text
    }
}
