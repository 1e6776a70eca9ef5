//! Keeps a match in its file while it is in progress.

use super::actor::TableActor;
use super::new_table::unkept;
use super::store::{Entry, OpenEntry, TableLog};
use super::table_seat::TableSeat;
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
        self.write_entry(entry);
    }

    /// Writes a change that comes after the end of a match, such as the wish for a rematch. The file is written as a whole.
    pub fn keep_after_end(&mut self, entry: &Entry) {
        self.log.outdate();
        self.write_entry(entry);
    }

    fn write_entry(&mut self, entry: &Entry) {
        let mut log = std::mem::replace(&mut self.log, TableLog::off());
        let written = log.write(entry, || self.entries());
        self.log = log;
        self.unkept = written.err().map(|error| unkept(&error));
    }

    /// Writes the choice of a role while other roles have not chosen. The last choice is written with the joint move.
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
            self.running_times()
                .iter()
                .for_each(|entry| self.keep(entry));
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
            guests: self.guests.clone(),
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
            .chain(self.times_left())
            .chain(self.ending_entries())
            .collect()
    }

    /// The entries after the end of the match.
    fn ending_entries(&self) -> Vec<Entry> {
        let ending = self.ending.iter().map(|ending| Entry::End {
            role: ending.role,
            why: ending.why,
        });
        let wanted = self.rematch.wanted.iter();
        let wanted = wanted.map(|&party| Entry::Rematch { party });
        let table = self.rematch.table.iter().cloned();
        let next = table.map(|table| Entry::Next { table });
        ending.chain(wanted).chain(next).collect()
    }
}
