//! The result of a search, as data.

use senet_engine::{MoveId, RoleId};
use serde::Serialize;
use std::fmt;

/// The reason why a player stopped searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The search is complete, or nothing was left to search.
    #[default]
    Done,
    /// There is only one legal move.
    OnlyMove,
    /// The value of the state is proven.
    Solved,
    /// The time is up.
    Time,
    /// The node limit is reached.
    Nodes,
    /// The simulation limit is reached.
    Simulations,
    /// The memory limit is reached.
    Memory,
    /// The budget was cancelled.
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

/// The result of a search.
///
/// ```
/// use senet_search::{SearchReport, Stop};
///
/// let report = SearchReport { values: vec![75.0, 25.0], ..SearchReport::stopped(Stop::Time) };
/// assert_eq!(report.value(0), Some(75.0));
/// assert_eq!(report.value(2), None);
/// assert_eq!(report.stop.to_string(), "time");
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// The reason why the search stopped.
    pub stop: Stop,
    /// The number of finished playouts.
    pub simulations: u64,
    /// The number of states examined or added to a tree.
    pub nodes: u64,
    /// The search depth in joint moves.
    pub depth: u32,
    /// The expected goal of each role, from 0 to 100; empty if unknown.
    pub values: Vec<f64>,
    /// True if the values are proven.
    pub proven: bool,
    /// The evaluation of each legal move.
    pub moves: Vec<MoveReport>,
    /// The principal variation: the expected joint moves.
    pub line: Vec<Box<[MoveId]>>,
    /// The number of MCTS descents. Some end in nodes with proven values and need no playout.
    pub descents: u64,
    /// The batch sizes, if the player asks for playouts in batches.
    pub batching: Option<Batching>,
    /// Further notes for people.
    pub notes: Vec<String>,
}

/// The sizes of playout batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Batching {
    /// The number of leaves per batch.
    pub leaves: usize,
    /// The number of playouts per leaf.
    pub matches: u32,
}

/// The evaluation of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReport {
    /// The move.
    pub id: MoveId,
    /// The number of visits, or of states examined for this move.
    pub visits: u64,
    /// The expected goal of each role, from 0 to 100; empty if unknown.
    pub values: Vec<f64>,
    /// True if the values are proven.
    pub proven: bool,
}

impl SearchReport {
    /// A report without results, for a player that did not search.
    pub fn stopped(stop: Stop) -> SearchReport {
        SearchReport {
            stop,
            ..SearchReport::default()
        }
    }

    /// The expected goal of a role.
    pub fn value(&self, role: RoleId) -> Option<f64> {
        self.values.get(role).copied()
    }
}
