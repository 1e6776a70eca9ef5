//! Statistics that several threads may change at once.
//!
//! With one thread, plain loads and stores do: they cost a third of what changes cost that other threads must not miss.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Something that all threads change all the time, in a line of a cache of its own: whoever reads what lies next to it need not wait.
#[derive(Default, Debug)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

impl<T> Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Apart<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A count.
#[derive(Default, Debug)]
pub struct Count(AtomicU32);

impl Count {
    /// The count now.
    #[inline(always)]
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Changes the count.
    #[inline(always)]
    pub fn set(&self, value: u32) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// Counts one more and gives what there was before.
    #[inline(always)]
    pub fn bump(&self, shared: bool) -> u32 {
        if shared {
            return self.0.fetch_add(1, Ordering::Relaxed);
        }
        let before = self.get();
        self.set(before + 1);
        before
    }

    /// Counts so many more.
    pub fn raise(&self, by: u32) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    /// The number now, and whatever was written before it was published.
    #[inline(always)]
    pub fn get_published(&self) -> u32 {
        self.0.load(Ordering::Acquire)
    }

    /// Changes the number after everything that this thread wrote.
    pub fn publish(&self, value: u32) {
        self.0.store(value, Ordering::Release);
    }

    /// Changes the number after everything that this thread wrote, unless it is no longer what it was; else what it is now.
    pub fn publish_instead(&self, before: u32, value: u32) -> Result<(), u32> {
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        let outcome = self.0.compare_exchange(before, value, success, failure);
        outcome.map(|_| ())
    }

    /// Counts one less; there is at least one.
    pub fn lower(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes something that only one thread may have; whether this is the one.
    pub fn claim(&self) -> bool {
        let outcome = self
            .0
            .compare_exchange(0, 1, Ordering::Relaxed, Ordering::Relaxed);
        outcome.is_ok()
    }
}

impl From<u32> for Count {
    fn from(value: u32) -> Count {
        Count(AtomicU32::new(value))
    }
}

/// A small number.
#[derive(Default, Debug)]
pub struct Byte(AtomicU8);

impl Byte {
    /// The number now.
    #[inline(always)]
    pub fn get(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }

    /// Changes the number.
    pub fn set(&self, value: u8) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// The number now, and whatever was written before it was published.
    #[inline(always)]
    pub fn get_published(&self) -> u8 {
        self.0.load(Ordering::Acquire)
    }

    /// Changes the number after everything that this thread wrote.
    pub fn publish(&self, value: u8) {
        self.0.store(value, Ordering::Release);
    }
}

/// A sum of values. A double, since a search may add up a hundred million of them.
#[derive(Default, Debug)]
pub struct Sum(AtomicU64);

impl Sum {
    /// The sum now.
    #[inline(always)]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Changes the sum.
    #[inline(always)]
    pub fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Ordering::Relaxed);
    }

    /// Adds to the sum.
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
