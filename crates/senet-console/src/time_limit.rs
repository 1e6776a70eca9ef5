//! The one deadline of a command: `--time-limit` on the wall clock, or Ctrl-C.

use crate::{Common, Failure, clock, interrupt};
use senet_gdl::Deadline;
use senet_search::{Budget, Clock};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// After its deadline, a command that uses CPU time must end by itself within this time. Work that polls the deadline
/// needs far less.
const GRACE: Duration = Duration::from_millis(600);

/// A command that used less CPU time than this since its deadline gets [`LAST_GRACE`]: it waits, or the machine is busy.
const WORKS_ON: f64 = 0.4;

/// The time limit after the deadline for a command that hardly uses CPU time.
const LAST_GRACE: Duration = Duration::from_secs(3);

/// The time after Ctrl-C at which the watchdog ends a command.
const INTERRUPT_GRACE: Duration = Duration::from_secs(2);

/// The limit of this run of the program in seconds, for messages.
static LIMIT: OnceLock<f64> = OnceLock::new();

/// The deadline of this run of the program.
static DEADLINE: OnceLock<Deadline> = OnceLock::new();

impl Common {
    /// Starts the clock of the command and watches for Ctrl-C. The program calls this first.
    pub fn start_clock(&self) -> Result<(), Failure> {
        interrupt::watch()?;
        if let Some(seconds) = self.time_limit {
            LIMIT.get_or_init(|| seconds);
        }
        self.deadline();
        Ok(())
    }

    /// The deadline of the whole command. All work of a command takes it, or a part of it.
    pub fn deadline(&self) -> &'static Deadline {
        DEADLINE.get_or_init(|| {
            let seconds = self.time_limit.unwrap_or(f64::INFINITY);
            Deadline::after_seconds(seconds).or_when(interrupt::is_pressed)
        })
    }

    /// The deadline of a part that has its own limit in seconds.
    pub fn deadline_within(&self, seconds: f64) -> Deadline {
        self.deadline().within_seconds(seconds)
    }

    /// A budget for players without limits of its own. It ends with the command.
    pub fn budget(&self) -> Budget {
        Budget::unlimited().part_of(self.deadline())
    }

    /// A budget for players in seconds of a clock. It ends with the command.
    pub fn budget_of(&self, clock: Clock, seconds: f64) -> Budget {
        let time = Duration::try_from_secs_f64(seconds.max(0.0));
        Budget::time(clock, time.unwrap_or(Duration::MAX)).part_of(self.deadline())
    }

    /// The deadline of work with a default limit in seconds. `--time-limit` replaces the default.
    pub fn deadline_or(&self, default_seconds: f64) -> Deadline {
        match self.time_limit {
            Some(_) => self.deadline().clone(),
            None => self.deadline_within(default_seconds),
        }
    }
}

/// Returns true if the deadline of this run of the program is over.
pub fn is_over() -> bool {
    DEADLINE.get().is_some_and(Deadline::is_over)
}

/// Reads a number of seconds from the command line.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if f64::is_finite(seconds) && seconds > 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds above zero".to_string()),
    }
}

/// Parses a number above zero and at most `most` from the command line.
pub fn number_up_to(text: &str, most: f64) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number <= most => Ok(number),
        Ok(_) => Err(format!("expected a number above 0 and at most {most}")),
        Err(_) => Err("expected a number".to_string()),
    }
}

/// Says why work was not finished, and what to do. All commands use these words.
pub fn reason(what: &str) -> (String, Option<&'static str>) {
    match LIMIT.get() {
        _ if interrupt::is_pressed() => (
            format!("{what} was not finished: interrupted by Ctrl-C"),
            None,
        ),
        Some(seconds) => (
            format!("{what} was not finished within {seconds} s"),
            Some("raise --time-limit"),
        ),
        None => (format!("{what} was not finished in time"), None),
    }
}

/// Decides when the program must end a command that does not end by itself.
#[derive(Default)]
pub struct Watchdog {
    /// When the deadline passed, and the CPU seconds of the program until then.
    over_since: Option<(Instant, f64)>,
}

impl Watchdog {
    /// Returns true if the deadline passed too long ago. After Ctrl-C, commands that end in their own way (`heeds_interrupt`) are left alone.
    pub fn must_end(&mut self, heeds_interrupt: bool) -> bool {
        if !is_over() {
            return false;
        }
        let now = || (Instant::now(), clock::process_cpu_seconds());
        let (start, before) = *self.over_since.get_or_insert_with(now);
        let (since, used) = (start.elapsed(), clock::process_cpu_seconds() - before);
        match interrupt::is_pressed() {
            true => !heeds_interrupt && since > INTERRUPT_GRACE,
            false => {
                let grace = if used < WORKS_ON { LAST_GRACE } else { GRACE };
                since > grace
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limit_must_be_a_positive_number() {
        assert_eq!(seconds("2.5"), Ok(2.5));
        for text in ["0", "-1", "inf", "NaN", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_options_have_an_upper_bound() {
        assert_eq!(number_up_to("60", 60.0), Ok(60.0));
        for text in ["0", "-1", "60.1", "1e308", "inf", "NaN", "soon"] {
            assert!(number_up_to(text, 60.0).is_err(), "{text}");
        }
    }

    #[test]
    fn command_without_a_limit_has_an_endless_deadline() {
        let common = Common {
            json: false,
            seed: 1,
            cache: None,
            force: false,
            time_limit: None,
        };
        assert!(!common.deadline().is_over());
        assert!(common.deadline_within(0.0).is_over());
        assert!(common.deadline_or(0.0).is_over());
        assert!(!Watchdog::default().must_end(false));
        let (message, _) = reason("the match");
        assert_eq!(message, "the match was not finished in time");
    }
}
