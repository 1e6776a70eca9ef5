//! Lemmas: the largest set of properties that, all together, go from each state to the next.
//!
//! All properties that were true in every state seen are assumed at once. Whatever a counterexample shows not to follow is dropped, until
//! there is none left: what remains holds initially and follows by induction, so it holds always.

use crate::family::Family;
use crate::prover::{Prover, Step};
use crate::solver::SolverError;

/// So often a lemma is weakened group by group; after that it goes as a whole, so that there is an end.
const PATIENCE: usize = 60;

/// The families of those given that hold in all states that can be reached; `None` if that was not settled within the limits. The first so many
/// families hold as a whole or not at all, the others may lose groups.
pub fn inductive(
    prover: &mut Prover,
    families: &mut [Family],
    whole: usize,
    candidates: Vec<usize>,
) -> Result<Option<Vec<usize>>, SolverError> {
    let mut left = candidates;
    let mut rounds = 0;
    while !left.is_empty() {
        match prover.step(families, &left, &left, true)? {
            Step::Holds => break,
            Step::Unknown => return Ok(None),
            Step::Fails(found) => {
                rounds += 1;
                left.retain(|&number| {
                    let family = &mut families[number];
                    if family.holds(&found.next) {
                        return true;
                    }
                    if number < whole || rounds > PATIENCE {
                        return false;
                    }
                    family.weaken(&found.next);
                    prover.forget(number);
                    !family.groups.is_empty()
                });
            }
        }
    }
    Ok(Some(left))
}
