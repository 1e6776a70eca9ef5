//! What players that look ahead have in common: when there is something to think about.

use crate::player::legal_moves;
use crate::{Budget, Choice, Report, Setting, Stop};
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

/// Thinks about the first state of the match.
pub fn before_the_match(
    setting: &Setting,
    budget: &Budget,
    think: impl FnOnce(&State) -> Thought,
) -> Result<Report, Stopped> {
    let _watch = budget.watch();
    let initial = setting.game.initial()?;
    match setting.game.is_terminal(&initial)? {
        true => Ok(Report::default()),
        false => Ok(think(&initial).1),
    }
}

/// Thinks about a move, if there is more than one.
pub fn within_a_move(
    setting: &Setting,
    state: &State,
    budget: &Budget,
    think: impl FnOnce(&State) -> Thought,
) -> Result<Choice, Stopped> {
    let _watch = budget.watch();
    let legal = legal_moves(&*setting.game, state, setting.role)?;
    let (chosen, report) = match legal.len() {
        1 => (None, Report::stopped(Stop::OnlyMove)),
        _ => think(state),
    };
    Ok(Choice {
        chosen: chosen.unwrap_or(legal[0]),
        report,
    })
}
