//! Hostile visitors attack `senet web`. Afterwards a normal match must work.

mod assaults;
mod floods;
mod normal_match;
mod visitor;

use super::attacker::Attacker;
use super::server::Server;
use fastrand::Rng;
use senet_console::Failure;
use visitor::Visitor;

pub use normal_match::{OpenTable, TableRules, open_table, play, step, view};

/// A way to harm the server. It notes wrong answers.
pub struct Assault {
    /// The name in findings.
    pub name: &'static str,
    /// Makes the assault.
    pub make: fn(&mut Visitor, &mut Rng),
}

/// Attacks web servers until the time is over.
pub fn attack(attacker: &mut Attacker) -> Result<(), Failure> {
    let mut number = 0;
    let assaults = assaults::ASSAULTS.len() + floods::FLOODS.len();
    for _ in 0..attacker.most_cases.div_ceil(assaults) {
        let mut server = start(attacker)?;
        for assault in assaults::ASSAULTS.iter().chain(&floods::FLOODS) {
            let seed = attacker.case_seed(number);
            number += 1;
            let mut visitor = Visitor::new(server.address, attacker.limits.slack);
            (assault.make)(&mut visitor, &mut Rng::with_seed(seed));
            visitor.play_normally(seed);
            attacker.count("web requests", visitor.requests);
            attacker.count("assaults of visitors", 1);
            let sick = server.trouble(attacker.limits.memory_mib);
            let is_sick = sick.is_some();
            for trouble in visitor.troubles.into_iter().chain(sick) {
                attacker.found(assault.name.to_string(), seed, trouble);
            }
            if is_sick {
                server = start(attacker)?;
            }
        }
        if attacker.is_over() {
            break;
        }
    }
    Ok(())
}

/// Starts a server with a folder of its own.
fn start(attacker: &Attacker) -> Result<Server, Failure> {
    let folder = attacker.folder.path("web");
    // An earlier server may have left a folder.
    std::fs::remove_dir_all(&folder).ok();
    Server::start(attacker, &["web", "--folder", &folder, "--facts", "1"])
}
