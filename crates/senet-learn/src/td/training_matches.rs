//! Training matches between learners and fixed opponents.
//!
//! This loop works on cached positions of raw states, without players, clocks or records. It cannot use the `Match` of
//! `senet-arena`, which depends on this crate.

use super::position_cache::{PositionCache, TdError, TdPosition};
use super::{Opponent, TdLearner};
use fastrand::Rng;
use senet_engine::{RoleId, State, Stopped};

/// A match is cut off after this many steps.
pub const MAX_STEPS: usize = 100_000;

/// The player of a role.
pub enum TdSeat {
    /// A player that learns.
    Learner(Box<TdLearner>),
    /// A player that does not learn.
    Opponent(Opponent),
}

/// Plays training matches of one game, with one player per role.
///
/// ```
/// use fastrand::Rng;
/// use senet_engine::{LoadOptions, load};
/// use senet_gdl::Sheet;
/// use senet_learn::td::{Opponent, PositionCache, TdLearner, TdSeat, TdSettings, TrainingMatches};
/// use std::sync::Arc;
///
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let game: Arc<_> = load(&Sheet::read(rules), &LoadOptions::default()).unwrap().game.into();
/// let learner = TdLearner::from_scratch(TdSettings::default());
/// let seats = vec![TdSeat::Learner(Box::new(learner)), TdSeat::Opponent(Opponent::Random)];
/// let mut matches = TrainingMatches::new(PositionCache::new(Arc::clone(&game)).unwrap(), seats).unwrap();
/// let goals = matches.play(game.initial().unwrap(), &mut Rng::with_seed(1)).unwrap();
/// assert_eq!(goals[0] + goals[1], 100.0);
/// assert!(!matches.learner(0).unwrap().values().is_empty());
/// ```
pub struct TrainingMatches {
    positions: PositionCache,
    seats: Vec<TdSeat>,
}

impl TrainingMatches {
    /// Sets one player for each role.
    pub fn new(positions: PositionCache, seats: Vec<TdSeat>) -> Result<TrainingMatches, TdError> {
        let roles = positions.game().roles().len();
        match seats.len() == roles {
            true => Ok(TrainingMatches { positions, seats }),
            false => {
                let message = format!("{} seats for {roles} roles", seats.len());
                Err(Stopped::Misuse(message).into())
            }
        }
    }

    /// The learner of a role, if it has one.
    pub fn learner(&self, role: RoleId) -> Option<&TdLearner> {
        match self.seats.get(role)? {
            TdSeat::Learner(learner) => Some(learner),
            TdSeat::Opponent(_) => None,
        }
    }

    /// Returns the position cache, for reuse, and the players.
    pub fn into_parts(self) -> (PositionCache, Vec<TdSeat>) {
        (self.positions, self.seats)
    }

    /// Plays a match from a state to its end. All learners learn. Returns the goals by role.
    pub fn play(&mut self, start: State, rng: &mut Rng) -> Result<Vec<f32>, TdError> {
        self.learners().for_each(|(_, learner)| learner.begin());
        let mut state = start;
        for _ in 0..MAX_STEPS {
            let position = self.positions.at(&state)?;
            state = match &*position {
                TdPosition::End(goals) => {
                    let learners = self.learners();
                    learners.for_each(|(role, learner)| learner.end(goals[role]));
                    return Ok(goals.clone());
                }
                TdPosition::Forced(next) => next.clone(),
                TdPosition::Turn(turn) => {
                    let game = &**self.positions.game();
                    let chosen = match &mut self.seats[turn.role] {
                        TdSeat::Learner(learner) => learner.choose(&turn.after, rng),
                        TdSeat::Opponent(other) => other.choose(turn, game, rng)?,
                    };
                    let next = &turn.after[chosen];
                    let others = self.learners().filter(|(role, _)| *role != turn.role);
                    others.for_each(|(_, learner)| learner.watch(next));
                    next.clone()
                }
            };
        }
        Err(TdError::Endless(MAX_STEPS))
    }

    fn learners(&mut self) -> impl Iterator<Item = (RoleId, &mut TdLearner)> {
        let seats = self.seats.iter_mut().enumerate();
        seats.filter_map(|(role, seat)| match seat {
            TdSeat::Learner(learner) => Some((role, &mut **learner)),
            TdSeat::Opponent(_) => None,
        })
    }
}
