//! How long players may think, and how long a match waits for them.

use senet_search::{Budget, Clock};
use std::time::{Duration, Instant};

/// The clocks of a match.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// Before the first move.
    pub start: Duration,
    /// For each move.
    pub play: Duration,
    /// What time is told by. Matches are played by the clock on the wall; experiments on a machine that others use may count the processor
    /// time of the player's thread.
    pub kind: Clock,
    /// So many simulations a player may make, if they are limited: the same work on any machine.
    pub simulations: Option<u64>,
    /// So much less than the clock is what players in process are given, since to stop, too, takes time, and a machine that others use may pause a
    /// thread for tens of milliseconds. Never more than a tenth of the clock.
    pub margin: Duration,
    /// So much longer than the clock does the match wait for a player in process.
    pub grace: Duration,
}

/// By the processor's time, the time on the wall can be so many times longer: others use the machine.
const WALL_PER_CPU: u32 = 20;
/// And longer by this.
const WALL_MORE: Duration = Duration::from_secs(30);

/// Longer than anybody waits.
const LONGEST: Duration = Duration::from_secs(10_000_000);

impl Clocks {
    /// Clocks of so many seconds, with the usual margin and grace.
    pub fn seconds(start: f64, play: f64) -> Clocks {
        let duration =
            |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(LONGEST);
        Clocks {
            start: duration(start),
            play: duration(play),
            kind: Clock::Wall,
            simulations: None,
            margin: Duration::from_millis(30),
            grace: Duration::from_secs(1),
        }
    }

    /// What a player in process may use of a clock, from now on.
    pub fn budget(&self, clock: Duration) -> Budget {
        let margin = match self.kind {
            Clock::Wall => self.margin.min(clock / 10),
            Clock::ThreadCpu => Duration::ZERO,
        };
        Budget::time(self.kind, clock - margin)
            .with_simulations(self.simulations.unwrap_or(u64::MAX))
    }

    /// How long the match waits for a player in process.
    pub fn patience(&self, clock: Duration) -> Duration {
        let wall = match self.kind {
            Clock::Wall => clock,
            Clock::ThreadCpu => clock.saturating_mul(WALL_PER_CPU).saturating_add(WALL_MORE),
        };
        wall.saturating_add(self.grace)
    }
}

/// The moment so much later than now; a very long time is as good as a longer one.
pub fn after(time: Duration) -> Instant {
    Instant::now() + time.min(LONGEST)
}

/// Whole seconds, as messages and records have them: never fewer than the clock.
pub fn whole_seconds(clock: Duration) -> u64 {
    clock.as_secs() + u64::from(clock.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_clocks_leave_time_to_think() {
        let clocks = Clocks::seconds(1.0, 0.05);
        let margin = |clock| clock - clocks.budget(clock).total().unwrap();
        assert_eq!(margin(clocks.start), Duration::from_millis(30));
        assert_eq!(margin(clocks.play), Duration::from_millis(5));
        assert_eq!(margin(Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn seconds_are_rounded_up() {
        assert_eq!(whole_seconds(Duration::from_millis(1001)), 2);
        assert_eq!(whole_seconds(Duration::from_secs(3)), 3);
        assert_eq!(whole_seconds(Duration::ZERO), 0);
    }
}
