//! The player interface.

use crate::{Budget, EvaluationLearner, SearchReport};
use senet_engine::{Game, JointMove, MoveId, RoleId, State, Stopped};
use std::sync::Arc;

/// The game, role and seed that a player gets before the match.
///
/// ```
/// use senet_engine::{LoadOptions, load};
/// use senet_gdl::Sheet;
/// use senet_search::{Setting, watched_deadline};
///
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let mut options = LoadOptions::default();
/// options.limits.deadline = watched_deadline();
/// let game = load(&Sheet::read(rules), &options).unwrap().game;
/// let setting = Setting { game: game.into(), role: 1, seed: 42, learn: None };
/// assert_eq!(setting.game.roles()[setting.role], "o");
/// ```
#[derive(Clone)]
pub struct Setting {
    /// The game. Load it with [`crate::watched_deadline`], so that game queries stop when the player's budget is over.
    pub game: Arc<dyn Game>,
    /// The role to play.
    pub role: RoleId,
    /// The seed of all random choices.
    pub seed: u64,
    /// Learns the evaluation for players that need one.
    pub learn: Option<Arc<dyn EvaluationLearner>>,
}

/// A player of one role in one match.
///
/// ```
/// use senet_engine::{LoadOptions, State, Stopped, load};
/// use senet_gdl::Sheet;
/// use senet_search::{Budget, MoveChoice, Player, SearchReport, Setting};
///
/// /// Plays the last legal move.
/// struct LastLegal(Setting);
///
/// impl Player for LastLegal {
///     fn choose(&mut self, state: &State, _budget: &Budget) -> Result<MoveChoice, Stopped> {
///         let legal = self.0.game.legal(state, self.0.role)?;
///         let chosen = *legal.last().expect("a role has a legal move before the end");
///         Ok(MoveChoice { chosen, report: SearchReport::default() })
///     }
/// }
///
/// let rules = senet_library::find("tic-tac-toe").unwrap().rules;
/// let game = load(&Sheet::read(rules), &LoadOptions::default()).unwrap().game;
/// let state = game.initial().unwrap();
/// let mut player = LastLegal(Setting { game: game.into(), role: 0, seed: 1, learn: None });
/// let choice = player.choose(&state, &Budget::unlimited()).unwrap();
/// assert_eq!(player.0.game.move_name(0, choice.chosen), "(mark c 3)");
/// ```
pub trait Player: Send {
    /// Uses the start clock, before the first move. The default does nothing.
    fn prepare(&mut self, _budget: &Budget) -> Result<SearchReport, Stopped> {
        Ok(SearchReport::default())
    }

    /// Chooses a legal move in a state that is not terminal. Fails only if the game cannot list the legal moves
    /// within the budget.
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped>;

    /// Receives the joint move that was made and the state it led to. A player may reuse its search tree, for
    /// example.
    fn observe(&mut self, _joint: &JointMove, _next: &State) {}

    /// A player for another match of the same game, with all that this one prepared on its start clock. `None` if the
    /// other player must prepare itself.
    fn rematch(&self, _setting: &Setting) -> Option<Box<dyn Player>> {
        None
    }
}

/// A move, and the report of the search that chose it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveChoice {
    /// The move.
    pub chosen: MoveId,
    /// The report of the search.
    pub report: SearchReport,
}

/// An error when a player is created from its name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The name is not of the form `kind:key=value,…`.
    #[error("`{0}` is not a player name: write `kind` or `kind:key=value,key=value`")]
    Malformed(String),
    /// No player kind has this name. The second field lists the known kinds.
    #[error("there is no player `{0}`; there are: {1}")]
    UnknownKind(String, String),
    /// The player kind has no such option.
    #[error("`{kind}` has no option `{key}`; {known}")]
    UnknownOption {
        /// The player kind.
        kind: String,
        /// The unknown option.
        key: String,
        /// A sentence that lists the known options.
        known: String,
    },
    /// The value of an option is invalid.
    #[error("`{key}` cannot be `{value}`: {expected}")]
    BadValue {
        /// The option.
        key: String,
        /// The given value.
        value: String,
        /// A sentence that says which values are valid.
        expected: String,
    },
    /// This player kind cannot play this game.
    #[error("`{kind}` cannot play this game: {reason}")]
    Unfit {
        /// The player kind.
        kind: String,
        /// The reason.
        reason: String,
    },
}

/// The legal moves of a role. Fails if the role has none, since valid rules give every role a move before the end.
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
