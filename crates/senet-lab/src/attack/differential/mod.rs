//! Random rules on all back ends, judged by clingo.
//!
//! Clingo shares nothing with the back ends but the parsed rules. For each state of some random matches, it gets the rules, the facts and the
//! joint move as an answer-set program. It derives the legal moves, the goals, the end and the next state.

mod compared_game;
mod solver;
mod translation;

use super::attacker::{Attacker, Trouble};
use super::finding::Fault;
use compared_game::{Compared, compare};
use senet_console::Failure;
use senet_trace::random_sheet;
use solver::Solver;

/// Compares random rules until the time is over.
pub fn attack(attacker: &mut Attacker) -> Result<(), Failure> {
    let Some(mut solver) = Solver::start()? else {
        attacker.note("skipped: clingo is not installed (pip install clingo)");
        return Ok(());
    };
    for number in 0..attacker.most_cases {
        let seed = attacker.case_seed(number);
        let text = random_sheet(seed);
        match compare(&text, seed, &mut solver) {
            Compared::Agrees { states } => {
                attacker.count("states judged by clingo", states);
                attacker.count("sheets judged by clingo", usize::from(states > 0));
            }
            Compared::Differs(detail) => {
                let file = attacker.folder.write("random.kif", text.as_bytes())?;
                let trouble = Trouble::new(Fault::Differs, detail);
                let path = Some(std::path::Path::new(&file));
                attacker.found_with(
                    "random rules, clingo".to_string(),
                    seed,
                    trouble,
                    None,
                    path,
                );
            }
            Compared::Refused => attacker.count("sheets refused by clingo", 1),
            Compared::SolverGone => match Solver::start()? {
                Some(new) => solver = new,
                None => {
                    attacker.note("ended early: clingo does not start again");
                    return Ok(());
                }
            },
        }
        if attacker.is_over() {
            break;
        }
    }
    Ok(())
}
