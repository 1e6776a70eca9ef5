//! The errors of an environment.

use crate::Stopped;

/// Why an environment cannot be made or cannot make a step. [`EnvError::help`] says what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnvError {
    /// Only grounded rules number all moves and fluents.
    #[error("the rules do not ground, so moves and fluents have no fixed numbers")]
    NotGrounded,
    /// An environment needs a lane.
    #[error("the environment needs at least one lane")]
    NoLanes,
    /// A match needs a step.
    #[error("a limit of 0 steps leaves no step to make")]
    NoSteps,
    /// Movers are written as bytes with a sign.
    #[error("the rules have {roles} roles, but an environment supports at most {most}")]
    TooManyRoles {
        /// The number of roles.
        roles: usize,
        /// The largest number that fits.
        most: usize,
    },
    /// The match is over before the first move.
    #[error("the initial state is terminal: there is nothing to step")]
    OverAtStart,
    /// The lanes need too much memory.
    #[error("{lanes} lanes need {needed} bytes, more than the limit of {limit}")]
    TooMuchMemory {
        /// The number of lanes.
        lanes: usize,
        /// The bytes that the lanes need.
        needed: usize,
        /// The exceeded limit.
        limit: usize,
    },
    /// The rules cannot be compiled to vector code.
    #[error("cannot compile vector code: {0}")]
    Compile(String),
    /// The threads cannot be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// The number of threads.
        threads: usize,
        /// The reason.
        reason: String,
    },
    /// An array has a wrong length.
    #[error("`{array}` has {found} elements, but {expected} are needed")]
    Length {
        /// The array.
        array: &'static str,
        /// The length that the array must have.
        expected: usize,
        /// The length that the array has.
        found: usize,
    },
    /// An action is not legal.
    #[error("lane {lane}: action {action}{} is not legal for {role}", name.as_ref().map_or(String::new(), |name| format!(" `{name}`")))]
    IllegalAction {
        /// The lane.
        lane: usize,
        /// The role.
        role: String,
        /// The action.
        action: i32,
        /// The text of the action, if the action exists.
        name: Option<String>,
    },
    /// Several roles have a choice, but only one action was given.
    #[error("lane {lane}: {} have a choice at the same time", roles.join(" and "))]
    SeveralChoose {
        /// The lane.
        lane: usize,
        /// The roles.
        roles: Vec<String>,
    },
    /// A role has no legal move although the match is not over.
    #[error("lane {lane}: {role} has no legal move in a state that is not terminal")]
    NoLegalMove {
        /// The lane.
        lane: usize,
        /// The role.
        role: String,
    },
    /// The rules do not give a role exactly one goal value.
    #[error(
        "lane {lane}: the match is over, but the rules give {role} {}",
        goals(values)
    )]
    UndefinedGoal {
        /// The lane.
        lane: usize,
        /// The role.
        role: String,
        /// The goal values that the rules give.
        values: Vec<String>,
    },
    /// The game did not answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn goals(values: &[String]) -> String {
    match values {
        [] => "no goal value".to_string(),
        [only] => format!("the goal value `{only}`, which is not an integer"),
        several => format!("several goal values: {}", several.join(", ")),
    }
}

impl EnvError {
    /// Advice on how to fix the error.
    pub fn help(&self) -> &'static str {
        match self {
            EnvError::NotGrounded => {
                "play single states instead, or bound the terms that the rules build"
            }
            EnvError::NoLanes => "ask for at least one lane",
            EnvError::NoSteps => "allow at least one step, or give no limit",
            EnvError::TooManyRoles { .. } => "play single states instead",
            EnvError::OverAtStart => "check the rules for `terminal` and `init`",
            EnvError::TooMuchMemory { .. } => "ask for fewer lanes, or raise the limit",
            EnvError::Compile(_) => "step single lanes, or raise the limit of the code size",
            EnvError::Threads { .. } => "ask for fewer threads",
            EnvError::Length { .. } => "pass arrays for all lanes of this environment",
            EnvError::IllegalAction { .. } => {
                "choose an action whose mask is true, or -1 for a random legal one"
            }
            EnvError::SeveralChoose { .. } => "give one action for each role in each lane",
            EnvError::NoLegalMove { .. } | EnvError::UndefinedGoal { .. } => {
                "the rules break the standard: check them by playing random matches"
            }
            EnvError::Stopped(_) => "raise the limits of the game",
        }
    }

    /// Turns the lane number in the block into the lane number in the environment, given the first
    /// lane of the block.
    pub(super) fn with_first_lane(mut self, first: usize) -> EnvError {
        match &mut self {
            EnvError::IllegalAction { lane, .. }
            | EnvError::SeveralChoose { lane, .. }
            | EnvError::NoLegalMove { lane, .. }
            | EnvError::UndefinedGoal { lane, .. } => *lane += first,
            _ => {}
        }
        self
    }
}
