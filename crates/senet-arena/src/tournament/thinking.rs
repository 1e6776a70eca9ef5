//! How many roles have a choice at the same time.

use fastrand::Rng;
use senet_engine::{Game, State, Stopped};
use senet_search::chance_role;

/// The number of random matches examined.
const MATCHES: usize = 10;
/// Maximum number of joint moves of each match.
const STEPS: usize = 200;

/// The largest number of roles with more than one legal move in a state, over some random matches; at least 1. Chance does not count.
pub fn thinking_at_once(game: &dyn Game, seed: u64) -> Result<usize, Stopped> {
    let mut rng = Rng::with_seed(seed);
    let mut most = 1;
    for _ in 0..MATCHES {
        let mut state = game.initial()?;
        for _ in 0..STEPS {
            match step(game, &state, &mut rng)? {
                Some((next, thinking)) => {
                    state = next;
                    most = most.max(thinking);
                }
                None => break,
            }
        }
    }
    Ok(most)
}

/// The state after a random joint move, and the number of roles with a choice; `None` at the end, or if a role has no move.
fn step(game: &dyn Game, state: &State, rng: &mut Rng) -> Result<Option<(State, usize)>, Stopped> {
    if game.is_terminal(state)? {
        return Ok(None);
    }
    let chance = chance_role(game);
    let (mut joint, mut thinking) = (Vec::new(), 0);
    for role in 0..game.roles().len() {
        let legal = game.legal(state, role)?;
        if legal.is_empty() {
            return Ok(None);
        }
        thinking += usize::from(legal.len() > 1 && Some(role) != chance);
        joint.push(legal[rng.usize(..legal.len())]);
    }
    Ok(Some((game.next(state, &joint)?, thinking)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadPlan, load_for_play};
    use senet_gdl::Sheet;

    #[track_caller]
    fn check(name: &str, expected: usize) {
        let rules = senet_library::find(name).unwrap().rules;
        let rules = load_for_play(name, Sheet::read(rules), &LoadPlan::default()).unwrap();
        assert_eq!(thinking_at_once(&*rules.game, 1), Ok(expected));
    }

    #[test]
    fn counts_roles_that_think_at_the_same_time() {
        check("tic-tac-toe", 1);
        check("rock-paper-scissors", 2);
        check("connect-four-3p", 1);
        check("eight-puzzle", 1);
    }
}
