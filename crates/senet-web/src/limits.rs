//! The limits of a server.

use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct WebLimits {
    /// The largest request body in bytes.
    pub body_bytes: usize,
    /// Maximum number of open connections. A further one replaces a silent connection of the client with the most connections.
    pub connections: usize,
    /// The time limit for the head of a request.
    pub head: Duration,
    /// The time limit until the answer to a request starts.
    pub request: Duration,
    /// The time limit for a blocked write.
    pub stall: Duration,
    /// The time limit of grounding. After that, a back end without grounding is used.
    pub ground: Duration,
    /// The memory limit of loading in bytes. Above it, a back end that needs less is used.
    pub ground_bytes: usize,
    /// The time limit for a query to the rules.
    pub question: Duration,
    /// The time limits of loading and of queries when a sheet is checked. A checked sheet is not grounded.
    pub check: Duration,
    /// Maximum number of sheets checked at the same time.
    pub checks: usize,
    /// Maximum number of sheets that wait to be checked.
    pub waiting_checks: usize,
    /// Maximum number of games of the library, and of other sheets, loaded at the same time; further ones wait.
    pub loads: usize,
    /// Maximum number of other sheets that wait to be loaded.
    pub waiting_loads: usize,
    /// Maximum number of games kept in memory.
    pub loaded: usize,
    /// The CPU time for each section of facts.
    pub facts: Duration,
    /// The number of library games to compare with, in name order.
    pub compared: usize,
    /// Maximum number of saved games.
    pub saved_games: usize,
    /// Maximum number of records.
    pub records: usize,
    /// Maximum number of tournaments. `senet tournament` may add more.
    pub tournaments: usize,
    /// Maximum number of cores for a tournament.
    pub tournament_processors: usize,
    /// The longest thinking time for a move.
    pub think: Duration,
    /// How long a table waits for a player after its clock has run out. A busy machine needs more.
    pub grace: Duration,
    /// Maximum number of open tables.
    pub tables: usize,
    /// Maximum number of open tables of one client.
    pub client_tables: usize,
    /// Maximum number of saved games of one client.
    pub client_saved_games: usize,
    /// Maximum number of tables that one client opens in a minute.
    pub client_opens: u32,
    /// Maximum number of games that one client saves or deletes in a minute.
    pub client_saves: u32,
    /// Maximum number of records that one client uploads in a minute.
    pub client_uploads: u32,
    /// Maximum number of sheets that one client has checked in a minute.
    pub client_checks: u32,
    /// Maximum number of hints and evaluations for one client in a minute.
    pub client_hints: u32,
    /// Maximum number of requests of one client in a minute that start, stop or continue a tournament.
    pub client_tournaments: u32,
    /// A table closes after this time without visitors.
    pub idle: Duration,
    /// Maximum number of threads that think at the same time. Other players wait, and their clocks do not run.
    pub thinkers: usize,
    /// The approximate memory in bytes for the search trees of all players.
    pub memory_bytes: usize,
    /// A match is aborted after this number of joint moves.
    pub steps: usize,
}

impl Default for WebLimits {
    fn default() -> WebLimits {
        WebLimits {
            body_bytes: 1 << 20,
            connections: 1024,
            head: Duration::from_secs(15),
            request: Duration::from_secs(60),
            stall: Duration::from_secs(30),
            ground: Duration::from_secs(20),
            ground_bytes: 1 << 30,
            question: Duration::from_secs(10),
            check: Duration::from_secs(2),
            checks: 2,
            waiting_checks: 20,
            loads: 1,
            waiting_loads: 20,
            loaded: 32,
            facts: Duration::from_secs(20),
            compared: usize::MAX,
            saved_games: 1000,
            records: 10_000,
            tournaments: 200,
            tournament_processors: 1,
            think: Duration::from_secs(60),
            grace: Duration::from_secs(5),
            tables: 200,
            client_tables: 50,
            client_saved_games: 200,
            client_opens: 60,
            client_saves: 60,
            client_uploads: 60,
            client_checks: 300,
            client_hints: 60,
            client_tournaments: 30,
            idle: Duration::from_secs(3600),
            thinkers: std::thread::available_parallelism().map_or(2, |n| n.get()),
            memory_bytes: 2 << 30,
            steps: 2000,
        }
    }
}

impl WebLimits {
    /// The limits with less time, for checks while a person types.
    pub fn for_checks(&self) -> WebLimits {
        WebLimits {
            ground: self.ground.min(self.check),
            question: self.question.min(self.check),
            ..self.clone()
        }
    }
}
