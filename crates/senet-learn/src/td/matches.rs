//! Training matches between learners and fixed opponents.
//!
//! This loop works on cached positions of raw states, with no players, clocks or records. It does not use the `Match` of `senet-arena`, which depends on this
//! crate.

use super::positions::{Position, Positions, Unfit};
use super::{Learner, Opponent};
use fastrand::Rng;
use senet_engine::{RoleId, State, Stopped};

/// A match that goes on for so many steps has no end.
pub const MAX_STEPS: usize = 100_000;

/// Who plays a role.
pub enum Seat {
    /// Learns as it plays.
    Learner(Box<Learner>),
    /// Does not.
    Opponent(Opponent),
}

/// The seats of a game, one a role, and its positions.
pub struct Table {
    positions: Positions,
    seats: Vec<Seat>,
}

impl Table {
    /// Seats somebody for each role.
    pub fn new(positions: Positions, seats: Vec<Seat>) -> Result<Table, Unfit> {
        let roles = positions.game().roles().len();
        match seats.len() == roles {
            true => Ok(Table { positions, seats }),
            false => {
                let message = format!("{} seats for {roles} roles", seats.len());
                Err(Stopped::Misuse(message).into())
            }
        }
    }

    /// Who learns this role, if somebody does.
    pub fn learner(&self, role: RoleId) -> Option<&Learner> {
        match self.seats.get(role)? {
            Seat::Learner(learner) => Some(learner),
            Seat::Opponent(_) => None,
        }
    }

    /// Gives up the table: what the rules said, for another one, and the seats.
    pub fn into_parts(self) -> (Positions, Vec<Seat>) {
        (self.positions, self.seats)
    }

    /// Plays a match from a state to its end; all who learn do. Gives the goals by role.
    pub fn play(&mut self, start: State, rng: &mut Rng) -> Result<Vec<f32>, Unfit> {
        self.learners().for_each(|(_, learner)| learner.begin());
        let mut state = start;
        for _ in 0..MAX_STEPS {
            let position = self.positions.at(&state)?;
            state = match &*position {
                Position::End(goals) => {
                    let learners = self.learners();
                    learners.for_each(|(role, learner)| learner.end(goals[role]));
                    return Ok(goals.clone());
                }
                Position::Forced(next) => next.clone(),
                Position::Turn(turn) => {
                    let game = &**self.positions.game();
                    let chosen = match &mut self.seats[turn.role] {
                        Seat::Learner(learner) => learner.choose(&turn.after, rng),
                        Seat::Opponent(other) => other.choose(turn, game, rng)?,
                    };
                    let next = &turn.after[chosen];
                    let others = self.learners().filter(|(role, _)| *role != turn.role);
                    others.for_each(|(_, learner)| learner.watch(next));
                    next.clone()
                }
            };
        }
        Err(Unfit::Endless(MAX_STEPS))
    }

    fn learners(&mut self) -> impl Iterator<Item = (RoleId, &mut Learner)> {
        let seats = self.seats.iter_mut().enumerate();
        seats.filter_map(|(role, seat)| match seat {
            Seat::Learner(learner) => Some((role, &mut **learner)),
            Seat::Opponent(_) => None,
        })
    }
}
