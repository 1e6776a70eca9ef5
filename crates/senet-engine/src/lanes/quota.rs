//! Which lane plays from which start.
//!
//! Every match that is begun is played to its end, and how many are played from each start is decided before: so long matches count as
//! much as short ones.

use super::wide::Wide;
use crate::State;

const NOTHING: u32 = u32::MAX;

/// Words of the widest vector.
const WORDS: usize = 8;

/// The matches that are still to be played.
pub struct Quota<'a> {
    starts: &'a [State],
    /// The phase of each start.
    phases: &'a [usize],
    /// The phase in which lanes are refilled.
    pub first_phase: usize,
    /// Matches not yet begun, by start.
    remaining: Vec<u32>,
    /// The sum of those.
    open: u64,
    /// No start before this one has matches left.
    cursor: usize,
    /// The start of each lane's match.
    lanes: Vec<u32>,
    busy: usize,
}

/// What lanes were given.
pub struct HandedOut {
    /// Lanes that begin a match.
    pub playing: [u64; WORDS],
    /// Lanes that have to wait for the phase of their start.
    pub waiting: Vec<(usize, [u64; WORDS])>,
    /// Groups of 64 lanes in which a lane has another start than before.
    pub changed: u32,
}

impl<'a> Quota<'a> {
    /// So many matches from each start, whose phases are given.
    pub fn new(
        starts: &'a [State],
        matches: Vec<u32>,
        phases: &'a [usize],
        lanes: usize,
    ) -> Quota<'a> {
        Quota {
            starts,
            first_phase: most_common(phases),
            phases,
            open: matches.iter().map(|&n| u64::from(n)).sum(),
            remaining: matches,
            cursor: 0,
            lanes: vec![NOTHING; lanes],
            busy: 0,
        }
    }

    /// The state that a lane starts from.
    pub fn start_of(&self, lane: usize) -> Option<&'a State> {
        let number = self.lanes[lane];
        (number != NOTHING).then(|| &self.starts[number as usize])
    }

    /// The number of the start of a lane that plays.
    pub fn start_number(&self, lane: usize) -> usize {
        self.lanes[lane] as usize
    }

    /// Whether no match is left or in progress.
    pub fn is_done(&self) -> bool {
        self.busy == 0
    }

    /// Hands out matches to the lanes whose match is over (or that never had one).
    #[inline(always)]
    pub fn refill<V: Wide>(&mut self, over: V) -> HandedOut {
        let mut out = HandedOut {
            playing: [0; WORDS],
            waiting: Vec::new(),
            changed: 0,
        };
        if self.starts.len() == 1 && self.busy == self.lanes.len() && self.open >= V::LANES as u64 {
            self.hand_out_the_same(over, &mut out);
        } else {
            over.for_each_lane(|lane| self.hand_out(lane, &mut out));
        }
        out
    }

    /// All lanes play from the only start there is, and enough matches are left for every one of them.
    #[inline(always)]
    fn hand_out_the_same<V: Wide>(&mut self, over: V, out: &mut HandedOut) {
        let matches = over.count();
        self.open -= matches;
        self.remaining[0] -= matches as u32;
        (0..V::WORDS).for_each(|word| out.playing[word] = over.word(word));
    }

    fn hand_out(&mut self, lane: usize, out: &mut HandedOut) {
        let before = self.lanes[lane];
        let start = self.take(before, lane);
        self.busy += usize::from(start != NOTHING);
        self.busy -= usize::from(before != NOTHING);
        self.lanes[lane] = start;
        if start == NOTHING {
            return;
        }
        let (word, bit) = (lane / 64, 1 << (lane % 64));
        out.playing[word] |= bit;
        if start != before {
            out.changed |= 1 << word;
        }
        let phase = self.phases[start as usize];
        if phase != self.first_phase {
            let known = out.waiting.iter().position(|(known, _)| *known == phase);
            let at = known.unwrap_or_else(|| {
                out.waiting.push((phase, [0; WORDS]));
                out.waiting.len() - 1
            });
            out.waiting[at].1[word] |= bit;
        }
    }

    /// A match for a lane: from the same start as before if possible; a new lane gets its share.
    fn take(&mut self, before: u32, lane: usize) -> u32 {
        if self.open == 0 {
            return NOTHING;
        }
        let wanted = match before {
            NOTHING => lane * self.starts.len() / self.lanes.len(),
            start => start as usize,
        };
        let start = match self.remaining[wanted] {
            0 => self.next_open(),
            _ => wanted,
        };
        self.remaining[start] -= 1;
        self.open -= 1;
        start as u32
    }

    /// The first start that has matches left; there is one.
    fn next_open(&mut self) -> usize {
        while self.remaining[self.cursor] == 0 {
            self.cursor += 1;
        }
        self.cursor
    }
}

fn most_common(phases: &[usize]) -> usize {
    let count = |phase: &usize| phases.iter().filter(|&p| p == phase).count();
    let period = phases.iter().max().map_or(1, |last| last + 1);
    (0..period).rev().max_by_key(count).unwrap_or(0)
}
