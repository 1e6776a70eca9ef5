//! Lemmas by the Houdini algorithm: the largest set of properties that is inductive together.
//!
//! All properties that held in every visited state are assumed at once. Each counterexample drops the properties that
//! it violates. The remaining properties hold initially and follow by induction, so they always hold.

use crate::family::Family;
use crate::prover::{Induction, Prover};

/// Number of rounds in which lemmas lose single groups. Later a violated lemma is dropped whole, so the algorithm
/// ends.
const MAX_ROUNDS: usize = 60;

/// The families that hold in all reachable states; `None` if a limit was reached before the answer. The first `whole` families are
/// kept or dropped whole; others may lose groups.
pub fn inductive(
    prover: &mut Prover,
    families: &mut [Family],
    whole: usize,
    candidates: Vec<usize>,
) -> Option<Vec<usize>> {
    let mut left = candidates;
    let mut rounds = 0;
    while !left.is_empty() {
        match prover.step(families, &left, &left, true) {
            Induction::Holds => break,
            Induction::Unknown => return None,
            Induction::Fails(found) => {
                rounds += 1;
                left.retain(|&number| {
                    let family = &mut families[number];
                    if family.holds(&found.next) {
                        return true;
                    }
                    if number < whole || rounds > MAX_ROUNDS {
                        return false;
                    }
                    family.weaken(&found.next);
                    prover.forget(number);
                    !family.groups.is_empty()
                });
            }
        }
    }
    Some(left)
}
