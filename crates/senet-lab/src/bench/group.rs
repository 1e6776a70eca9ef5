//! What is measured.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A kind of measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// Random matches from the initial state.
    Playouts,
    /// Single questions.
    Step,
    /// From the text of the rules to a reasoner that is ready.
    Setup,
    /// The symbols of the game mapped to themselves.
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

/// What the user asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Groups {
    /// Random matches from the initial state
    Playouts,
    /// Whether a state is terminal, what is legal and what comes next, asked for one state at a time
    Step,
    /// From the text of the rules to a reasoner that is ready
    Setup,
    /// The symbols of the game mapped to themselves, by every mapper
    Map,
    /// All of these
    All,
}

impl Groups {
    /// The groups meant, each once and in a fixed order.
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
