//! A player in process, guarded: whatever it does becomes an answer or a trouble.

use crate::chance::{Purpose, number};
use crate::seat::{Answer, Ending, Limit, News, Occupant, Proposal};
use crate::{Rules, SeatFn, Trouble};
use senet_engine::{RoleId, State, Stopped};
use senet_search::{Budget, MoveChoice, Player, PlayerError, PlayerName, Setting, player};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Seats players of this name.
pub fn by_name(name: &PlayerName) -> SeatFn {
    let name = name.clone();
    Arc::new(move |setting| player(&name, setting))
}

/// A player in process.
pub struct Thinker {
    seat: SeatFn,
    setting: Setting,
    /// Nobody after a panic, until the next order.
    player: Option<Box<dyn Player>>,
}

impl Thinker {
    /// Seats a player; all its random choices come from the seed of the match.
    pub fn new(
        seat: SeatFn,
        rules: &Rules,
        role: RoleId,
        seed: u64,
    ) -> Result<Thinker, PlayerError> {
        let setting = Setting {
            game: rules.game.clone(),
            role,
            seed: number(seed, Purpose::Player, role),
            learn: rules.learn.clone(),
        };
        let player = seat(setting.clone())?;
        Ok(Thinker {
            seat,
            setting,
            player: Some(player),
        })
    }

    /// Lets the player think about a state.
    pub fn think(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Trouble> {
        self.guarded(|player| player.choose(state, budget))
    }

    /// Lets the player do something. After a panic it is thrown away, and a new one of the same name takes its seat for the next order: what was left
    /// of the old one could be in any state.
    fn guarded<T>(
        &mut self,
        action: impl FnOnce(&mut dyn Player) -> Result<T, Stopped>,
    ) -> Result<T, Trouble> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => (self.seat)(self.setting.clone())
                .map_err(|error| Trouble::Broken(error.to_string()))?,
        };
        match catch_unwind(AssertUnwindSafe(|| action(&mut *player))) {
            Ok(done) => {
                self.player = Some(player);
                done.map_err(|stopped| match stopped {
                    Stopped::Signalled => Trouble::Late,
                    other => Trouble::Broken(other.to_string()),
                })
            }
            Err(panic) => {
                // What is left of it may panic once more when it is dropped.
                catch_unwind(AssertUnwindSafe(|| drop(player))).ok();
                Err(Trouble::Broken(format!("it panicked: {}", message(&panic))))
            }
        }
    }
}

fn message(panic: &Box<dyn Any + Send>) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message")
}

impl Occupant for Thinker {
    fn start(&mut self, limit: &Limit) -> Result<Answer, Trouble> {
        let budget = limit.budget.for_this_thread();
        let report = self.guarded(|player| player.prepare(&budget))?;
        Ok(Answer {
            proposal: None,
            report,
        })
    }

    fn note(&mut self, news: &News) {
        if let Some(last) = &news.last {
            // Should it panic here, a new player is asked for the next move, and the panic has been printed.
            self.guarded(|player| {
                player.observe(last, &news.state);
                Ok(())
            })
            .ok();
        }
    }

    fn choose(&mut self, news: &News, limit: &Limit) -> Result<Answer, Trouble> {
        let choice = self.think(&news.state, &limit.budget.for_this_thread())?;
        Ok(Answer {
            proposal: Some(Proposal::Move(choice.chosen)),
            report: choice.report,
        })
    }

    fn end(&mut self, _ending: &Ending, _limit: &Limit) {}
}
