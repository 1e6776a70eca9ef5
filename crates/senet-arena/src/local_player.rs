//! A player in this process, with its panics and errors caught: each call returns an answer or a fault.

use crate::chance::{Purpose, number};
use crate::seat::{MatchEnding, Occupant, ProposedMove, SeatAnswer, ThinkLimit, TurnInfo};
use crate::{PlayerFactory, PlayerFault, Rules};
use senet_engine::{RoleId, State, Stopped};
use senet_search::{Budget, MoveChoice, Player, PlayerError, PlayerName, Setting, player};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A factory for players of this name.
pub fn named_player(name: &PlayerName) -> PlayerFactory {
    let name = name.clone();
    Arc::new(move |setting| player(&name, setting))
}

/// A local player.
pub struct LocalPlayer {
    seat: PlayerFactory,
    setting: Setting,
    /// `None` after a panic, until the next command.
    player: Option<Box<dyn Player>>,
}

impl LocalPlayer {
    /// Creates a player. All its random choices come from the seed of the match.
    pub fn new(
        seat: PlayerFactory,
        rules: &Rules,
        role: RoleId,
        seed: u64,
    ) -> Result<LocalPlayer, PlayerError> {
        let setting = Setting {
            game: rules.game.clone(),
            role,
            seed: number(seed, Purpose::Player, role),
            learn: rules.learn.clone(),
        };
        let player = seat(setting.clone())?;
        Ok(LocalPlayer {
            seat,
            setting,
            player: Some(player),
        })
    }

    /// Lets the player think about a state.
    pub fn think(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, PlayerFault> {
        self.guarded(|player| player.choose(state, budget))
    }

    /// Runs an action of the player. A player that panics may be in any state, so it is dropped. The next command gets a new player of the same
    /// name.
    fn guarded<T>(
        &mut self,
        action: impl FnOnce(&mut dyn Player) -> Result<T, Stopped>,
    ) -> Result<T, PlayerFault> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => (self.seat)(self.setting.clone())
                .map_err(|error| PlayerFault::Broken(error.to_string()))?,
        };
        match catch_unwind(AssertUnwindSafe(|| action(&mut *player))) {
            Ok(done) => {
                self.player = Some(player);
                done.map_err(|stopped| match stopped {
                    Stopped::Signalled => PlayerFault::Late,
                    other => PlayerFault::Broken(other.to_string()),
                })
            }
            Err(panic) => {
                // Dropping the player may panic again.
                catch_unwind(AssertUnwindSafe(|| drop(player))).ok();
                Err(PlayerFault::Broken(format!(
                    "it panicked: {}",
                    message(&panic)
                )))
            }
        }
    }
}

fn message(panic: &Box<dyn Any + Send>) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message")
}

impl Occupant for LocalPlayer {
    fn start(&mut self, limit: &ThinkLimit) -> Result<SeatAnswer, PlayerFault> {
        let budget = limit.budget.for_this_thread();
        let report = self.guarded(|player| player.prepare(&budget))?;
        Ok(SeatAnswer {
            proposal: None,
            report,
        })
    }

    fn note(&mut self, turn_info: &TurnInfo) {
        if let Some(last) = &turn_info.last {
            // After a panic here a new player gets the next request; the panic itself has been printed.
            self.guarded(|player| {
                player.observe(last, &turn_info.state);
                Ok(())
            })
            .ok();
        }
    }

    fn choose(
        &mut self,
        turn_info: &TurnInfo,
        limit: &ThinkLimit,
    ) -> Result<SeatAnswer, PlayerFault> {
        let choice = self.think(&turn_info.state, &limit.budget.for_this_thread())?;
        Ok(SeatAnswer {
            proposal: Some(ProposedMove::Move(choice.chosen)),
            report: choice.report,
        })
    }

    fn end(&mut self, _ending: &MatchEnding, _limit: &ThinkLimit) {}
}
