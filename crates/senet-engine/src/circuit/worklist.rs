//! The worklist of changed nodes, lowest number first.

/// A set of numbers that is emptied from below while higher numbers are added.
///
/// It has one bit per number, and a summary bit per word. Every gate has a higher number than its
/// inputs. The worklist takes the lowest number first, so all inputs of a gate are final when its
/// turn comes. Each gate propagates at most one change.
#[derive(Clone, Debug)]
pub struct Worklist {
    bits: Vec<u64>,
    /// Has a bit for each word of `bits` that may be non-zero.
    summary: Vec<u64>,
    /// All words before this one are zero.
    at: usize,
}

impl Worklist {
    /// An empty set of numbers below a bound.
    pub fn new(bound: usize) -> Worklist {
        let words = bound.div_ceil(64);
        Worklist {
            bits: vec![0; words],
            summary: vec![0; words.div_ceil(64)],
            at: 0,
        }
    }

    /// Adds a number, or removes it if present, because two changes of a node cancel out.
    ///
    /// Call [`Worklist::rewind`] before adding a number below one that was already taken.
    #[inline]
    pub fn toggle(&mut self, number: u32) {
        let word = number as usize / 64;
        self.bits[word] ^= 1 << (number % 64);
        self.summary[word / 64] |= 1 << (word % 64);
    }

    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        self.bits[word] |= 1 << (number % 64);
        self.summary[word / 64] |= 1 << (word % 64);
        self.at = self.at.min(word);
    }

    /// Moves the start of the search back to this number.
    pub fn rewind(&mut self, number: u32) {
        self.at = self.at.min(number as usize / 64);
    }

    /// The lowest number, without removing it.
    #[inline]
    pub fn first(&mut self) -> Option<u32> {
        loop {
            let word = *self.bits.get(self.at)?;
            if word != 0 {
                return Some(self.at as u32 * 64 + word.trailing_zeros());
            }
            self.advance();
        }
    }

    /// Removes and returns the lowest number if it is below a limit.
    #[inline]
    pub fn pop_below(&mut self, limit: u32) -> Option<u32> {
        let first = self.first().filter(|&first| first < limit)?;
        self.bits[self.at] &= self.bits[self.at] - 1;
        Some(first)
    }

    /// Moves to the next word that may be non-zero, or behind the last word.
    fn advance(&mut self) {
        let mut group = self.at / 64;
        self.summary[group] &= !(1 << (self.at % 64));
        // Summary bits of earlier words are outdated; those words are zero.
        let mut later = self.summary[group] & (u64::MAX << (self.at % 64));
        while later == 0 {
            group += 1;
            match self.summary.get(group) {
                Some(&summary) => later = summary,
                None => return self.at = self.bits.len(),
            }
        }
        self.at = group * 64 + later.trailing_zeros() as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pops_in_order_and_drops_numbers_toggled_twice() {
        let mut worklist = Worklist::new(100_000);
        for number in [99_999, 5, 70, 64, 70, 4_096, 0] {
            worklist.toggle(number);
        }
        assert_eq!(worklist.pop_below(3), Some(0));
        assert_eq!(worklist.pop_below(3), None);
        worklist.toggle(6);
        let rest: Vec<u32> = std::iter::from_fn(|| worklist.pop_below(u32::MAX)).collect();
        assert_eq!(rest, [5, 6, 64, 4_096, 99_999]);
        worklist.insert(8);
        worklist.insert(8);
        worklist.toggle(9);
        assert_eq!(worklist.pop_below(9), Some(8));
        assert_eq!(worklist.pop_below(9), None);
        worklist.toggle(1);
        worklist.rewind(1);
        assert_eq!(worklist.first(), Some(1));
    }
}
