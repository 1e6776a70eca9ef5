//! Reasons why a transformation does not apply to a game.

use senet_gdl::OutOfTime;
use serde::Serialize;

/// The reason why a transformation does not apply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum NotApplicable {
    /// The game has nothing to change.
    #[error("there is no {what} in this game")]
    Nothing {
        /// The missing element.
        what: String,
    },
    /// The game has no element with the name that the transformation uses.
    #[error("the game has no {what} `{name}`")]
    Unknown {
        /// The kind of element.
        what: String,
        /// The name of the element.
        name: String,
    },
    /// The successor relation has another use that the change would break.
    #[error("`{relation}` also orders {other}")]
    Shared {
        /// The relation.
        relation: String,
        /// The other use of the relation.
        other: String,
    },
    /// Facts or rules depend on the size in a way that does not follow from the order of the coordinates.
    #[error("{what} of `{relation}` would need to be rewritten")]
    Table {
        /// The facts or the rule, in words.
        what: String,
        /// The relation they define.
        relation: String,
    },
    /// The parameter is out of range.
    #[error("{what} cannot be {value}")]
    Range {
        /// The parameter.
        what: String,
        /// The value of the parameter.
        value: String,
    },
    /// The game already has this property.
    #[error("{what} already")]
    Already {
        /// The property.
        what: String,
    },
    /// The time was used up before the variant was made.
    #[error("the time is used up")]
    OutOfTime,
    /// In random play, the variant does worse than the original.
    #[error("the result cannot be played: {message}")]
    Unplayable {
        /// The problem.
        message: String,
    },
    /// The result is not valid GDL.
    #[error("the result is not a valid rule sheet: {message}")]
    Invalid {
        /// The message of the first problem.
        message: String,
    },
}

impl From<OutOfTime> for NotApplicable {
    fn from(_: OutOfTime) -> NotApplicable {
        NotApplicable::OutOfTime
    }
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
