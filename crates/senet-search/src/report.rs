//! What a player found out while it thought, as data.

use senet_engine::{MoveId, RoleId};
use serde::Serialize;
use std::fmt;

/// What made a player stop thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// There was nothing more to think about.
    #[default]
    Done,
    /// There was only one legal move.
    OnlyMove,
    /// The value of the state is proven.
    Solved,
    /// Time was up.
    Time,
    /// As many nodes as allowed.
    Nodes,
    /// As many simulations as allowed.
    Simulations,
    /// As much memory as allowed.
    Memory,
    /// Somebody said stop.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Stop::Done => "done",
            Stop::OnlyMove => "only one move",
            Stop::Solved => "solved",
            Stop::Time => "time",
            Stop::Nodes => "nodes",
            Stop::Simulations => "simulations",
            Stop::Memory => "memory",
            Stop::Cancelled => "cancelled",
        })
    }
}

/// What a player found out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// What made it stop.
    pub stop: Stop,
    /// Random matches that were played to their end.
    pub simulations: u64,
    /// States that were looked at, or put into a tree.
    pub nodes: u64,
    /// How many joint moves it looked ahead.
    pub depth: u32,
    /// What it expects, a goal between 0 and 100 for each role; empty if it has no idea.
    pub values: Vec<f64>,
    /// Whether the values are proven.
    pub proven: bool,
    /// What it thinks of each of its legal moves.
    pub moves: Vec<MoveReport>,
    /// The joint moves that it expects.
    pub line: Vec<Box<[MoveId]>>,
    /// Descents from the root of a tree to a leaf, or to where the values are known: those need no random match.
    pub descents: u64,
    /// How it asked for random matches, if it did so in batches.
    pub batching: Option<Batching>,
    /// Whatever else a person may want to know.
    pub notes: Vec<String>,
}

/// How a player asks for random matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Batching {
    /// Leaves of a batch.
    pub leaves: usize,
    /// Matches from each leaf.
    pub matches: u32,
}

/// What a player thinks of one of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    /// The move.
    pub id: MoveId,
    /// How often it was looked at.
    pub visits: u64,
    /// The goals that it expects, one for each role; empty if it has no idea.
    pub values: Vec<f64>,
    /// Whether they are proven.
    pub proven: bool,
}

impl Report {
    /// The report of a player that did not have to think.
    pub fn stopped(stop: Stop) -> Report {
        Report {
            stop,
            ..Report::default()
        }
    }

    /// What it expects for a role.
    pub fn value(&self, role: RoleId) -> Option<f64> {
        self.values.get(role).copied()
    }
}
