//! The memory addresses of values during register allocation.

use super::super::logic::Address;
use super::frame;

/// The memory addresses of values.
pub struct SpillSlots {
    /// Permanent addresses: of inputs, and of values that other sections read.
    pub homes: Vec<Option<Address>>,
    /// Addresses of spilled values.
    pub spilled: Vec<Option<Address>>,
    /// Unused spill addresses.
    pub free: Vec<Address>,
    /// The start of the spill area.
    pub first_spill: u32,
    /// The end of the spill area.
    pub end: u32,
}

impl SpillSlots {
    /// The address of a value, if it is in memory.
    pub fn address(&self, node: u32) -> Option<Address> {
        self.homes[node as usize].or(self.spilled[node as usize])
    }

    /// Reserves an address for a spilled value.
    pub fn spill(&mut self, node: u32) -> Address {
        let address = self.free.pop().unwrap_or_else(|| {
            self.end += 1;
            frame(self.end - 1)
        });
        self.spilled[node as usize] = Some(address);
        address
    }

    /// Frees the spill address of a value without further use.
    pub fn release(&mut self, node: u32) {
        self.free.extend(self.spilled[node as usize].take());
    }
}
