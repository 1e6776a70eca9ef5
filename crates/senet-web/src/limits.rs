//! What visitors may use up.

use std::time::Duration;

/// What visitors may use up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Larger requests are not read.
    pub body_bytes: usize,
    /// So many connections can be open at once; who comes then waits.
    pub connections: usize,
    /// How long the head of a request may take to come.
    pub head: Duration,
    /// How long a request may take until its answer begins.
    pub request: Duration,
    /// A client that reads nothing for so long is given up.
    pub stall: Duration,
    /// How long rules may be grounded before a reasoner is taken that does without.
    pub ground: Duration,
    /// Bytes that grounding may take before a reasoner is taken that does without.
    pub ground_bytes: usize,
    /// How long the rules may take for a question about a state.
    pub question: Duration,
    /// How long a sheet that is being checked may be grounded, and how long its rules may take for a question.
    pub check: Duration,
    /// So many sheets are checked at once.
    pub checks: usize,
    /// So many sheets may wait for being checked.
    pub waiting_checks: usize,
    /// So many games of the library are loaded at once, and so many others; who comes then waits.
    pub loads: usize,
    /// So many sheets that are not of the library may wait for being loaded.
    pub waiting_loads: usize,
    /// So many games are kept loaded, used or not.
    pub loaded: usize,
    /// How much processor time each kind of facts about a game may take.
    pub facts: Duration,
    /// Games are compared with so many of the library, in the order of their names.
    pub compared: usize,
    /// So many games of visitors are kept.
    pub saved_games: usize,
    /// So many records are kept.
    pub records: usize,
    /// The matches of a tournament may use so many processors.
    pub tournament_processors: usize,
    /// The longest that a player may be given for a move.
    pub think: Duration,
    /// A table waits so much longer for a player than its clock says: a machine that many use is slow at times.
    pub grace: Duration,
    /// So many tables can be open at once.
    pub tables: usize,
    /// A table that nobody has looked at for so long is closed.
    pub idle: Duration,
    /// So many players think at once; the others wait for their turn, and their clocks with them.
    pub thinkers: usize,
    /// Bytes that all players together may take for their trees and tables, about.
    pub memory_bytes: usize,
    /// A match is cut short after so many joint moves.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
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
            tournament_processors: 1,
            think: Duration::from_secs(60),
            grace: Duration::from_secs(5),
            tables: 200,
            idle: Duration::from_secs(3600),
            thinkers: std::thread::available_parallelism().map_or(2, |n| n.get()),
            memory_bytes: 2 << 30,
            steps: 2000,
        }
    }
}

impl Limits {
    /// The same with less time, for work that somebody waits for while typing.
    pub fn for_checks(&self) -> Limits {
        Limits {
            ground: self.ground.min(self.check),
            question: self.question.min(self.check),
            ..self.clone()
        }
    }
}
