//! Random matches: one by one, each the same whatever else is played, or by the thousand, as fast as the reasoner can.

use crate::random::{legal_moves, random_joint};
use crate::statistics::Statistics;
use fastrand::Rng;
use senet_engine::{Game, Goal, PlayoutRequest, PlayoutTally, Stopped, spread_seed};

/// One random match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How many joint moves were made.
    pub length: usize,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a random match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// At a terminal state with these goals, in role order.
    Ended(Vec<Goal>),
    /// The step limit came first.
    CutShort,
    /// A role had no legal move in a state that is not terminal.
    NoMove,
}

/// Plays one random match of at most `max_steps` joint moves.
pub fn playout(game: &dyn Game, rng: &mut Rng, max_steps: usize) -> Result<Playout, Stopped> {
    let mut state = game.initial()?;
    for length in 0..=max_steps {
        let end = |outcome| Ok(Playout { length, outcome });
        if game.is_terminal(&state)? {
            let goals = (0..game.roles().len()).map(|role| game.goal(&state, role));
            return end(Outcome::Ended(goals.collect::<Result<_, _>>()?));
        }
        match random_joint(&legal_moves(game, &state)?, rng) {
            None => return end(Outcome::NoMove),
            Some(_) if length == max_steps => break,
            Some(joint) => state = game.next(&state, &joint)?,
        }
    }
    Ok(Playout {
        length: max_steps,
        outcome: Outcome::CutShort,
    })
}

/// No request is for more matches than this, so that the observer hears of them now and then.
const LARGEST_REQUEST: u64 = 1 << 16;

/// Plays random matches of at most `max_steps` joint moves by [`Game::playouts`] and averages them. Calls the observer with the
/// number of matches played so far.
///
/// The same seed and number of matches give the same matches on the same reasoner (of the same width, where it plays many
/// at once). Requests start small and double, so that slow games show progress and fast ones are not held up; how they are divided
/// depends on nothing but the number of matches.
pub fn playouts(
    game: &dyn Game,
    matches: u64,
    seed: u64,
    max_steps: u32,
    observer: &mut dyn FnMut(u64),
) -> Result<Statistics, Stopped> {
    let start = [game.initial()?];
    let mut tally = PlayoutTally::new(game.roles().len());
    let (mut played, mut number) = (0, 0);
    while played < matches {
        let size = (1 << number.min(63))
            .min(LARGEST_REQUEST)
            .min(matches - played);
        let request = PlayoutRequest {
            depth_limit: Some(max_steps),
            squared_lengths: true,
            ..PlayoutRequest::new(&start, size as u32, spread_seed(seed, number))
        };
        let tallies = game.playouts(&request)?.tallies;
        tallies.iter().for_each(|more| tally.merge(more));
        played += size;
        number += 1;
        observer(played);
    }
    Ok(Statistics::of_tally(game.roles(), &tally))
}
