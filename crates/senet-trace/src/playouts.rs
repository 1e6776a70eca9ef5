//! Playouts: single reproducible ones, or many at the full speed of the back end.

use crate::statistics::PlayoutStatistics;
use fastrand::Rng;
use senet_engine::{
    Game, PlayoutError, PlayoutRequest, PlayoutTally, UndefinedResult, defined_playouts,
    final_goals, legal_moves, random_joint, spread_seed,
};

/// A random match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The number of joint moves.
    pub length: usize,
    /// How the match ended.
    pub end: PlayoutEnd,
}

/// The end of a playout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayoutEnd {
    /// A terminal state with these goals, in role order.
    Ended(Vec<i32>),
    /// The step limit.
    CutShort,
}

/// Plays one random match of at most `max_steps` joint moves. Fails if the match has no result.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// use senet_trace::{PlayoutEnd, match_rng, playout};
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let game = load(&senet_gdl::Sheet::read(rules), &LoadOptions::default()).unwrap().game;
/// let played = playout(&*game, &mut match_rng(7, 0), 100).unwrap();
/// assert!((5..=9).contains(&played.length));
/// assert!(matches!(played.end, PlayoutEnd::Ended(_)));
/// ```
pub fn playout(game: &dyn Game, rng: &mut Rng, max_steps: usize) -> Result<Playout, PlayoutError> {
    let mut state = game.initial()?;
    for length in 0..=max_steps {
        if game.is_terminal(&state)? {
            let goals = final_goals(game, &state)?.map_err(PlayoutError::Undefined)?;
            let end = PlayoutEnd::Ended(goals);
            return Ok(Playout { length, end });
        }
        let legal = legal_moves(game, &state)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            let undefined = UndefinedResult::no_move(game, &state, role);
            return Err(PlayoutError::Undefined(undefined));
        }
        match random_joint(&legal, rng) {
            Some(joint) if length < max_steps => state = game.next(&state, &joint)?,
            _ => break,
        }
    }
    Ok(Playout {
        length: max_steps,
        end: PlayoutEnd::CutShort,
    })
}

/// The maximum number of matches per request, so that the observer gets regular updates.
const MAX_REQUEST: u64 = 1 << 16;

/// Plays random matches of at most `max_steps` joint moves with [`Game::playouts`] and averages them. Calls the observer with the
/// number of matches played so far.
///
/// The same seed and number of matches give the same matches on the same back end (and width). Requests start small and double, so
/// that slow games show progress and fast games run at full speed. The sizes depend only on the number of matches.
///
/// Fails if a match has no result. A missing goal is not a goal of 0.
pub fn playouts(
    game: &dyn Game,
    matches: u64,
    seed: u64,
    max_steps: u32,
    observer: &mut dyn FnMut(u64),
) -> Result<PlayoutStatistics, PlayoutError> {
    let start = [game.initial()?];
    let mut tally = PlayoutTally::new(game.roles().len());
    let (mut played, mut number) = (0, 0);
    while played < matches {
        let size = (1 << number.min(63)).min(MAX_REQUEST).min(matches - played);
        let request = PlayoutRequest {
            depth_limit: Some(max_steps),
            squared_lengths: true,
            ..PlayoutRequest::new(&start, size as u32, spread_seed(seed, number))
        };
        let tallies = defined_playouts(game, &request)?.tallies;
        tallies.iter().for_each(|more| tally.merge(more));
        played += size;
        number += 1;
        observer(played);
    }
    Ok(PlayoutStatistics::of_tally(game.roles(), &tally))
}
