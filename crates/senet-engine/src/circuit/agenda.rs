//! Which nodes have changed and wait for their turn, lowest number first.

/// A set of numbers that is emptied from below while higher numbers come in.
///
/// One bit a number, and one bit for each word of those. Gates are numbered so that each comes after what it depends on: taking
/// the lowest number first means that a gate's turn comes when all its inputs are settled, so that it spreads at most one change.
#[derive(Clone, Debug)]
pub struct Agenda {
    bits: Vec<u64>,
    /// Set for each word of `bits` that may have a bit set.
    summary: Vec<u64>,
    /// No bit is set in the words before this one.
    at: usize,
}

impl Agenda {
    /// An empty set of numbers below a bound.
    pub fn new(bound: usize) -> Agenda {
        let words = bound.div_ceil(64);
        Agenda {
            bits: vec![0; words],
            summary: vec![0; words.div_ceil(64)],
            at: 0,
        }
    }

    /// Puts a number in, or takes it out if it is in: a change that is taken back is none.
    ///
    /// Numbers below those already taken need a [`Agenda::rewind`].
    #[inline]
    pub fn toggle(&mut self, number: u32) {
        let word = number as usize / 64;
        self.bits[word] ^= 1 << (number % 64);
        self.summary[word / 64] |= 1 << (word % 64);
    }

    /// Puts a number in.
    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        self.bits[word] |= 1 << (number % 64);
        self.summary[word / 64] |= 1 << (word % 64);
        self.at = self.at.min(word);
    }

    /// Makes numbers from this one on be found again.
    pub fn rewind(&mut self, number: u32) {
        self.at = self.at.min(number as usize / 64);
    }

    /// The lowest number, which stays in.
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

    /// Takes the lowest number out if it is below a limit.
    #[inline]
    pub fn pop_below(&mut self, limit: u32) -> Option<u32> {
        let first = self.first().filter(|&first| first < limit)?;
        self.bits[self.at] &= self.bits[self.at] - 1;
        Some(first)
    }

    /// Goes on to the next word that may have a bit set, or beyond the last.
    fn advance(&mut self) {
        let mut group = self.at / 64;
        self.summary[group] &= !(1 << (self.at % 64));
        // What the summary says of words before this one is out of date: they are empty.
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
    fn numbers_come_out_in_order_and_those_put_in_twice_do_not() {
        let mut agenda = Agenda::new(100_000);
        for number in [99_999, 5, 70, 64, 70, 4_096, 0] {
            agenda.toggle(number);
        }
        assert_eq!(agenda.pop_below(3), Some(0));
        assert_eq!(agenda.pop_below(3), None);
        agenda.toggle(6);
        let rest: Vec<u32> = std::iter::from_fn(|| agenda.pop_below(u32::MAX)).collect();
        assert_eq!(rest, [5, 6, 64, 4_096, 99_999]);
        agenda.insert(8);
        agenda.insert(8);
        agenda.toggle(9);
        assert_eq!(agenda.pop_below(9), Some(8));
        assert_eq!(agenda.pop_below(9), None);
        agenda.toggle(1);
        agenda.rewind(1);
        assert_eq!(agenda.first(), Some(1));
    }
}
