//! Assigns start states to lanes.
//!
//! The number of matches per start is fixed in advance, and every match that begins is played to
//! its end. Long matches therefore count as much as short ones.

use super::vector::LaneVector;
use crate::State;

const NO_START: u32 = u32::MAX;

/// Number of words of the widest vector.
const WORDS: usize = 8;

/// The matches still to be played.
pub struct Quota<'a> {
    starts: &'a [State],
    /// The phase of each start.
    phases: &'a [usize],
    /// The phase in which lanes are refilled.
    pub first_phase: usize,
    /// Per start, the number of matches not yet started.
    remaining: Vec<u32>,
    /// The sum of `remaining`.
    open: u64,
    /// No start before this one has remaining matches.
    cursor: usize,
    /// The start of each lane's match.
    lanes: Vec<u32>,
    busy: usize,
}

/// The new matches of some lanes.
pub struct Assignment {
    /// Lanes that start a match.
    pub playing: [u64; WORDS],
    /// Lanes that must wait for the phase of their start.
    pub waiting: Vec<(usize, [u64; WORDS])>,
    /// Groups of 64 lanes in which some lane has a new start.
    pub changed: u32,
}

impl<'a> Quota<'a> {
    /// A quota with this number of matches per start. `phases` are the phases of the starts.
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
            lanes: vec![NO_START; lanes],
            busy: 0,
        }
    }

    /// The start state of a lane.
    pub fn start_of(&self, lane: usize) -> Option<&'a State> {
        let number = self.lanes[lane];
        (number != NO_START).then(|| &self.starts[number as usize])
    }

    /// The index of the start of a playing lane.
    pub fn start_number(&self, lane: usize) -> usize {
        self.lanes[lane] as usize
    }

    /// Returns true if no match is left or in progress.
    pub fn is_done(&self) -> bool {
        self.busy == 0
    }

    /// Assigns matches to lanes whose match is over, or that have not had one.
    #[inline(always)]
    pub fn refill<V: LaneVector>(&mut self, over: V) -> Assignment {
        let mut out = Assignment {
            playing: [0; WORDS],
            waiting: Vec::new(),
            changed: 0,
        };
        if self.starts.len() == 1 && self.busy == self.lanes.len() && self.open >= V::LANES as u64 {
            self.assign_only_start(over, &mut out);
        } else {
            over.for_each_lane(|lane| self.assign(lane, &mut out));
        }
        out
    }

    /// Assigns matches if all lanes play from the only start and enough matches remain for all of
    /// them.
    #[inline(always)]
    fn assign_only_start<V: LaneVector>(&mut self, over: V, out: &mut Assignment) {
        let matches = over.count();
        self.open -= matches;
        self.remaining[0] -= matches as u32;
        (0..V::WORDS).for_each(|word| out.playing[word] = over.word(word));
    }

    fn assign(&mut self, lane: usize, out: &mut Assignment) {
        let before = self.lanes[lane];
        let start = self.take(before, lane);
        self.busy += usize::from(start != NO_START);
        self.busy -= usize::from(before != NO_START);
        self.lanes[lane] = start;
        if start == NO_START {
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

    /// Assigns a match to a lane and returns its start: the lane's previous start if it has matches
    /// left. New lanes are spread evenly over the starts.
    fn take(&mut self, before: u32, lane: usize) -> u32 {
        if self.open == 0 {
            return NO_START;
        }
        let wanted = match before {
            NO_START => lane * self.starts.len() / self.lanes.len(),
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

    /// The first start with remaining matches. There must be one.
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
