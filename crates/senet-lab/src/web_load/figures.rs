//! The measured figures.

use super::process::{cpu_seconds, peak_mib};
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The kinds of requests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RequestKind {
    /// The rules of a game.
    Game,
    /// Opens a table.
    Open,
    /// Fetches the view of a match.
    View,
    /// Submits a visitor's move.
    Move,
    /// Any request of a harmful client.
    Trouble,
}

impl RequestKind {
    /// Counts requests of harmful clients as `Trouble`, and all others by their kind.
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

/// The counts of a run.
#[derive(Default)]
pub struct Tally {
    /// Matches started.
    pub tables: usize,
    /// Matches completed.
    pub finished: usize,
    /// Events that watchers received.
    pub events: u64,
    /// Events about the thinking of players.
    pub thinking: u64,
    /// Match steps for which watchers received no event.
    pub lost: u64,
    /// Errors.
    pub errors: Vec<String>,
    /// The counts of attacks by harmful clients.
    pub troubles: Troubles,
    times: BTreeMap<RequestKind, Vec<Duration>>,
}

/// The attacks of harmful clients during the matches.
#[derive(Clone, Default, Serialize)]
pub struct Troubles {
    /// Tables opened with a sheet that is too large to ground.
    pub explosions: usize,
    /// Such sheets refused because too many were loading.
    pub refused: usize,
    /// Uploads refused because of their size.
    pub uploads: usize,
    /// Clients that never read their answers.
    pub deaf: usize,
    /// Completed matches of players that crash at each move.
    pub crashes: usize,
}

/// The figures of a run.
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

/// The latencies of one kind of request.
#[derive(Serialize)]
struct Row {
    kind: RequestKind,
    count: usize,
    median_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

impl Tally {
    /// Records the duration of a request.
    pub fn took(&mut self, kind: RequestKind, time: Duration) {
        self.times.entry(kind).or_default().push(time);
    }

    /// Computes the figures.
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
    /// The figures as JSON.
    pub fn json(&self, play_clock: f64, seed: u64) -> Value {
        json!({
            "experiment": "web-load",
            "play_clock": play_clock,
            "seed": seed,
            "processors": std::thread::available_parallelism().map_or(1, usize::from),
            "figures": self,
        })
    }

    /// The figures as text.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} of {} matches finished in {:.1} s, {} watchers\n\n",
            self.finished, self.tables, self.seconds, self.watchers
        );
        let mut table = TextTable::new([
            left(""),
            right("requests"),
            right("median"),
            right("99 %"),
            right("longest"),
        ]);
        let ms = |ms: f64| format!("{ms:.2} ms");
        for row in &self.requests {
            let times = [row.median_ms, row.p99_ms, row.max_ms].map(ms);
            table.row(cells![row.kind, row.count].into_iter().chain(times));
        }
        text += &table.to_string();
        text += &format!(
            "\nwatchers received {} events, {} of them about thinking; {} steps were lost\n",
            self.events, self.thinking_events, self.lost
        );
        let memory = self.peak_mib.map_or(String::new(), |mib| {
            format!(", {mib:.0} MiB of memory at most")
        });
        text += &format!(
            "{:.1} s of CPU time for server, players and visitors together{memory}\n",
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
                "harm: {explosions} sheets too large to ground ({refused} more refused), {uploads} oversized uploads, {deaf} clients that never read, {crashes} matches of crashing players\n"
            );
        }
        let mut errors = self.errors.clone();
        errors.truncate(10);
        text += &match self.errors.len() {
            0 => "no errors\n".to_string(),
            count => format!("{count} errors, for example:\n  {}\n", errors.join("\n  ")),
        };
        text
    }
}
