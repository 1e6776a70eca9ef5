//! What is known about a state, in the table and on the way up.

use super::score::{BEST, Score, WORST};

/// Joint moves until the end, where none is known.
pub const NO_END: u16 = u16::MAX;
/// The depth of what was searched to all ends.
pub const TO_THE_END: u16 = u16::MAX;

/// What a search found out about a state.
///
/// Two things that must not be mixed: the value of the game as far as it was looked at, which rests on guesses, and bounds of the true value,
/// which rest on nothing but ends that can be forced. The value lies within the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value when guesses stand for what lies deeper; a bound of it where it is outside of the window.
    pub value: Score,
    /// We can force at least this.
    pub at_least: Score,
    /// The others together can hold us to this.
    pub at_most: Score,
    /// We can force `at_least` within so many joint moves.
    pub ends: u16,
    /// Whether a guess was asked for: a deeper search may find another value.
    pub open: bool,
}

impl Outcome {
    /// A match that is over.
    pub fn ended(goal: Score) -> Outcome {
        Outcome {
            value: goal,
            at_least: goal,
            at_most: goal,
            ends: 0,
            open: false,
        }
    }

    /// A guess.
    pub fn guessed(value: Score) -> Outcome {
        Outcome {
            value,
            at_least: WORST,
            at_most: BEST,
            ends: NO_END,
            open: true,
        }
    }

    /// Whether the true value is known.
    pub fn is_proven(&self) -> bool {
        self.at_least == self.at_most
    }

    /// Takes over what was known about the bounds before, and puts the value between them.
    pub fn with_bounds(mut self, known: &Outcome) -> Outcome {
        if known.at_least > self.at_least
            || known.at_least == self.at_least && known.ends < self.ends
        {
            (self.at_least, self.ends) = (known.at_least, known.ends);
        }
        self.at_most = self.at_most.min(known.at_most).max(self.at_least);
        self.value = self.value.clamp(self.at_least, self.at_most);
        self
    }
}

/// How the value of an entry is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is this.
    Exact,
}

impl Bound {
    /// What a value is that was found with this window.
    pub fn of(value: Score, alpha: Score, beta: Score) -> Bound {
        match (value <= alpha, value >= beta) {
            (true, _) => Bound::Upper,
            (_, true) => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// What the table says about a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What was found out.
    pub outcome: Outcome,
    /// How to read the value.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u16,
    /// Which of our moves was best.
    pub own: u16,
    /// Which reply of the others was best for them.
    pub reply: u16,
}

/// Words of an entry.
pub const ENTRY_WORDS: usize = 3;

impl Entry {
    /// What a search of this depth with this window would find; `None` if it has to look.
    pub fn answer(&self, depth: u16, alpha: Score, beta: Score) -> Option<Outcome> {
        let known = self.outcome;
        if known.at_least >= beta || known.is_proven() {
            let value = known.at_least;
            return Some(Outcome { value, ..known });
        }
        if known.at_most <= alpha {
            let value = known.at_most;
            return Some(Outcome { value, ..known });
        }
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => known.value >= beta,
            Bound::Upper => known.value <= alpha,
        };
        (self.depth >= depth && is_enough).then_some(known)
    }

    /// As words of the table.
    pub fn pack(&self) -> [u64; ENTRY_WORDS] {
        let score = |score: Score| u64::from(score as u32);
        let short = u64::from;
        let known = &self.outcome;
        [
            score(known.value) | score(known.at_least) << 32,
            score(known.at_most) | short(self.own) << 32 | short(self.reply) << 48,
            short(self.depth) | short(known.ends) << 16 | (self.bound as u64) << 32,
        ]
    }

    /// From words of the table.
    pub fn unpack(words: &[u64]) -> Entry {
        let score = |word: u64, shift: u32| (word >> shift) as u32 as Score;
        let short = |word: u64, shift: u32| (word >> shift) as u16;
        let depth = short(words[2], 0);
        Entry {
            outcome: Outcome {
                value: score(words[0], 0),
                at_least: score(words[0], 32),
                at_most: score(words[1], 0),
                ends: short(words[2], 16),
                open: depth != TO_THE_END,
            },
            bound: match short(words[2], 32) {
                0 => Bound::Lower,
                1 => Bound::Upper,
                _ => Bound::Exact,
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
    fn entries_come_out_of_words_as_they_went_in() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            let outcome = Outcome {
                value: 77_000_001,
                at_least: WORST,
                at_most: BEST,
                ends: 17,
                open: true,
            };
            let entry = Entry {
                outcome,
                bound,
                depth: 5,
                own: 600,
                reply: u16::MAX,
            };
            assert_eq!(Entry::unpack(&entry.pack()), entry);
        }
    }

    #[test]
    fn bounds_answer_what_depth_does_not() {
        let outcome = Outcome {
            at_least: 60,
            at_most: 80,
            ..Outcome::guessed(70)
        };
        let entry = Entry {
            outcome,
            bound: Bound::Upper,
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
