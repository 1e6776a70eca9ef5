//! Why a transformation does not apply to a game.

use serde::Serialize;

/// Why a transformation does not apply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum NotApplicable {
    /// The game has nothing that could be changed.
    #[error("there is no {what} in this game")]
    Nothing {
        /// What there would have to be.
        what: String,
    },
    /// Something that the transformation names is not in the game.
    #[error("the game has no {what} `{name}`")]
    Unknown {
        /// What was looked for.
        what: String,
        /// Its name.
        name: String,
    },
    /// The order of the coordinates serves something else, which the change would break.
    #[error("`{relation}` also orders {other}")]
    Shared {
        /// The relation.
        relation: String,
        /// What else it is for.
        other: String,
    },
    /// Facts or rules depend on the size in a way that does not follow from the order of the coordinates.
    #[error("{what} of `{relation}` would have to be written anew")]
    Table {
        /// Facts, or a rule.
        what: String,
        /// For which relation.
        relation: String,
    },
    /// The parameter is outside of what makes sense.
    #[error("{what} cannot be {value}")]
    Range {
        /// Which parameter.
        what: String,
        /// What it was asked to be.
        value: String,
    },
    /// The game is like that already.
    #[error("{what} already")]
    Already {
        /// In which way.
        what: String,
    },
    /// Played at random, the result does worse than the original.
    #[error("the result cannot be played: {message}")]
    Unplayable {
        /// What happens.
        message: String,
    },
    /// The result breaks the rules of GDL.
    #[error("the result is no valid sheet: {message}")]
    Invalid {
        /// What is wrong with it first.
        message: String,
    },
}

impl NotApplicable {
    pub(super) fn nothing(what: &str) -> NotApplicable {
        NotApplicable::Nothing { what: what.into() }
    }

    pub(super) fn unknown(what: &str, name: &str) -> NotApplicable {
        NotApplicable::Unknown {
            what: what.into(),
            name: name.into(),
        }
    }

    pub(super) fn range(what: &str, value: impl ToString) -> NotApplicable {
        NotApplicable::Range {
            what: what.into(),
            value: value.to_string(),
        }
    }
}
