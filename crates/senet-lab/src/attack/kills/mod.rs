//! Kills processes at random moments. Finished work must stay, and databases must open.

mod knowledge;
mod tournament;
mod web_tables;

use super::attacker::{Attacker, Trouble};
use fastrand::Rng;
use senet_console::Failure;

/// A kind of process to kill: its name, and a function that plays a round of kills and returns the troubles.
type Round = fn(&mut Attacker, &mut Rng) -> Result<Vec<Trouble>, Failure>;

/// The rounds, in turn.
const ROUNDS: [(&str, Round); 3] = [
    ("killed tournament", tournament::round),
    ("killed knowledge base", knowledge::round),
    ("killed web server", web_tables::round),
];

/// Kills until the time is over.
pub fn attack(attacker: &mut Attacker) -> Result<(), Failure> {
    for number in 0..attacker.most_cases {
        let (name, round) = ROUNDS[number % ROUNDS.len()];
        let seed = attacker.case_seed(number);
        let troubles = round(attacker, &mut Rng::with_seed(seed))?;
        for trouble in troubles {
            attacker.found(name.to_string(), seed, trouble);
        }
        if attacker.is_over() {
            break;
        }
    }
    Ok(())
}
