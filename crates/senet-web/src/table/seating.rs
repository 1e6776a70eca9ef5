//! A seat at a table: who sits there, what they are doing, what they have chosen.

use super::house::{House, Seated};
use super::message::Ticket;
use super::seats::{SeatedPlayer, Sitter};
use senet_arena::steps::{Letter, News, Occupant, Seat, in_process};
use senet_arena::{Rules, Trouble};
use senet_engine::{MoveId, RoleId};
use senet_search::{Budget, PlayerError, SearchReport};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// A seat.
pub struct Seating {
    /// Who sits there.
    pub sitter: Sitter,
    /// Where a player thinks; nothing before it was first asked.
    pub place: Option<Place>,
    /// What it is asked for.
    pub asked: Option<Asked>,
    /// What it has chosen for the present state.
    pub choice: Option<Choice>,
}

/// A player's place.
pub struct Place {
    /// Its answers have this number on them.
    pub ticket: Ticket,
    /// The place.
    pub seat: Seat,
    _seated: Seated,
}

/// A question to a player.
pub struct Asked {
    /// The number of the question.
    pub ticket: Ticket,
    /// Nothing while its turn to think has not come.
    pub thinking: Option<Thinking>,
}

/// A player that thinks.
pub struct Thinking {
    /// The number of the answer.
    pub number: u64,
    /// What it may use up.
    pub budget: Budget,
    /// Since when it thinks.
    pub since: Instant,
    /// Longer nobody waits.
    pub deadline: Instant,
    /// What it has found out so far.
    pub report: Arc<Mutex<Option<SearchReport>>>,
    _turn: OwnedSemaphorePermit,
}

impl Thinking {
    /// A player that begins to think.
    pub fn new(
        number: u64,
        budget: Budget,
        deadline: Instant,
        report: Arc<Mutex<Option<SearchReport>>>,
        turn: OwnedSemaphorePermit,
    ) -> Thinking {
        Thinking {
            number,
            budget,
            since: Instant::now(),
            deadline,
            report,
            _turn: turn,
        }
    }
}

/// What was chosen.
#[derive(Clone)]
pub struct Choice {
    /// The move.
    pub id: MoveId,
    /// What was found out.
    pub report: Option<SearchReport>,
    /// Why it is not the player's own.
    pub trouble: Option<Trouble>,
    /// How long it took.
    pub took: Option<Duration>,
}

impl Choice {
    /// A move about which there is nothing to say.
    pub fn plain(id: MoveId) -> Choice {
        Choice {
            id,
            report: None,
            trouble: None,
            took: None,
        }
    }
}

impl Seating {
    /// Somebody sits down.
    pub fn new(sitter: Sitter) -> Seating {
        Seating {
            sitter,
            place: None,
            asked: None,
            choice: None,
        }
    }

    /// Stops whoever thinks, and forgets what was chosen.
    pub fn interrupt(&mut self) {
        if let Some(thinking) = self.asked.take().and_then(|asked| asked.thinking) {
            thinking.budget.cancel();
        }
        self.choice = None;
    }

    /// Sends the player away; the next question goes to a new one.
    pub fn clear(&mut self) {
        self.interrupt();
        self.place = None;
    }
}

impl Drop for Seating {
    fn drop(&mut self) {
        self.interrupt();
    }
}

impl SeatedPlayer {
    /// The player, if it can play this game.
    pub fn occupant(
        &self,
        rules: &Rules,
        role: RoleId,
        seed: u64,
    ) -> Result<Box<dyn Occupant>, PlayerError> {
        in_process(self.seat.clone(), rules, role, seed)
    }
}

impl Place {
    /// A player takes its place, and is told what has happened until now where it needs that.
    pub fn take(
        house: &House,
        ticket: Ticket,
        role: RoleId,
        occupant: Box<dyn Occupant>,
        past: impl Iterator<Item = News>,
        answer: impl Fn(Letter) + Send + 'static,
    ) -> std::io::Result<Place> {
        let mut seat = Seat::new(role, occupant, answer)?;
        past.for_each(|news| seat.note(news));
        Ok(Place {
            ticket,
            seat,
            _seated: house.seat(),
        })
    }
}
