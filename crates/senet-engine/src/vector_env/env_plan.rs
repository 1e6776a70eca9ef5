//! The data that all blocks of an environment share.

use super::{ActionSpace, Autoreset, EnvError, RewardScale};
use crate::{Game, Goal, RoleId, State};
use std::sync::Arc;

/// The game of an environment and the options that its blocks obey.
pub struct EnvPlan {
    /// The game.
    pub game: Arc<dyn Game>,
    /// The actions.
    pub actions: ActionSpace,
    /// The number of fluents.
    pub fluents: usize,
    /// The state in which matches start.
    pub initial: State,
    /// The role whose moves are drawn.
    pub chance: Option<RoleId>,
    /// The treatment of a lane whose match is over.
    pub autoreset: Autoreset,
    /// A match that has made this number of steps is truncated.
    pub step_limit: Option<u32>,
    /// True if masks have a row for each role.
    pub joint: bool,
    /// The scale that turns goals into rewards.
    pub rewards: RewardScale,
}

impl EnvPlan {
    /// The number of roles.
    pub fn roles(&self) -> usize {
        self.game.roles().len()
    }

    /// The number of action rows in the mask of a lane.
    pub fn mask_rows(&self) -> usize {
        if self.joint { self.roles() } else { 1 }
    }

    /// The error for an action that is not legal.
    pub fn illegal(&self, lane: usize, role: RoleId, action: i32) -> EnvError {
        let name = usize::try_from(action).ok();
        EnvError::IllegalAction {
            lane,
            role: self.game.roles()[role].clone(),
            action,
            name: name.and_then(|at| self.actions.names().get(at).cloned()),
        }
    }

    /// The error for a lane that got one action although several roles must choose.
    pub fn several_choose(&self, lane: usize, chooses: impl Fn(RoleId) -> bool) -> EnvError {
        let roles = self.game.roles().iter().enumerate();
        let roles = roles.filter(|(role, _)| Some(*role) != self.chance && chooses(*role));
        EnvError::SeveralChoose {
            lane,
            roles: roles.map(|(_, name)| name.clone()).collect(),
        }
    }

    /// The error for a role without legal moves.
    pub fn no_legal_move(&self, lane: usize, role: RoleId) -> EnvError {
        EnvError::NoLegalMove {
            lane,
            role: self.game.roles()[role].clone(),
        }
    }

    /// The error for a final state in which the rules do not give a role exactly one goal value.
    pub fn undefined_goal(&self, lane: usize, role: RoleId, state: &State) -> EnvError {
        match self.game.goal(state, role) {
            Err(stopped) => EnvError::Stopped(stopped),
            Ok(goal) => EnvError::UndefinedGoal {
                lane,
                role: self.game.roles()[role].clone(),
                values: match goal {
                    Goal::Value(value) => vec![value.to_string()],
                    Goal::Invalid(values) => values,
                },
            },
        }
    }
}
