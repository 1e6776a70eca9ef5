//! The common part of the searching players: they search on both clocks, and skip the search if there is only one
//! legal move.

use crate::player::legal_moves;
use crate::{Budget, MoveChoice, Player, SearchReport, Setting, Stop};
use senet_engine::{MoveId, State, Stopped};

/// The clock that a search runs on. It decides how the search divides its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActiveClock {
    /// The start clock, before the first move.
    Start,
    /// The play clock of a move.
    Play,
}

/// The best move, if the search found one, and the report.
pub type SearchResult = (Option<MoveId>, SearchReport);

/// A player that searches in the same way on the start clock and on the play clock.
pub trait SearchPlayer: Send {
    /// The player's setting.
    fn setting(&self) -> &Setting;

    /// Searches a state that is not terminal.
    fn think(&mut self, state: &State, budget: &Budget, clock: ActiveClock) -> SearchResult;

    /// A player for another match of the same game: see [`Player::rematch`].
    fn another(&self, _setting: &Setting) -> Option<Box<dyn Player>> {
        None
    }
}

impl<T: SearchPlayer> Player for T {
    /// Searches the initial state.
    fn prepare(&mut self, budget: &Budget) -> Result<SearchReport, Stopped> {
        let _watch = budget.watch();
        let game = &self.setting().game;
        let initial = game.initial()?;
        match game.is_terminal(&initial)? {
            true => Ok(SearchReport::default()),
            false => Ok(self.think(&initial, budget, ActiveClock::Start).1),
        }
    }

    /// Searches the state if there is more than one legal move.
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let setting = self.setting();
        let legal = legal_moves(&*setting.game, state, setting.role)?;
        let (chosen, report) = match legal.len() {
            1 => (None, SearchReport::stopped(Stop::OnlyMove)),
            _ => self.think(state, budget, ActiveClock::Play),
        };
        Ok(MoveChoice {
            chosen: chosen.unwrap_or(legal[0]),
            report,
        })
    }

    fn rematch(&self, setting: &Setting) -> Option<Box<dyn Player>> {
        self.another(setting)
    }
}
