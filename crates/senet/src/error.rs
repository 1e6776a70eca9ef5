//! The one error of this crate.

use senet_arena::MatchError;
use senet_engine::{LoadError, PlayoutError, Stopped};
use senet_gdl::{LineIndex, Problem};
use senet_search::PlayerError;
use std::path::PathBuf;

/// The reason why a call failed. [`Error::help`] says what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The library has no game of this name.
    #[error("the library has no game `{name}`")]
    UnknownGame {
        /// The name.
        name: String,
        /// Similar names that it has.
        similar: Vec<&'static str>,
    },
    /// A rule sheet cannot be read from disk.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The rules break the standard. [`crate::rules::check`] lists every problem.
    #[error("the rules have errors: line {line}: {} {}", problem.code, problem.message)]
    Rules {
        /// The line of the first problem, counted from 1.
        line: usize,
        /// The first problem.
        problem: Box<Problem>,
    },
    /// The rules are valid, but the chosen back end cannot load them within its limits.
    #[error("{0}")]
    Load(String),
    /// The rules exceeded a limit, or a query ran out of time.
    #[error("the game stopped answering: {0}")]
    Stopped(String),
    /// The rules leave a match without a result: a role has no legal move before the end, or not exactly one goal.
    #[error("{0}")]
    Undefined(String),
    /// A joint move has the wrong number of moves.
    #[error("a joint move needs {expected} moves, one for each role, but has {found}")]
    JointMove {
        /// The number of roles.
        expected: usize,
        /// The number of moves given.
        found: usize,
    },
    /// A move is not legal in this state.
    #[error("`{text}` is not a legal move of {role} here")]
    IllegalMove {
        /// The role.
        role: String,
        /// The move.
        text: String,
    },
    /// The match is over, so there is nothing to play or think about.
    #[error("the match is over")]
    Over,
    /// There is no such player, or it cannot play this game.
    #[error("{0}")]
    Player(String),
    /// A match could not begin.
    #[error("{0}")]
    Match(String),
    /// A match was aborted. The text gives the reason.
    #[error("the match was aborted: {0}")]
    Aborted(String),
    /// The record of a match cannot be written as JSON.
    #[error("the record cannot be written: {0}")]
    Record(String),
    /// The tournament cannot be played as planned.
    #[error("{0}")]
    Tournament(String),
}

impl Error {
    /// Advice on how to fix the error.
    pub fn help(&self) -> String {
        match self {
            Error::UnknownGame { similar, .. } if !similar.is_empty() => {
                format!("did you mean {}?", similar.join(" or "))
            }
            Error::UnknownGame { .. } => {
                "`Game::library_names` lists the games of the library".to_string()
            }
            Error::File { .. } => "check the path and that the file is UTF-8 text".to_string(),
            Error::Rules { problem, .. } => problem.help.clone(),
            Error::Load(_) => "choose another back end, or raise the limits".to_string(),
            Error::Stopped(_) => {
                "raise the limits, or check the rules for unbounded recursion".to_string()
            }
            Error::Undefined(_) => {
                "give every role a move in every state, and one integer as goal at the end"
                    .to_string()
            }
            Error::JointMove { .. } => {
                "give every role a move; a role without a choice has one legal move".to_string()
            }
            Error::IllegalMove { .. } => "`State::legal_moves` lists the legal moves".to_string(),
            Error::Over => "ask `State::is_terminal` first".to_string(),
            Error::Player(_) => "`Player::kinds` lists the players".to_string(),
            Error::Match(_) => "name one player for each role".to_string(),
            Error::Aborted(_) => "check the rules by playing random matches".to_string(),
            Error::Record(_) => "play the match again and report the fault".to_string(),
            Error::Tournament(_) => "change the plan and start again".to_string(),
        }
    }

    /// The error of a sheet that could not be loaded.
    pub(crate) fn of_load(error: LoadError, text: &str) -> Error {
        match error {
            LoadError::Unplayable(mut problems) if !problems.is_empty() => {
                let problem = problems.swap_remove(0);
                let (line, _) = LineIndex::new(text).position(problem.span.start);
                let problem = Box::new(problem);
                Error::Rules { line, problem }
            }
            other => Error::Load(other.to_string()),
        }
    }
}

impl From<Stopped> for Error {
    fn from(error: Stopped) -> Error {
        Error::Stopped(error.to_string())
    }
}

impl From<PlayoutError> for Error {
    fn from(error: PlayoutError) -> Error {
        match error {
            PlayoutError::Stopped(stopped) => stopped.into(),
            other => Error::Undefined(other.to_string()),
        }
    }
}

impl From<PlayerError> for Error {
    fn from(error: PlayerError) -> Error {
        Error::Player(error.to_string())
    }
}

impl From<MatchError> for Error {
    fn from(error: MatchError) -> Error {
        Error::Match(error.to_string())
    }
}
