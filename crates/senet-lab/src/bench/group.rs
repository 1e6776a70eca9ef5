//! The groups of measurements.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A group of measurements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// Playouts from the initial state.
    Playouts,
    /// Single-state queries.
    Step,
    /// Set-up time, from the text of the rules to a ready back end.
    Setup,
    /// Mappings of a game's symbols to themselves.
    Map,
}

impl Group {
    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Group::Playouts => "playouts",
            Group::Step => "step",
            Group::Setup => "setup",
            Group::Map => "map",
        }
    }
}

/// A value of `--group`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Groups {
    /// Playouts from the initial state
    Playouts,
    /// Terminal, legal and next-state queries, one state at a time
    Step,
    /// Time from the text of the rules to a ready back end
    Setup,
    /// Mappings of the game's symbols to themselves, with every mapper
    Map,
    /// All groups
    All,
}

impl Groups {
    /// Expands the values to groups without duplicates, in a fixed order.
    pub fn meant(asked: &[Groups]) -> Vec<Group> {
        let all = [
            (Groups::Playouts, Group::Playouts),
            (Groups::Step, Group::Step),
            (Groups::Setup, Group::Setup),
            (Groups::Map, Group::Map),
        ];
        let is_asked = |groups| asked.contains(&groups) || asked.contains(&Groups::All);
        let asked = all.into_iter().filter(|(groups, _)| is_asked(*groups));
        asked.map(|(_, group)| group).collect()
    }
}
