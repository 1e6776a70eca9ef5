//! The value of a state, in the search and in the transposition table.

use super::score::{BEST, Score, WORST};

/// The distance to a forced end if none is known.
pub const NO_FORCED_END: u16 = u16::MAX;
/// The depth of a search that reached only terminal states.
pub const FULL_DEPTH: u16 = u16::MAX;

/// The value of a state.
///
/// It has two parts that must not be mixed. The search value may rest on heuristic values. The proven bounds rest
/// only on terminal states that can be forced. The search value lies within the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOutcome {
    /// The search value, with heuristic values at the horizon; only a bound if it lies outside the window.
    pub value: Score,
    /// We can force at least this goal.
    pub lower: Score,
    /// The opponents together can hold us to at most this goal.
    pub upper: Score,
    /// The number of joint moves within which we can force `lower`.
    pub plies: u16,
    /// True if the search value rests on heuristic values. A deeper search may then change it.
    pub heuristic: bool,
}

impl SearchOutcome {
    /// The value of a terminal state.
    pub fn terminal(goal: Score) -> SearchOutcome {
        SearchOutcome {
            value: goal,
            lower: goal,
            upper: goal,
            plies: 0,
            heuristic: false,
        }
    }

    /// A heuristic value without proven bounds.
    pub fn heuristic(value: Score) -> SearchOutcome {
        SearchOutcome {
            value,
            lower: WORST,
            upper: BEST,
            plies: NO_FORCED_END,
            heuristic: true,
        }
    }

    /// True if the bounds prove the value.
    pub fn is_proven(&self) -> bool {
        self.lower == self.upper
    }

    /// Adds the bounds known before, and clamps the search value to the bounds.
    pub fn with_bounds(mut self, known: &SearchOutcome) -> SearchOutcome {
        if known.lower > self.lower || known.lower == self.lower && known.plies < self.plies {
            (self.lower, self.plies) = (known.lower, known.plies);
        }
        self.upper = self.upper.min(known.upper).max(self.lower);
        self.value = self.value.clamp(self.lower, self.upper);
        self
    }
}

/// The meaning of the search value in a table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundKind {
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
    /// The exact value.
    Exact,
}

impl BoundKind {
    /// The bound that a value gives if it was found with this window.
    pub fn of(value: Score, alpha: Score, beta: Score) -> BoundKind {
        match (value <= alpha, value >= beta) {
            (true, _) => BoundKind::Upper,
            (_, true) => BoundKind::Lower,
            _ => BoundKind::Exact,
        }
    }
}

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The value.
    pub outcome: SearchOutcome,
    /// The meaning of the search value.
    pub bound: BoundKind,
    /// The search depth.
    pub depth: u16,
    /// The best of our moves.
    pub own: u16,
    /// The best reply.
    pub reply: u16,
}

/// The number of words of a packed entry.
pub const ENTRY_WORDS: usize = 3;

impl TableEntry {
    /// The result of a search with this depth and window, if the entry determines it.
    pub fn answer(&self, depth: u16, alpha: Score, beta: Score) -> Option<SearchOutcome> {
        let known = self.outcome;
        if known.lower >= beta || known.is_proven() {
            let value = known.lower;
            return Some(SearchOutcome { value, ..known });
        }
        if known.upper <= alpha {
            let value = known.upper;
            return Some(SearchOutcome { value, ..known });
        }
        let is_enough = match self.bound {
            BoundKind::Exact => true,
            BoundKind::Lower => known.value >= beta,
            BoundKind::Upper => known.value <= alpha,
        };
        (self.depth >= depth && is_enough).then_some(known)
    }

    /// Packs the entry into words.
    pub fn pack(&self) -> [u64; ENTRY_WORDS] {
        let score = |score: Score| u64::from(score as u32);
        let short = u64::from;
        let known = &self.outcome;
        [
            score(known.value) | score(known.lower) << 32,
            score(known.upper) | short(self.own) << 32 | short(self.reply) << 48,
            short(self.depth) | short(known.plies) << 16 | (self.bound as u64) << 32,
        ]
    }

    /// Unpacks an entry.
    pub fn unpack(words: &[u64]) -> TableEntry {
        let score = |word: u64, shift: u32| (word >> shift) as u32 as Score;
        let short = |word: u64, shift: u32| (word >> shift) as u16;
        let depth = short(words[2], 0);
        TableEntry {
            outcome: SearchOutcome {
                value: score(words[0], 0),
                lower: score(words[0], 32),
                upper: score(words[1], 0),
                plies: short(words[2], 16),
                heuristic: depth != FULL_DEPTH,
            },
            bound: match short(words[2], 32) {
                0 => BoundKind::Lower,
                1 => BoundKind::Upper,
                _ => BoundKind::Exact,
            },
            depth,
            own: short(words[1], 32),
            reply: short(words[1], 48),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_entries_round_trip() {
        for bound in [BoundKind::Lower, BoundKind::Upper, BoundKind::Exact] {
            let outcome = SearchOutcome {
                value: 77_000_001,
                lower: WORST,
                upper: BEST,
                plies: 17,
                heuristic: true,
            };
            let entry = TableEntry {
                outcome,
                bound,
                depth: 5,
                own: 600,
                reply: u16::MAX,
            };
            assert_eq!(TableEntry::unpack(&entry.pack()), entry);
        }
    }

    #[test]
    fn proven_bounds_answer_searches_of_any_depth() {
        let outcome = SearchOutcome {
            lower: 60,
            upper: 80,
            ..SearchOutcome::heuristic(70)
        };
        let entry = TableEntry {
            outcome,
            bound: BoundKind::Upper,
            depth: 2,
            own: 0,
            reply: 0,
        };
        let value = |depth, alpha, beta| Some(entry.answer(depth, alpha, beta)?.value);
        assert_eq!(value(9, 40, 60), Some(60));
        assert_eq!(value(9, 40, 61), None);
        assert_eq!(value(9, 80, 90), Some(80));
        assert_eq!(value(2, 70, 90), Some(70));
        assert_eq!(value(3, 70, 90), None);
    }
}
