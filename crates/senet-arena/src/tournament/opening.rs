//! Random openings.

use fastrand::Rng;
use senet_engine::{Game, Stopped, legal_moves, random_joint};

/// The number of attempts before a shorter opening is taken.
const TRIES: usize = 50;

/// Random joint moves from the start, as texts, that do not end the match. The opening is shorter if almost all openings of this length end the
/// match. The same seed gives the same opening.
pub fn opening(game: &dyn Game, moves: usize, seed: u64) -> Result<Vec<Vec<String>>, Stopped> {
    let mut rng = Rng::with_seed(seed);
    let mut longest = Vec::new();
    for _ in 0..TRIES {
        let tried = walk(game, moves, &mut rng)?;
        if tried.len() == moves {
            return Ok(tried);
        }
        if tried.len() > longest.len() {
            longest = tried;
        }
    }
    Ok(longest)
}

/// Random joint moves after each of which the match goes on.
fn walk(game: &dyn Game, moves: usize, rng: &mut Rng) -> Result<Vec<Vec<String>>, Stopped> {
    let mut state = game.initial()?;
    let mut made = Vec::new();
    while made.len() < moves {
        let Some(joint) = random_joint(&legal_moves(game, &state)?, rng) else {
            break;
        };
        state = game.next(&state, &joint)?;
        if game.is_terminal(&state)? {
            break;
        }
        let texts = joint.iter().enumerate();
        made.push(texts.map(|(role, &id)| game.move_name(role, id)).collect());
    }
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadPlan, load_for_play};
    use senet_gdl::Sheet;

    /// Compares the length of an opening with the requested one.
    #[track_caller]
    fn check(name: &str, moves: usize, expected: usize) {
        let rules = senet_library::find(name).unwrap().rules;
        let rules = load_for_play(name, Sheet::read(rules), &LoadPlan::default()).unwrap();
        let of = |seed| opening(&*rules.game, moves, seed).unwrap();
        assert_eq!(of(1).len(), expected);
        assert_eq!(of(1), of(1));
        assert!(expected == 0 || (2..10).any(|seed| of(seed) != of(1)));
    }

    #[test]
    fn openings_do_not_end_the_match() {
        check("tic-tac-toe", 0, 0);
        check("tic-tac-toe", 3, 3);
        check("tic-tac-toe", 8, 8);
        check("tic-tac-toe", 100, 8);
    }
}
