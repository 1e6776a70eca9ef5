//! The one limit on memory that all stages of long work draw from.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An amount of memory that several stages share. Clones share one budget.
///
/// The amounts are estimates that the stages make before they allocate, or while their tables grow.
///
/// ```
/// use senet_gdl::MemoryBudget;
///
/// let budget = MemoryBudget::new(1 << 20);
/// let mut tables = budget.charge("grounding");
/// tables.set(700_000)?;
/// let error = budget.charge("the network").set(500_000).unwrap_err();
/// assert_eq!(error.to_string(), "the network takes more than the memory limit of 1 MiB allows");
/// drop(tables);
/// assert_eq!((budget.used(), budget.peak()), (0, 700_000));
/// # Ok::<(), senet_gdl::OverBudget>(())
/// ```
#[derive(Clone)]
pub struct MemoryBudget(Arc<Inner>);

struct Inner {
    limit: usize,
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl MemoryBudget {
    /// The limit of [`MemoryBudget::default`].
    pub const DEFAULT_LIMIT: usize = 4 << 30;

    /// A budget of this number of bytes.
    pub fn new(limit: usize) -> MemoryBudget {
        MemoryBudget(Arc::new(Inner {
            limit,
            used: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
        }))
    }

    /// The whole budget in bytes.
    pub fn limit(&self) -> usize {
        self.0.limit
    }

    /// The bytes that are charged now.
    pub fn used(&self) -> usize {
        self.0.used.load(Ordering::Relaxed)
    }

    /// The bytes that are left now.
    pub fn left(&self) -> usize {
        self.limit().saturating_sub(self.used())
    }

    /// The largest number of bytes that were charged at any time.
    pub fn peak(&self) -> usize {
        self.0.peak.load(Ordering::Relaxed)
    }

    /// An empty charge of a stage; errors call the stage by this name.
    pub fn charge(&self, by: &'static str) -> Charge {
        Charge {
            budget: self.clone(),
            by,
            bytes: 0,
        }
    }

    /// Adds bytes, unless that would exceed the limit.
    fn add(&self, bytes: usize) -> bool {
        let add = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.0.limit);
        let added = (self.0.used).fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        if let Ok(before) = added {
            self.0.peak.fetch_max(before + bytes, Ordering::Relaxed);
        }
        added.is_ok()
    }
}

impl Default for MemoryBudget {
    fn default() -> MemoryBudget {
        MemoryBudget::new(MemoryBudget::DEFAULT_LIMIT)
    }
}

impl fmt::Debug for MemoryBudget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "MemoryBudget({} of {})", self.used(), self.limit())
    }
}

/// The part of a budget that a stage uses. It returns to the budget when the charge is dropped.
#[derive(Debug)]
pub struct Charge {
    budget: MemoryBudget,
    by: &'static str,
    bytes: usize,
}

impl Charge {
    /// The bytes that this stage uses.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Says that the stage uses this number of bytes from now on. After an error, the charge is as before.
    pub fn set(&mut self, bytes: usize) -> Result<(), OverBudget> {
        match bytes.checked_sub(self.bytes) {
            Some(more) if !self.budget.add(more) => {
                return Err(OverBudget {
                    by: self.by,
                    limit: self.budget.limit(),
                });
            }
            Some(_) => {}
            None => {
                let less = self.bytes - bytes;
                self.budget.0.used.fetch_sub(less, Ordering::Relaxed);
            }
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Says that the stage uses more bytes than before.
    pub fn grow(&mut self, bytes: usize) -> Result<(), OverBudget> {
        self.set(self.bytes.saturating_add(bytes))
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.0.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A stage would use more memory than its budget has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverBudget {
    /// The stage.
    pub by: &'static str,
    /// The limit in bytes.
    pub limit: usize,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (by, limit) = (self.by, bytes_text(self.limit));
        write!(f, "{by} takes more than the memory limit of {limit} allows")
    }
}

impl std::error::Error for OverBudget {}

fn bytes_text(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..0x10_0000 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_bytes_beyond_the_limit_and_keeps_the_charge() {
        let budget = MemoryBudget::new(100);
        let mut one = budget.charge("one");
        one.set(60).unwrap();
        one.grow(20).unwrap();
        let error = one.grow(usize::MAX).unwrap_err();
        assert_eq!((error.by, error.limit), ("one", 100));
        assert_eq!((one.bytes(), budget.left()), (80, 20));
        one.set(10).unwrap();
        assert_eq!((budget.used(), budget.peak()), (10, 80));
    }

    #[test]
    fn clones_share_a_budget_and_dropped_charges_free_it() {
        let budget = MemoryBudget::new(100);
        let mut one = budget.clone().charge("one");
        one.set(90).unwrap();
        assert!(budget.charge("two").set(20).is_err());
        drop(one);
        assert!(budget.charge("two").set(20).is_ok());
        assert_eq!(budget.used(), 0);
    }
}
