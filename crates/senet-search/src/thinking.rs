//! What players that look ahead have in common: when there is something to think about.

use crate::player::legal_moves;
use crate::{Budget, Choice, Player, Report, Setting, Stop};
use senet_engine::{MoveId, State, Stopped};

/// When a player thinks, which decides how it divides its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the first move.
    BeforeTheMatch,
    /// To make a move.
    WithinAMove,
}

/// What thinking comes to: the best move, if one was found, and a report.
pub type Thought = (Option<MoveId>, Report);

/// A player that thinks about its moves in the same way as before the match.
pub trait Thinker: Send {
    /// What it was told.
    fn setting(&self) -> &Setting;

    /// Thinks about a state that is not terminal.
    fn think(&mut self, state: &State, budget: &Budget, when: When) -> Thought;
}

impl<T: Thinker> Player for T {
    /// Thinks about the first state of the match.
    fn prepare(&mut self, budget: &Budget) -> Result<Report, Stopped> {
        let _watch = budget.watch();
        let game = &self.setting().game;
        let initial = game.initial()?;
        match game.is_terminal(&initial)? {
            true => Ok(Report::default()),
            false => Ok(self.think(&initial, budget, When::BeforeTheMatch).1),
        }
    }

    /// Thinks about a move, if there is more than one.
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<Choice, Stopped> {
        let _watch = budget.watch();
        let setting = self.setting();
        let legal = legal_moves(&*setting.game, state, setting.role)?;
        let (chosen, report) = match legal.len() {
            1 => (None, Report::stopped(Stop::OnlyMove)),
            _ => self.think(state, budget, When::WithinAMove),
        };
        Ok(Choice {
            chosen: chosen.unwrap_or(legal[0]),
            report,
        })
    }
}
