//! Measures the pauses of players: time during a move in which the player's thread is not running.

use senet_arena::{CustomPlayer, PlayerSpec, named_player};
use senet_console::clock::thread_cpu_seconds;
use senet_engine::{JointMove, State, Stopped};
use senet_search::{Budget, MoveChoice, Player, SearchReport};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The pause of each role's player during its last move. With several threads, only the answering thread counts.
#[derive(Clone, Default)]
pub struct Pauses(Arc<Mutex<Vec<Duration>>>);

impl Pauses {
    /// Wraps a player to measure its pauses. External players cannot be measured.
    pub fn watch(&self, who: &PlayerSpec) -> PlayerSpec {
        let PlayerSpec::Player(name) = who else {
            return who.clone();
        };
        let (seat, pauses) = (named_player(name), self.clone());
        PlayerSpec::Custom(CustomPlayer {
            name: name.to_string(),
            seat: Arc::new(move |setting| {
                let role = setting.role;
                Ok(Box::new(Watched {
                    player: seat(setting)?,
                    role,
                    pauses: pauses.clone(),
                }))
            }),
        })
    }

    /// The pause of a role's player during its last move.
    pub fn last(&self, role: usize) -> Duration {
        let pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.get(role).copied().unwrap_or_default()
    }

    fn note(&self, role: usize, pause: Duration) {
        let mut pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = pauses.len().max(role + 1);
        pauses.resize(count, Duration::ZERO);
        pauses[role] = pause;
    }
}

struct Watched {
    player: Box<dyn Player>,
    role: usize,
    pauses: Pauses,
}

impl Player for Watched {
    fn prepare(&mut self, budget: &Budget) -> Result<SearchReport, Stopped> {
        self.player.prepare(budget)
    }

    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let (start, before) = (Instant::now(), thread_cpu_seconds());
        let choice = self.player.choose(state, budget);
        let busy = Duration::from_secs_f64((thread_cpu_seconds() - before).max(0.0));
        self.pauses
            .note(self.role, start.elapsed().saturating_sub(busy));
        choice
    }

    fn observe(&mut self, joint: &JointMove, next: &State) {
        self.player.observe(joint, next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_engine::MoveId;

    /// Sleeps, then works.
    struct Sleeper;

    impl Player for Sleeper {
        fn choose(&mut self, _: &State, _: &Budget) -> Result<MoveChoice, Stopped> {
            std::thread::sleep(Duration::from_millis(30));
            let before = thread_cpu_seconds();
            while thread_cpu_seconds() < before + 0.02 {}
            Ok(MoveChoice {
                chosen: MoveId(0),
                report: SearchReport::default(),
            })
        }
    }

    #[test]
    fn counts_sleep_but_not_work_as_pause() {
        let pauses = Pauses::default();
        let mut watched = Watched {
            player: Box::new(Sleeper),
            role: 1,
            pauses: pauses.clone(),
        };
        let start = Instant::now();
        watched
            .choose(&State::from_words(Vec::new()), &Budget::unlimited())
            .unwrap();
        let (all, pause) = (start.elapsed(), pauses.last(1));
        assert!(pause >= Duration::from_millis(30), "{pause:?}");
        assert!(
            all - pause >= Duration::from_millis(15),
            "{all:?} {pause:?}"
        );
        assert_eq!(pauses.last(0), Duration::ZERO);
        assert_eq!(pauses.last(2), Duration::ZERO);
    }
}
