//! Statistics that several threads update.
//!
//! With one thread, plain loads and stores suffice. They cost a third of an atomic update.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// A value on its own cache line, for values that all threads update often. Readers of its neighbours do not wait.
#[derive(Default, Debug)]
#[repr(align(128))]
pub struct CachePadded<T>(pub T);

impl<T> Deref for CachePadded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for CachePadded<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// An atomic counter.
#[derive(Default, Debug)]
pub struct AtomicCount(AtomicU32);

impl AtomicCount {
    /// The current count.
    #[inline(always)]
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the count.
    #[inline(always)]
    pub fn set(&self, value: u32) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// Adds one and returns the count before. The update is atomic only if `shared`.
    #[inline(always)]
    pub fn increment(&self, shared: bool) -> u32 {
        if shared {
            return self.0.fetch_add(1, Ordering::Relaxed);
        }
        let before = self.get();
        self.set(before + 1);
        before
    }

    /// Adds to the count atomically.
    pub fn add(&self, by: u32) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    /// The value, with everything written before it was published.
    #[inline(always)]
    pub fn get_published(&self) -> u32 {
        self.0.load(Ordering::Acquire)
    }

    /// Sets the value after all earlier writes of this thread.
    pub fn publish(&self, value: u32) {
        self.0.store(value, Ordering::Release);
    }

    /// Like [`AtomicCount::publish`], but only if the value is still `before`. Otherwise returns the current value.
    pub fn publish_if(&self, before: u32, value: u32) -> Result<(), u32> {
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        let outcome = self.0.compare_exchange(before, value, success, failure);
        outcome.map(|_| ())
    }

    /// Subtracts one. The count must be positive.
    pub fn decrement(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Changes the value from 0 to 1. Returns whether this thread did it.
    pub fn try_claim(&self) -> bool {
        let outcome = self
            .0
            .compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
        outcome.is_ok()
    }
}

impl From<u32> for AtomicCount {
    fn from(value: u32) -> AtomicCount {
        AtomicCount(AtomicU32::new(value))
    }
}

/// An atomic byte.
#[derive(Default, Debug)]
pub struct AtomicByte(AtomicU8);

impl AtomicByte {
    /// The current value.
    #[inline(always)]
    pub fn get(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the value.
    pub fn set(&self, value: u8) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// The value, with everything written before it was published.
    #[inline(always)]
    pub fn get_published(&self) -> u8 {
        self.0.load(Ordering::Acquire)
    }

    /// Sets the value after all earlier writes of this thread.
    pub fn publish(&self, value: u8) {
        self.0.store(value, Ordering::Release);
    }
}

/// An atomic sum of values. It has double precision, since a search may add a hundred million values.
#[derive(Default, Debug)]
pub struct AtomicSum(AtomicU64);

impl AtomicSum {
    /// The current sum.
    #[inline(always)]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Sets the sum.
    #[inline(always)]
    pub fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Ordering::Relaxed);
    }

    /// Adds to the sum. The update is atomic only if `shared`.
    #[inline(always)]
    pub fn add(&self, value: f64, shared: bool) {
        if !shared {
            return self.set(self.get() + value);
        }
        let mut before = self.0.load(Ordering::Relaxed);
        loop {
            let after = (f64::from_bits(before) + value).to_bits();
            match self
                .0
                .compare_exchange_weak(before, after, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return,
                Err(now) => before = now,
            }
        }
    }
}
