//! Keeps a match in its file while it is in progress, and brings it back.

use super::actor::{TableActor, look};
use super::context::TableContext;
use super::new_table::unkept;
use super::seat_request::SeatHolder;
use super::store::{Entry, OpenEntry, TableLog};
use super::table_seat::TableSeat;
use senet_arena::Match;
use senet_gdl::Deadline;
use senet_search::Budget;
use std::time::{Duration, Instant};

/// How often the used time of thinking players is written.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

impl TableActor {
    /// Writes a change of the match to its file. A failure becomes a warning, and the match goes on in memory.
    pub fn keep(&mut self, entry: &Entry) {
        // The record of a finished match is stored elsewhere. If the match goes on after an undo, it is written as a whole.
        if self.game.outcome().is_some() {
            self.log.outdate();
            return;
        }
        let mut log = std::mem::replace(&mut self.log, TableLog::off());
        let written = log.write(entry, || self.entries());
        self.log = log;
        self.unkept = written.err().map(|error| unkept(&error));
    }

    /// Writes the choice of a role that waits for others. Otherwise the joint move follows at once.
    pub fn keep_choice(&mut self, role: usize) {
        let mut roles = 0..self.seats.len();
        let is_last = roles.all(|role| self.game.chosen(role).is_some());
        if let (false, Some(choice)) = (is_last, self.game.choice_record(role)) {
            self.keep(&Entry::Choice { role, choice });
        }
    }

    /// Writes the last joint move.
    pub fn keep_turn(&mut self) {
        let last = self.game.steps().checked_sub(1);
        if let Some(turn) = last.and_then(|last| self.game.turn_record(last)) {
            self.keep(&Entry::Turn(turn));
        }
    }

    /// Writes the used time of thinking players now and then.
    pub fn keep_clocks(&mut self) {
        if self.clocks_kept.elapsed() >= CLOCK_INTERVAL {
            self.clocks_kept = Instant::now();
            self.clocks().iter().for_each(|entry| self.keep(entry));
        }
    }

    /// The time that players have used for the current move.
    pub fn clocks(&self) -> Vec<Entry> {
        let used = |(role, seat): (usize, &TableSeat)| {
            let used = match seat.thinking() {
                Some(thinking) => thinking.since.elapsed(),
                None => seat.used,
            };
            let seconds = used.as_secs_f64();
            (seconds > 0.0).then_some(Entry::Clock { role, seconds })
        };
        self.seats.iter().enumerate().filter_map(used).collect()
    }

    /// All entries for the match as it is now.
    fn entries(&self) -> Vec<Entry> {
        let seats = self.seats.iter().map(|seat| seat.holder.request());
        let open = OpenEntry {
            seats: seats.collect(),
            ..self.open.clone()
        };
        let turns = (0..self.game.steps()).filter_map(|step| self.game.turn_record(step));
        let choice = |role| {
            let choice = self.game.choice_record(role)?;
            Some(Entry::Choice { role, choice })
        };
        std::iter::once(Entry::Open(open))
            .chain(turns.map(Entry::Turn))
            .chain((0..self.seats.len()).filter_map(choice))
            .chain(self.clocks())
            .collect()
    }
}

/// Repeats the changes of a match that an earlier server kept.
pub fn restore(
    game: &mut Match,
    seats: &mut [TableSeat],
    past: Vec<Entry>,
    context: &TableContext,
    life: &Deadline,
) -> Result<(), String> {
    for entry in past {
        // Each entry costs a few queries to the rules.
        let question = context.limits.question.as_secs_f64();
        let _watch = Budget::seconds(question).part_of(life).watch();
        repeat(game, seats, entry, context)?;
        look(game).map_err(|stopped| format!("the rules: {stopped}"))?;
    }
    Ok(())
}

fn repeat(
    game: &mut Match,
    seats: &mut [TableSeat],
    entry: Entry,
    context: &TableContext,
) -> Result<(), String> {
    match entry {
        Entry::Open(_) => return Err("its file opens it twice".to_string()),
        Entry::Choice { role, choice } => {
            game.restore_choice(role, &choice)
                .map_err(|error| error.to_string())?;
        }
        Entry::Withdraw { roles } => roles.into_iter().for_each(|role| game.withdraw(role)),
        Entry::Turn(turn) => {
            game.restore_turn(&turn)
                .map_err(|error| error.to_string())?;
            seats.iter_mut().for_each(|seat| seat.used = Duration::ZERO);
        }
        Entry::Undo { step } => {
            game.undo(step);
            seats.iter_mut().for_each(|seat| seat.used = Duration::ZERO);
        }
        Entry::Seat { role, seat } => {
            let holder = seat.holder(1.0, &context.limits, &context.custom_players);
            let holder = holder.map_err(|failure| failure.message)?;
            *seat_at(seats, role)? = TableSeat::new(holder);
            game.withdraw(role);
        }
        Entry::Clock { role, seconds } => {
            let used = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
            let seat = seat_at(seats, role)?;
            if matches!(seat.holder, SeatHolder::Player(_)) {
                seat.used = used;
            }
        }
    }
    Ok(())
}

fn seat_at(seats: &mut [TableSeat], role: usize) -> Result<&mut TableSeat, String> {
    let missing = || format!("its file names role {role}, which does not exist");
    seats.get_mut(role).ok_or_else(missing)
}
