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
    /// The clock that measures thinking. Matches use wall time. Experiments on a shared machine may use the CPU time of the player's thread.
    pub kind: Clock,
    /// Maximum number of simulations for each move. Makes the work independent of the machine.
    pub simulations: Option<u64>,
    /// Time by which a local player stops early. Stopping takes time, and a shared machine may pause a thread. At most a tenth of the clock.
    pub margin: Duration,
    /// Time that the match waits for a local player after its clock has run out.
    pub grace: Duration,
}

/// Wall time allowed for each unit of CPU time, since a shared machine may pause the player.
const WALL_PER_CPU: u32 = 20;
/// Constant wall time allowed in addition to [`WALL_PER_CPU`].
const WALL_MORE: Duration = Duration::from_secs(30);

/// The longest time that a match waits.
const LONGEST: Duration = Duration::from_secs(10_000_000);

impl Clocks {
    /// Clocks in seconds, with the usual margin and grace.
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

    /// The budget of a local player for a clock that starts now.
    pub fn budget(&self, clock: Duration) -> Budget {
        let margin = match self.kind {
            Clock::Wall => self.margin.min(clock / 10),
            Clock::ThreadCpu => Duration::ZERO,
        };
        Budget::time(self.kind, clock - margin)
            .with_simulations(self.simulations.unwrap_or(u64::MAX))
    }

    /// How long the match waits for a local player.
    pub fn wait(&self, clock: Duration) -> Duration {
        let wall = match self.kind {
            Clock::Wall => clock,
            Clock::ThreadCpu => clock.saturating_mul(WALL_PER_CPU).saturating_add(WALL_MORE),
        };
        wall.saturating_add(self.grace)
    }
}

/// The instant `time` from now, capped at [`LONGEST`].
pub fn after(time: Duration) -> Instant {
    Instant::now() + time.min(LONGEST)
}

/// The clock in whole seconds for messages and records, rounded up.
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
