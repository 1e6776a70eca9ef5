//! Where the fluents, moves and masks of a game are in the memory of its programs.

use super::allocate::{FIRST_FREE, frame};
use super::logic::{Array, Place};

/// Lanes that make no move in this step.
pub const HOLD: Place = frame(FIRST_FREE);
/// Lanes whose match has just ended.
pub const ENDED: Place = frame(FIRST_FREE + 1);
/// Lanes in which a role has no move.
pub const STUCK: Place = frame(FIRST_FREE + 2);
/// Lanes whose draws all failed.
pub const FAILED: Place = frame(FIRST_FREE + 3);
/// The first place that a program may use as it likes.
pub const FIRST_OWN: u32 = FIRST_FREE + 4;

/// Which fluents are kept, and where.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The fluents in the order of their places.
    pub fluents: Vec<u32>,
    /// The place of each fluent, if it has one.
    index: Vec<Option<u32>>,
}

impl Layout {
    /// Keeps the fluents that are marked.
    pub fn of(kept: &[bool]) -> Layout {
        let fluents: Vec<u32> = (0..kept.len() as u32)
            .filter(|&fluent| kept[fluent as usize])
            .collect();
        let mut index = vec![None; kept.len()];
        for (at, &fluent) in (0..).zip(&fluents) {
            index[fluent as usize] = Some(at);
        }
        Layout { fluents, index }
    }

    /// Where a fluent is in an array of states.
    pub fn place(&self, fluent: u32, array: Array) -> Option<Place> {
        let index = self.index[fluent as usize]?;
        Some(Place { array, index })
    }

    /// How many fluents are kept.
    pub fn len(&self) -> usize {
        self.fluents.len()
    }
}

/// Hands out places in the frame, one after the other.
#[derive(Clone, Debug)]
pub struct Places {
    /// The first free place.
    pub end: u32,
}

impl Default for Places {
    fn default() -> Places {
        Places { end: FIRST_OWN }
    }
}

impl Places {
    /// A new place.
    pub fn take(&mut self) -> Place {
        self.end += 1;
        frame(self.end - 1)
    }
}
