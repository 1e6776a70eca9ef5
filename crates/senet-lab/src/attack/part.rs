//! The parts of an attack.

use super::attacker::Attacker;
use super::{corruption, differential, kills, protocol, sheets, web};
use clap::ValueEnum;
use senet_console::Failure;
use serde::Serialize;
use std::fmt;

/// A part of the attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Hostile rule sheets for the commands of the program
    Sheets,
    /// Random rules on all back ends, judged by clingo
    Differential,
    /// Hostile hosts that talk to `senet serve-player`
    Protocol,
    /// Hostile visitors of `senet web`
    Web,
    /// Kills tournaments, knowledge base updates and servers while they run
    Kills,
    /// Damaged databases and records
    Corruption,
}

impl Part {
    /// All parts, in the order of the attack.
    pub const ALL: [Part; 6] = [
        Part::Differential,
        Part::Corruption,
        Part::Kills,
        Part::Web,
        Part::Protocol,
        Part::Sheets,
    ];

    /// Runs this part until its time is over.
    pub fn run(self, attacker: &mut Attacker) -> Result<(), Failure> {
        match self {
            Part::Sheets => sheets::attack(attacker),
            Part::Differential => differential::attack(attacker),
            Part::Protocol => protocol::attack(attacker),
            Part::Web => web::attack(attacker),
            Part::Kills => kills::attack(attacker),
            Part::Corruption => corruption::attack(attacker),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Part::Sheets => "sheets",
            Part::Differential => "differential",
            Part::Protocol => "protocol",
            Part::Web => "web",
            Part::Kills => "kills",
            Part::Corruption => "corruption",
        })
    }
}
