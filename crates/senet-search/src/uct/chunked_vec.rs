//! Chunked arrays that grow while other threads read them.
//!
//! Elements lie in chunks of equal size that never move. Threads with a shared reference may reserve new slots at the
//! end and fill them while others read. Only adding chunks needs exclusive access, and chunks are added before the
//! old ones are used up.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The chunk size as a power of two.
const CHUNK_BITS: u32 = 14;
/// The number of elements per chunk.
pub const CHUNK_SIZE: usize = 1 << CHUNK_BITS;

/// Memory is allocated ahead for this many batches. Failed requests do not count: threads repeat them until the
/// memory arrives, which would add up to gigabytes.
const BATCHES_AHEAD: usize = 4;
/// The number of slots that a thread reserves at once if it needs them one by one.
const RESERVE_COUNT: usize = 64;

/// Elements, or groups of elements of equal length, in chunks.
pub struct ChunkedVec<T> {
    chunks: Vec<Box<[T]>>,
    /// The length of a group.
    group_len: usize,
}

impl<T: Default> ChunkedVec<T> {
    /// An empty array of groups of this length.
    pub fn new(group_len: usize) -> ChunkedVec<T> {
        ChunkedVec {
            chunks: Vec::new(),
            group_len,
        }
    }

    /// Allocates chunks without adding them.
    pub fn allocate(&self, count: usize) -> Vec<Box<[T]>> {
        let chunk = |_| {
            (0..CHUNK_SIZE * self.group_len)
                .map(|_| T::default())
                .collect()
        };
        (0..count).map(chunk).collect()
    }

    /// Adds chunks.
    pub fn extend(&mut self, chunks: Vec<Box<[T]>>) {
        self.chunks.extend(chunks);
    }

    /// Frees all memory.
    pub fn clear(&mut self) {
        self.chunks.clear();
    }

    /// The element at an index.
    #[inline(always)]
    pub fn at(&self, index: u32) -> &T {
        &self.chunks[index as usize >> CHUNK_BITS][index as usize % CHUNK_SIZE]
    }

    /// Elements that were reserved together.
    #[inline(always)]
    pub fn slice(&self, range: Range<u32>) -> &[T] {
        if range.is_empty() {
            return &[];
        }
        let first = range.start as usize % CHUNK_SIZE;
        &self.chunks[range.start as usize >> CHUNK_BITS][first..first + range.len()]
    }

    /// The group at an index.
    #[inline(always)]
    pub fn group(&self, index: u32) -> &[T] {
        let first = index as usize % CHUNK_SIZE * self.group_len;
        &self.chunks[index as usize >> CHUNK_BITS][first..first + self.group_len]
    }
}

/// Allocates the slots of a chunked array. All threads write to it, so it has its own cache line.
#[derive(Default)]
#[repr(align(128))]
pub struct SlotAllocator {
    taken: AtomicUsize,
    /// The number of slots that exist.
    capacity: usize,
    /// The number of slots to keep free.
    margin: usize,
    /// The largest demand of one batch so far.
    needed: AtomicUsize,
}

impl SlotAllocator {
    /// An empty allocator. It will always keep `margin` slots free.
    pub fn with_margin(margin: usize) -> SlotAllocator {
        SlotAllocator {
            margin,
            ..SlotAllocator::default()
        }
    }

    /// The number of slots taken or skipped.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Frees all slots.
    pub fn clear(&mut self) {
        *self.taken.get_mut() = 0;
    }

    /// Takes consecutive slots, within one chunk if they fit. Returns the first; `None` if there are not enough.
    pub fn take(&self, count: usize) -> Option<u32> {
        let mut taken = self.taken();
        loop {
            let crosses = taken % CHUNK_SIZE + count > CHUNK_SIZE && count <= CHUNK_SIZE;
            let first = match crosses {
                true => taken.next_multiple_of(CHUNK_SIZE),
                false => taken,
            };
            let after = first.checked_add(count)?;
            if after > self.capacity {
                return None;
            }
            let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
            match self
                .taken
                .compare_exchange_weak(taken, after, success, failure)
            {
                Ok(_) => return Some(first as u32),
                Err(now) => taken = now,
            }
        }
    }

    /// Records the demand of a batch.
    pub fn expect(&self, count: usize) {
        if count > self.needed.load(Ordering::Relaxed) {
            self.needed.fetch_max(count, Ordering::Relaxed);
        }
    }

    /// The number of chunks to add, so that `slots` slots and the usual margin are free.
    pub fn chunks_wanted(&self, slots: usize) -> usize {
        let needed = self.needed.load(Ordering::Relaxed);
        let usual = self.margin.max(needed.saturating_mul(BATCHES_AHEAD));
        // Skipping to the next chunk may waste as many slots as are wanted.
        let free = usual.max(slots.saturating_mul(2));
        let wanted = self.taken().saturating_add(free);
        let most = u32::MAX as usize / CHUNK_SIZE;
        let chunks = wanted.saturating_sub(self.capacity).div_ceil(CHUNK_SIZE);
        chunks.min(most - self.capacity / CHUNK_SIZE)
    }

    /// Records that chunks were added.
    pub fn add_chunks(&mut self, count: usize) {
        self.capacity += count * CHUNK_SIZE;
    }
}

/// Slots reserved by one thread. The thread then takes slots without contention on the shared counter.
#[derive(Default)]
pub struct SlotReservation {
    next: u32,
    end: u32,
}

impl SlotReservation {
    /// Reserves slots if they fit into one chunk and exist; otherwise none.
    pub fn of(slots: &SlotAllocator, count: usize) -> SlotReservation {
        let first = (count <= CHUNK_SIZE).then(|| slots.take(count)).flatten();
        first.map_or(SlotReservation::default(), |next| SlotReservation {
            next,
            end: next + count as u32,
        })
    }

    /// Takes one slot. If none is left, it reserves several at once.
    pub fn next(&mut self, slots: &SlotAllocator) -> Option<u32> {
        if self.next == self.end {
            *self = SlotReservation::of(slots, RESERVE_COUNT);
        }
        self.take(slots, 1)
    }

    /// Takes consecutive slots from the reservation, or else from the allocator. Returns the first.
    pub fn take(&mut self, slots: &SlotAllocator, count: usize) -> Option<u32> {
        if count > (self.end - self.next) as usize {
            return slots.take(count);
        }
        let first = self.next;
        self.next += count as u32;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn slots_taken_together_lie_in_one_chunk() {
        let mut slots = SlotAllocator::with_margin(1);
        let mut row: ChunkedVec<AtomicU32> = ChunkedVec::new(1);
        assert_eq!(slots.take(1), None);
        while let wanted @ 1.. = slots.chunks_wanted(3 * CHUNK_SIZE) {
            row.extend(row.allocate(wanted));
            slots.add_chunks(wanted);
        }
        assert_eq!(slots.take(CHUNK_SIZE - 10), Some(0));
        assert_eq!(slots.take(20), Some(CHUNK_SIZE as u32));
        assert_eq!(slots.take(0), Some(CHUNK_SIZE as u32 + 20));
        let first = CHUNK_SIZE as u32;
        assert_eq!(row.slice(first..first + 20).len(), 20);
        assert!(std::ptr::eq(
            row.at(first + 3),
            &row.slice(first..first + 20)[3]
        ));
    }

    #[test]
    fn reserved_slots_are_consecutive() {
        let mut slots = SlotAllocator::with_margin(0);
        slots.add_chunks(2);
        let mut reservation = SlotReservation::of(&slots, 100);
        assert_eq!(slots.take(5), Some(100));
        assert_eq!(reservation.take(&slots, 60), Some(0));
        assert_eq!(reservation.take(&slots, 41), Some(105));
        assert_eq!(reservation.take(&slots, 40), Some(60));
        assert_eq!(reservation.take(&slots, 1), Some(146));
        let mut too_large = SlotReservation::of(&slots, CHUNK_SIZE + 1);
        assert_eq!(too_large.take(&slots, 1), Some(147));
    }

    #[test]
    fn failed_requests_do_not_raise_the_demand() {
        let mut slots = SlotAllocator::with_margin(CHUNK_SIZE / 2);
        assert_eq!(slots.chunks_wanted(0), 1);
        (0..100_000).for_each(|_| assert_eq!(slots.take(100), None));
        assert_eq!(slots.chunks_wanted(0), 1);
        slots.expect(2 * CHUNK_SIZE);
        assert_eq!(slots.chunks_wanted(0), 2 * BATCHES_AHEAD);
        slots.add_chunks(2 * BATCHES_AHEAD);
        assert_eq!(slots.chunks_wanted(0), 0);
        assert_eq!(slots.take(1), Some(0));
        assert_eq!(slots.chunks_wanted(0), 1);
    }

    #[test]
    fn next_takes_the_reserved_slots_in_order() {
        let mut slots = SlotAllocator::with_margin(0);
        slots.add_chunks(1);
        let mut reservation = SlotReservation::default();
        assert_eq!(reservation.next(&slots), Some(0));
        assert_eq!(
            slots.take(CHUNK_SIZE - RESERVE_COUNT),
            Some(RESERVE_COUNT as u32)
        );
        let rest = std::iter::from_fn(|| reservation.next(&slots));
        assert!(rest.eq(1..RESERVE_COUNT as u32));
    }

    #[test]
    fn threads_never_take_the_same_slot() {
        let mut slots = SlotAllocator::with_margin(0);
        slots.add_chunks(4);
        let take = || {
            let taken = std::iter::from_fn(|| slots.take(7));
            taken.flat_map(|first| first..first + 7).collect::<Vec<_>>()
        };
        let mut all: Vec<u32> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(take)).collect();
            threads
                .into_iter()
                .flat_map(|t| t.join().unwrap())
                .collect()
        });
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(count > 4 * CHUNK_SIZE - 4 * 7 - 7, "{count}");
    }
}
