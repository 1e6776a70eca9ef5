//! Where values are in memory.

use super::super::logic::Place;
use super::frame;

/// Where values are in memory.
pub struct Memory {
    /// Inputs, and values that other sections read.
    pub homes: Vec<Option<Place>>,
    /// Values that had to leave their register.
    pub spilled: Vec<Option<Place>>,
    /// Places for more of those.
    pub free: Vec<Place>,
    /// Where those places begin.
    pub first_spill: u32,
    /// Where they end.
    pub end: u32,
}

impl Memory {
    /// Where a value is, if it is in memory.
    pub fn place(&self, node: u32) -> Option<Place> {
        self.homes[node as usize].or(self.spilled[node as usize])
    }

    /// Makes room for a value.
    pub fn spill(&mut self, node: u32) -> Place {
        let place = self.free.pop().unwrap_or_else(|| {
            self.end += 1;
            frame(self.end - 1)
        });
        self.spilled[node as usize] = Some(place);
        place
    }

    /// The value is not needed any more.
    pub fn release(&mut self, node: u32) {
        self.free.extend(self.spilled[node as usize].take());
    }
}
