//! The memory layout of programs: masks, fluents and moves.

use super::allocate::{FIRST_FREE, frame};
use super::logic::{Address, Array};

/// Lanes that make no move in this step.
pub const HOLD: Address = frame(FIRST_FREE);
/// Lanes whose match has just ended.
pub const ENDED: Address = frame(FIRST_FREE + 1);
/// Lanes in which a role has no legal move.
pub const STUCK: Address = frame(FIRST_FREE + 2);
/// Lanes whose draws were all rejected.
pub const FAILED: Address = frame(FIRST_FREE + 3);
/// The first address that a program may use freely.
pub const FIRST_UNRESERVED: u32 = FIRST_FREE + 4;

/// The stored fluents and their addresses.
#[derive(Clone, Debug)]
pub struct FluentLayout {
    /// The stored fluents in address order.
    pub fluents: Vec<u32>,
    /// The index of each fluent, if it is stored.
    index: Vec<Option<u32>>,
}

impl FluentLayout {
    /// Stores the marked fluents.
    pub fn of(kept: &[bool]) -> FluentLayout {
        let fluents: Vec<u32> = (0..kept.len() as u32)
            .filter(|&fluent| kept[fluent as usize])
            .collect();
        let mut index = vec![None; kept.len()];
        for (at, &fluent) in (0..).zip(&fluents) {
            index[fluent as usize] = Some(at);
        }
        FluentLayout { fluents, index }
    }

    /// The address of a fluent in a state array.
    pub fn address(&self, fluent: u32, array: Array) -> Option<Address> {
        let index = self.index[fluent as usize]?;
        Some(Address { array, index })
    }

    /// The number of stored fluents.
    pub fn len(&self) -> usize {
        self.fluents.len()
    }
}

/// Allocates frame addresses one after another.
#[derive(Clone, Debug)]
pub struct FrameAllocator {
    /// The first free address.
    pub end: u32,
}

impl Default for FrameAllocator {
    fn default() -> FrameAllocator {
        FrameAllocator {
            end: FIRST_UNRESERVED,
        }
    }
}

impl FrameAllocator {
    /// Allocates an address.
    pub fn take(&mut self) -> Address {
        self.end += 1;
        frame(self.end - 1)
    }
}
