//! What is found.

use senet_structure::variants::Transformation;
use serde::Serialize;
use std::fmt;

/// A known game that the asked-for game is, or is a variant of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Recognition {
    /// The number of the known game in the index.
    pub game: usize,
    /// What makes the asked-for game of the known one, in this order; nothing if they are the same.
    pub changes: Vec<Change>,
    /// Words of the asked-for game and the words of the known game that they stand for. Words that only one of them has are left out.
    pub mapping: Vec<(String, String)>,
}

/// One step from the known game to the asked-for one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// What is changed. Names are those of the known game, or of the asked-for one if the step is reversed.
    #[serde(flatten)]
    pub transformation: Transformation,
    /// Whether it leads back, from the asked-for game towards the known one.
    pub reversed: bool,
}

impl Change {
    /// A step away from the known game.
    pub fn forward(transformation: Transformation) -> Change {
        Change {
            transformation,
            reversed: false,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let back = if self.reversed { "the reverse of " } else { "" };
        write!(f, "{back}{}", self.transformation)
    }
}
