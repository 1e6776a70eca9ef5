//! Clocks of people: a time for the whole match, and an increment for each move.

use super::actor::TableActor;
use super::store::Entry;
use crate::failure::Failure;
use crate::view::{ClockView, EndingKind};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use utoipa::ToSchema;

/// The clock of each person.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonClock {
    /// The seconds for the whole match.
    pub seconds: f64,
    /// The seconds that each move adds.
    #[serde(default)]
    pub increment: f64,
}

/// The longest time for a match, and the longest increment.
const LONGEST: f64 = 24.0 * 3600.0;
const LONGEST_INCREMENT: f64 = 600.0;

impl PersonClock {
    /// Refuses times below a second or above the maximum, and invalid increments.
    pub fn check(self) -> Result<PersonClock, Failure> {
        let fits = self.seconds >= 1.0 && self.seconds <= LONGEST;
        match fits && (0.0..=LONGEST_INCREMENT).contains(&self.increment) {
            true => Ok(self),
            false => Err(Failure::bad_request(
                "this clock is not allowed",
                format!(
                    "choose 1 to {LONGEST} seconds and an increment of at most {LONGEST_INCREMENT}"
                ),
            )),
        }
    }
}

/// The time of one person.
#[derive(Clone, Copy, Debug)]
pub struct TimeLeft {
    left: Duration,
    /// When the clock was started; `None` while it is stopped.
    since: Option<Instant>,
}

impl TimeLeft {
    /// A stopped clock.
    pub fn new(seconds: f64) -> TimeLeft {
        TimeLeft {
            left: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
            since: None,
        }
    }

    fn now(&self) -> Duration {
        let used = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.left.saturating_sub(used)
    }

    fn stop(&mut self) {
        *self = TimeLeft {
            left: self.now(),
            since: None,
        };
    }

    fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }
}

impl TableActor {
    /// True if this role's person has to choose, and every invited person has come.
    fn clock_should_run(&self, role: usize) -> bool {
        let is_over = self.game.outcome().is_some() || self.broken.is_some();
        let all_guests_have_come = self.guests.values().all(|guest| guest.joined);
        let has_choice = self.game.legal(role).len() > 1 && self.game.chosen(role).is_none();
        !is_over && all_guests_have_come && has_choice && self.seats[role].holder.is_human()
    }

    /// Starts and stops the clocks of people as the match requires.
    pub fn set_clocks(&mut self) {
        for role in 0..self.times.len() {
            match self.clock_should_run(role) {
                true => self.times[role].start(),
                false => self.times[role].stop(),
            }
        }
    }

    /// Stops the clock of a person who has chosen a move, and adds the increment.
    pub fn press_clock(&mut self, role: usize) {
        let Some(clock) = self.open.clock else {
            return;
        };
        // A person who chooses again before the others have chosen gets the increment once.
        let running = self.times.get_mut(role).filter(|time| time.since.is_some());
        if let Some(time) = running {
            time.stop();
            time.left += Duration::try_from_secs_f64(clock.increment).unwrap_or_default();
            let seconds = time.left.as_secs_f64();
            self.keep(&Entry::Left { role, seconds });
        }
    }

    /// The time until the next clock of a person runs out.
    pub fn time_to_flag(&self) -> Option<Duration> {
        let running = self.times.iter().filter(|time| time.since.is_some());
        running.map(TimeLeft::now).min()
    }

    /// Ends the match if the clock of a person has run out.
    pub fn end_on_time(&mut self) {
        let mut running = self.times.iter();
        let flag = running.position(|time| time.since.is_some() && time.now().is_zero());
        if let Some(role) = flag {
            self.end_match(role, EndingKind::Time);
            self.publish();
        }
    }

    /// The entries for the clocks of people.
    pub fn times_left(&self) -> Vec<Entry> {
        let entry = |(role, time): (usize, &TimeLeft)| Entry::Left {
            role,
            seconds: time.now().as_secs_f64(),
        };
        self.times.iter().enumerate().map(entry).collect()
    }

    /// The entries for the clocks of people that run.
    pub fn running_times(&self) -> Vec<Entry> {
        let mut entries = self.times_left();
        entries.retain(
            |entry| matches!(entry, Entry::Left { role, .. } if self.times[*role].since.is_some()),
        );
        entries
    }

    /// The clocks as views show them.
    pub fn clock_views(&self) -> Vec<Option<ClockView>> {
        let view = |(role, time): (usize, &TimeLeft)| {
            let is_human = self.seats[role].holder.is_human();
            is_human.then(|| ClockView {
                left: time.now().as_secs_f64(),
                running: time.since.is_some(),
            })
        };
        self.times.iter().enumerate().map(view).collect()
    }
}
