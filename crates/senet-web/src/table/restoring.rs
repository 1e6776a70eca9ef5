//! Brings a match back from its file.

use super::actor::look;
use super::context::TableContext;
use super::ending;
use super::party::{Guest, Guests};
use super::person_clock::TimeLeft;
use super::rematch::Rematch;
use super::seat_request::SeatHolder;
use super::store::{Entry, OpenEntry};
use super::table_seat::TableSeat;
use crate::view::EndingView;
use senet_arena::Match;
use senet_gdl::Deadline;
use senet_search::Budget;
use std::time::Duration;

/// The parts of a table that change during a match.
pub struct MatchParts {
    /// The match.
    pub game: Match,
    /// The seats.
    pub seats: Vec<TableSeat>,
    /// The seats with links.
    pub guests: Guests,
    /// The time that people have left.
    pub times: Vec<TimeLeft>,
    /// Who ended the match.
    pub ending: Option<EndingView>,
    /// Who wants a rematch.
    pub rematch: Rematch,
}

impl MatchParts {
    /// The parts of a match that has not begun.
    pub fn new(game: Match, holders: Vec<SeatHolder>, open: &OpenEntry) -> MatchParts {
        let clock = open.clock.map(|clock| TimeLeft::new(clock.seconds));
        MatchParts {
            times: clock.map_or(Vec::new(), |clock| vec![clock; holders.len()]),
            seats: holders.into_iter().map(TableSeat::new).collect(),
            guests: open.guests.clone(),
            ending: None,
            rematch: Rematch::default(),
            game,
        }
    }

    /// Repeats the changes of a match that an earlier server kept.
    pub fn restore(
        &mut self,
        past: Vec<Entry>,
        context: &TableContext,
        life: &Deadline,
    ) -> Result<(), String> {
        for entry in past {
            // Each entry costs a few queries to the rules.
            let question = context.limits.question.as_secs_f64();
            let _watch = Budget::seconds(question).part_of(life).watch();
            self.repeat(entry, context)?;
            look(&mut self.game).map_err(|stopped| format!("the rules: {stopped}"))?;
        }
        Ok(())
    }

    fn repeat(&mut self, entry: Entry, context: &TableContext) -> Result<(), String> {
        match entry {
            Entry::Open(_) => return Err("its file opens it twice".to_string()),
            Entry::Choice { role, choice } => self
                .game
                .restore_choice(role, &choice)
                .map_err(|error| error.to_string())?,
            Entry::Withdraw { roles } => {
                roles.into_iter().for_each(|role| self.game.withdraw(role));
            }
            Entry::Turn(turn) => {
                let made = self.game.restore_turn(&turn);
                made.map_err(|error| error.to_string())?;
                self.forget_used_time();
            }
            Entry::Undo { step } => {
                self.game.undo(step);
                (self.ending, self.rematch) = (None, Rematch::default());
                self.forget_used_time();
            }
            Entry::Seat { role, seat } => {
                let holder = seat.holder(1.0, &context.limits, &context.custom_players);
                let holder = holder.map_err(|failure| failure.message)?;
                *self.seat(role)? = TableSeat::new(holder);
                self.guests.remove(&role);
                self.game.withdraw(role);
            }
            Entry::Clock { role, seconds } => {
                let used = Duration::try_from_secs_f64(seconds);
                let seat = self.seat(role)?;
                if matches!(seat.holder, SeatHolder::Player(_)) {
                    seat.used = used.map_err(|error| error.to_string())?;
                }
            }
            other => return self.repeat_of_people(other),
        }
        Ok(())
    }

    /// Repeats what people did besides moving.
    fn repeat_of_people(&mut self, entry: Entry) -> Result<(), String> {
        match entry {
            Entry::Left { role, seconds } => {
                if let Some(time) = self.times.get_mut(role) {
                    *time = TimeLeft::new(seconds);
                }
            }
            Entry::Link { role, key } => {
                self.seat(role)?;
                let joined = false;
                self.guests.insert(role, Guest { key, joined });
            }
            Entry::Join { role, name } => {
                self.seat(role)?.holder = SeatHolder::Human(name);
                if let Some(guest) = self.guests.get_mut(&role) {
                    guest.joined = true;
                }
            }
            Entry::End { role, why } => {
                self.seat(role)?;
                self.ending = Some(EndingView { role, why });
                ending::end(&mut self.game, role, why);
            }
            Entry::Rematch { party } => drop(self.rematch.wanted.insert(party)),
            Entry::Next { table } => self.rematch.table = Some(table),
            _ => {}
        }
        Ok(())
    }

    fn forget_used_time(&mut self) {
        let seats = self.seats.iter_mut();
        seats.for_each(|seat| seat.used = Duration::ZERO);
    }

    fn seat(&mut self, role: usize) -> Result<&mut TableSeat, String> {
        let missing = || format!("its file names role {role}, which does not exist");
        self.seats.get_mut(role).ok_or_else(missing)
    }
}
