//! What a player is.

use crate::{Budget, Learn, Report};
use senet_engine::{Game, JointMove, MoveId, RoleId, State, Stopped};
use std::sync::Arc;

/// What a player is told before the match.
#[derive(Clone)]
pub struct Setting {
    /// The game, loaded with [`crate::stop_signal`] so that questions stop with the budget of those who ask.
    pub game: Arc<dyn Game>,
    /// The role to be played.
    pub role: RoleId,
    /// Where all random choices come from.
    pub seed: u64,
    /// Where players that evaluate states have their evaluation from.
    pub learn: Option<Arc<dyn Learn>>,
}

/// Someone who plays one role of one match.
pub trait Player: Send {
    /// Thinks before the first move. Players that have no use for it do nothing.
    fn prepare(&mut self, _budget: &Budget) -> Result<Report, Stopped> {
        Ok(Report::default())
    }

    /// Chooses a legal move in a state that is not terminal. Fails only if not even the legal moves can be had within the budget.
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<Choice, Stopped>;

    /// Is told the joint move that was made and where it led, to keep what is still of use.
    fn observe(&mut self, _joint: &JointMove, _next: &State) {}
}

/// A move, and how it came about.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub chosen: MoveId,
    /// What was found out on the way.
    pub report: Report,
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The name is not of the form `kind:key=value,…`.
    #[error("`{0}` is no name of a player: write a kind, or kind:key=value,key=value")]
    Malformed(String),
    /// No such kind.
    #[error("there is no player `{0}`; there are: {1}")]
    UnknownKind(String, String),
    /// The kind has no such option.
    #[error("`{kind}` has no option `{key}`; {known}")]
    UnknownOption {
        /// The kind of player.
        kind: String,
        /// The option that it does not have.
        key: String,
        /// What it has.
        known: String,
    },
    /// A value that the option cannot have.
    #[error("`{key}` cannot be `{value}`: {expected}")]
    BadValue {
        /// The option.
        key: String,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// This game is not for this kind of player.
    #[error("`{kind}` cannot play this game: {reason}")]
    Unfit {
        /// The kind of player.
        kind: String,
        /// Why not.
        reason: String,
    },
}

/// The legal moves of a role; an error if it has none, which the rules of a valid game exclude before the end.
pub(crate) fn legal_moves(
    game: &dyn Game,
    state: &State,
    role: RoleId,
) -> Result<Vec<MoveId>, Stopped> {
    let legal = game.legal(state, role)?;
    if legal.is_empty() {
        let name = &game.roles()[role];
        return Err(Stopped::Misuse(format!("`{name}` has no legal move")));
    }
    Ok(legal)
}
