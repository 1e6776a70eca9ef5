//! Rows that grow while others read them.
//!
//! Elements lie in pieces of equal size that never move, so whoever holds a shared reference may take new places at the end of a row and fill
//! them, while others read what is there. Only new pieces need the row for themselves, and they are got before the old ones are used up.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Elements of a piece, as a power of two.
const BITS: u32 = 14;
/// Elements of a piece.
pub const SIZE: usize = 1 << BITS;

/// Memory is got for so many batches in advance. What is wanted while there is none must not count: threads go on wanting it all the time until it is
/// there, and would be given gigabytes.
const BATCHES_AHEAD: usize = 4;
/// Places that a thread takes at once if it needs one after the other.
const AT_ONCE: usize = 64;

/// Elements in pieces; or groups of elements, each of the same length.
pub struct Pieces<T> {
    pieces: Vec<Box<[T]>>,
    /// The length of a group.
    each: usize,
}

impl<T: Default> Pieces<T> {
    /// Nothing yet, in groups of a length.
    pub fn new(each: usize) -> Pieces<T> {
        Pieces {
            pieces: Vec::new(),
            each,
        }
    }

    /// New pieces.
    pub fn fresh(&self, count: usize) -> Vec<Box<[T]>> {
        let piece = |_| (0..SIZE * self.each).map(|_| T::default()).collect();
        (0..count).map(piece).collect()
    }

    /// Adds pieces.
    pub fn extend(&mut self, fresh: Vec<Box<[T]>>) {
        self.pieces.extend(fresh);
    }

    /// Gives all memory back.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// The element with this number.
    #[inline(always)]
    pub fn at(&self, index: u32) -> &T {
        &self.pieces[index as usize >> BITS][index as usize % SIZE]
    }

    /// Elements that were taken together.
    #[inline(always)]
    pub fn slice(&self, range: Range<u32>) -> &[T] {
        if range.is_empty() {
            return &[];
        }
        let first = range.start as usize % SIZE;
        &self.pieces[range.start as usize >> BITS][first..first + range.len()]
    }

    /// The group with this number.
    #[inline(always)]
    pub fn group(&self, index: u32) -> &[T] {
        let first = index as usize % SIZE * self.each;
        &self.pieces[index as usize >> BITS][first..first + self.each]
    }
}

/// Which places of a row are taken. All threads take some all the time, so what lies next to it must not be in the same line of a cache: they
/// would wait for it in vain.
#[derive(Default)]
#[repr(align(128))]
pub struct Places {
    taken: AtomicUsize,
    /// How many there are.
    capacity: usize,
    /// Places that are to be free at least.
    margin: usize,
    /// The most places that one batch has needed.
    needed: AtomicUsize,
}

impl Places {
    /// None, but so many are to be free at any time.
    pub fn with_margin(margin: usize) -> Places {
        Places {
            margin,
            ..Places::default()
        }
    }

    /// Places that are taken, those included that were skipped.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Gives all places back.
    pub fn clear(&mut self) {
        *self.taken.get_mut() = 0;
    }

    /// Takes places with successive numbers, in one piece if one can hold them; the first of them. `None` if there are not enough.
    pub fn take(&self, count: usize) -> Option<u32> {
        let mut taken = self.taken();
        loop {
            let crosses = taken % SIZE + count > SIZE && count <= SIZE;
            let first = match crosses {
                true => taken.next_multiple_of(SIZE),
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

    /// Takes note that a batch needs so many.
    pub fn expect(&self, count: usize) {
        if count > self.needed.load(Ordering::Relaxed) {
            self.needed.fetch_max(count, Ordering::Relaxed);
        }
    }

    /// How many pieces should be added, so that so many places are free, and as many as some batches need.
    pub fn pieces_wanted(&self, places: usize) -> usize {
        let needed = self.needed.load(Ordering::Relaxed);
        let usual = self.margin.max(needed.saturating_mul(BATCHES_AHEAD));
        // Skipping to the next piece may cost as much as is wanted.
        let free = usual.max(places.saturating_mul(2));
        let wanted = self.taken().saturating_add(free);
        let most = u32::MAX as usize / SIZE;
        let pieces = wanted.saturating_sub(self.capacity).div_ceil(SIZE);
        pieces.min(most - self.capacity / SIZE)
    }

    /// Takes note that pieces were added.
    pub fn add_pieces(&mut self, count: usize) {
        self.capacity += count * SIZE;
    }
}

/// Places that one thread took for what it is about to make, so that it need not ask for each: all threads ask, and whoever asks waits for the others.
#[derive(Default)]
pub struct Claim {
    next: u32,
    end: u32,
}

impl Claim {
    /// As many places as wanted, if they fit into one piece and are there; else none.
    pub fn of(places: &Places, count: usize) -> Claim {
        let first = (count <= SIZE).then(|| places.take(count)).flatten();
        first.map_or(Claim::default(), |next| Claim {
            next,
            end: next + count as u32,
        })
    }

    /// Takes one place. If there is none left, so many are taken at once that this is rare.
    pub fn next(&mut self, places: &Places) -> Option<u32> {
        if self.next == self.end {
            *self = Claim::of(places, AT_ONCE);
        }
        self.take(places, 1)
    }

    /// Takes places with successive numbers, of the claim or, if it has not enough, of those that nobody has taken; the first of them.
    pub fn take(&mut self, places: &Places, count: usize) -> Option<u32> {
        if count > (self.end - self.next) as usize {
            return places.take(count);
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
    fn places_taken_together_lie_together() {
        let mut places = Places::with_margin(1);
        let mut row: Pieces<AtomicU32> = Pieces::new(1);
        assert_eq!(places.take(1), None);
        while let wanted @ 1.. = places.pieces_wanted(3 * SIZE) {
            row.extend(row.fresh(wanted));
            places.add_pieces(wanted);
        }
        assert_eq!(places.take(SIZE - 10), Some(0));
        assert_eq!(places.take(20), Some(SIZE as u32));
        assert_eq!(places.take(0), Some(SIZE as u32 + 20));
        let first = SIZE as u32;
        assert_eq!(row.slice(first..first + 20).len(), 20);
        assert!(std::ptr::eq(
            row.at(first + 3),
            &row.slice(first..first + 20)[3]
        ));
    }

    #[test]
    fn what_is_claimed_lies_together() {
        let mut places = Places::with_margin(0);
        places.add_pieces(2);
        let mut claim = Claim::of(&places, 100);
        assert_eq!(places.take(5), Some(100));
        assert_eq!(claim.take(&places, 60), Some(0));
        assert_eq!(claim.take(&places, 41), Some(105));
        assert_eq!(claim.take(&places, 40), Some(60));
        assert_eq!(claim.take(&places, 1), Some(146));
        let mut too_large = Claim::of(&places, SIZE + 1);
        assert_eq!(too_large.take(&places, 1), Some(147));
    }

    #[test]
    fn memory_is_got_for_some_batches_however_often_it_was_wanted_in_vain() {
        let mut places = Places::with_margin(SIZE / 2);
        assert_eq!(places.pieces_wanted(0), 1);
        (0..100_000).for_each(|_| assert_eq!(places.take(100), None));
        assert_eq!(places.pieces_wanted(0), 1);
        places.expect(2 * SIZE);
        assert_eq!(places.pieces_wanted(0), 2 * BATCHES_AHEAD);
        places.add_pieces(2 * BATCHES_AHEAD);
        assert_eq!(places.pieces_wanted(0), 0);
        assert_eq!(places.take(1), Some(0));
        assert_eq!(places.pieces_wanted(0), 1);
    }

    #[test]
    fn one_after_the_other_is_taken_of_a_claim() {
        let mut places = Places::with_margin(0);
        places.add_pieces(1);
        let mut claim = Claim::default();
        assert_eq!(claim.next(&places), Some(0));
        assert_eq!(places.take(SIZE - AT_ONCE), Some(AT_ONCE as u32));
        let rest = std::iter::from_fn(|| claim.next(&places));
        assert!(rest.eq(1..AT_ONCE as u32));
    }

    #[test]
    fn threads_never_take_the_same_place() {
        let mut places = Places::with_margin(0);
        places.add_pieces(4);
        let take = || {
            let taken = std::iter::from_fn(|| places.take(7));
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
        assert!(count > 4 * SIZE - 4 * 7 - 7, "{count}");
    }
}
