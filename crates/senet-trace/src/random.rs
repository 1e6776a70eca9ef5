//! The random numbers of a match.

use fastrand::Rng;
use senet_engine::spread_seed;

/// Returns the random number generator of match `number` of a seed. It does not depend on the other matches.
pub fn match_rng(seed: u64, number: u64) -> Rng {
    Rng::with_seed(spread_seed(seed, number))
}
