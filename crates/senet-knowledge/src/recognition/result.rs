//! The result of recognition.

use senet_structure::variants::Transformation;
use serde::Serialize;
use std::fmt;

/// A known game that equals the queried game or has it as a variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Recognition {
    /// The index of the known game.
    pub game: usize,
    /// The changes from the known game to the queried game, in order; empty if the games are the same.
    pub changes: Vec<RuleChange>,
    /// Pairs of words: one of the queried game, and its counterpart in the known game. Words that occur in only one of
    /// the games are left out.
    pub mapping: Vec<(String, String)>,
}

/// One step from the known game to the queried game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleChange {
    /// The transformation. Its names belong to the known game, or to the queried game if the step is reversed.
    #[serde(flatten)]
    pub transformation: Transformation,
    /// True if the transformation leads from the queried game towards the known game.
    pub reversed: bool,
}

impl RuleChange {
    /// Makes a step from the known game to the queried game.
    pub fn forward(transformation: Transformation) -> RuleChange {
        RuleChange {
            transformation,
            reversed: false,
        }
    }
}

impl fmt::Display for RuleChange {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let back = if self.reversed { "the reverse of " } else { "" };
        write!(f, "{back}{}", self.transformation)
    }
}
