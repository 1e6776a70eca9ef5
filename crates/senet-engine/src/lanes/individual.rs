//! Random matches with individual lanes: with weights, a depth limit or a report of each match.
//!
//! This is slower than [`super::play`], since all fluents are stored and every lane is inspected.
//! It still plays hundreds of matches at once.

use super::lane_rng::LaneRng;
use super::move_picker::MovePicker;
use super::query_programs::{QueryMemory, QueryPrograms};
use super::states::{load_group, read_state};
use super::vector::LaneVector;
use crate::batch::{PlayoutDetail, PlayoutRequest, PlayoutResults, PlayoutTally, Policy};
use crate::{MoveId, QueryLimits, State, Stopped};
use std::ops::Range;

/// Number of steps between polls of the deadline.
const STEPS_PER_POLL: usize = 16;

/// The matches in progress. Matches are numbered by start: those of the first start come first.
struct IndividualMatches<'a, V> {
    queries: &'a QueryPrograms,
    request: &'a PlayoutRequest<'a>,
    memory: &'a mut QueryMemory<V>,
    starts: Vec<V>,
    random: LaneRng<V>,
    pickers: Vec<MovePicker<V>>,
    /// The match number of each lane.
    numbers: Vec<Option<u64>>,
    /// The number of joint moves of each lane.
    lengths: Vec<u32>,
    /// The first joint move of each lane.
    firsts: Vec<Option<Box<[MoveId]>>>,
    /// The numbers of the matches not yet started.
    open: Range<u64>,
    first_number: u64,
    out: PlayoutResults,
}

/// Plays some matches of a request; returns their tallies and, if requested, reports.
/// Panics if the programs are not compiled for the width of `V`.
#[inline(always)]
pub fn play_individually<V: LaneVector>(
    queries: &QueryPrograms,
    memory: &mut QueryMemory<V>,
    request: &PlayoutRequest,
    matches: Range<u64>,
    seed: u64,
    limits: &QueryLimits,
) -> Result<PlayoutResults, Stopped> {
    let unreported = PlayoutDetail {
        length: 0,
        first: None,
        last: State::from_words(Vec::new()),
        is_cut: false,
    };
    let reports = if request.details {
        matches.end - matches.start
    } else {
        0
    };
    let mut matches_in_progress = IndividualMatches {
        queries,
        request,
        starts: memory.state.clone(),
        random: LaneRng::new(memory.cpu, seed),
        memory,
        pickers: queries
            .moves
            .iter()
            .map(|moves| MovePicker::new(moves.len()))
            .collect(),
        numbers: vec![None; V::LANES],
        lengths: vec![0; V::LANES],
        firsts: vec![None; V::LANES],
        first_number: matches.start,
        open: matches,
        out: PlayoutResults {
            tallies: vec![PlayoutTally::new(queries.moves.len()); request.starts.len()],
            matches: vec![unreported; reports as usize],
        },
    };
    for step in 0.. {
        matches_in_progress.refill();
        if matches_in_progress.numbers.iter().all(Option::is_none) {
            break;
        }
        if step % STEPS_PER_POLL == 0 {
            request.check(&limits.deadline)?;
        }
        matches_in_progress.step();
    }
    Ok(matches_in_progress.out)
}

impl<V: LaneVector> IndividualMatches<'_, V> {
    /// The start of the match with this number.
    fn start(&self, number: u64) -> usize {
        (number / u64::from(self.request.each)) as usize
    }

    /// Starts a new match in every free lane.
    #[inline(always)]
    fn refill(&mut self) {
        let mut fresh = [0u64; 8];
        for lane in 0..V::LANES {
            if self.numbers[lane].is_some() {
                continue;
            }
            let Some(number) = self.open.next() else {
                break;
            };
            self.numbers[lane] = Some(number);
            self.lengths[lane] = 0;
            self.firsts[lane] = None;
            fresh[lane / 64] |= 1 << (lane % 64);
        }
        for (group, _) in fresh.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
            let start_of = |lane: usize| {
                let number = self.numbers[lane]?;
                self.request
                    .starts
                    .get((number / u64::from(self.request.each)) as usize)
            };
            load_group(&mut self.starts, &self.queries.layout, group, start_of);
        }
        let fresh = self.memory.cpu.vector(&fresh);
        if fresh.any() {
            for (state, &start) in self.memory.state.iter_mut().zip(&self.starts) {
                *state = fresh.choose(start, *state);
            }
        }
    }

    /// The lanes that satisfy a condition.
    #[inline(always)]
    fn lanes(&self, holds: impl Fn(usize) -> bool) -> V {
        let mut words = [0u64; 8];
        (0..V::LANES)
            .filter(|&lane| holds(lane))
            .for_each(|lane| words[lane / 64] |= 1 << (lane % 64));
        self.memory.cpu.vector(&words)
    }

    /// Makes one step in all lanes.
    #[inline(always)]
    fn step(&mut self) {
        let cpu = self.memory.cpu;
        let active = self.lanes(|lane| self.numbers[lane].is_some());
        let QueryMemory {
            frame, state, next, ..
        } = &mut *self.memory;
        self.queries.step.run(cpu, 0, frame, state, next);
        let terminal = frame[self.queries.terminal.index as usize];
        let ended = terminal.and(active);
        let active = terminal.and_not(active);
        if ended.any() {
            self.add_results(ended);
        }
        let limit = self.request.depth_limit;
        let at_limit = self.lanes(|lane| Some(self.lengths[lane]) == limit);
        let cut = active.and(at_limit);
        cut.for_each_lane(|lane| self.stop(lane, false));
        let active = cut.and_not(active);
        if !active.any() {
            return;
        }
        let stuck = self.choose_moves().and(active);
        stuck.for_each_lane(|lane| self.stop(lane, true));
        let active = stuck.and_not(active);
        self.record_first_moves(active);
        let QueryMemory {
            frame, state, next, ..
        } = &mut *self.memory;
        self.queries.step.run(cpu, 1, frame, state, next);
        for (state, &next) in state.iter_mut().zip(next.iter()) {
            *state = active.choose(next, *state);
        }
        active.for_each_lane(|lane| self.lengths[lane] += 1);
    }

    /// Chooses a move in every lane; returns the lanes in which a role has none.
    #[inline(always)]
    fn choose_moves(&mut self) -> V {
        let frame = &mut self.memory.frame;
        let mut stuck = self.memory.cpu.zeros();
        let roles = self.queries.moves.iter().zip(&mut self.pickers).enumerate();
        for (role, (moves, picker)) in roles {
            let none = match self.request.policy {
                Policy::Uniform => picker.pick(moves, frame, &mut self.random),
                Policy::Weighted(weights) => {
                    let weight = |number| u32::from(weights.of(role, MoveId(number)));
                    picker.pick_weighted(moves, frame, &mut self.random, weight)
                }
            };
            stuck = stuck.or(none);
        }
        stuck
    }

    #[inline(always)]
    fn record_first_moves(&mut self, active: V) {
        if !self.request.details {
            return;
        }
        let first = active.and(self.lanes(|lane| self.lengths[lane] == 0));
        if !first.any() {
            return;
        }
        let roles = self.queries.moves.len();
        first.for_each_lane(|lane| {
            self.firsts[lane] = Some(vec![MoveId(0); roles].into_boxed_slice());
        });
        for (role, moves) in self.queries.moves.iter().enumerate() {
            for one in moves {
                let made = self.memory.frame[one.made.index as usize].and(first);
                made.for_each_lane(|lane| {
                    if let Some(joint) = &mut self.firsts[lane] {
                        joint[role] = MoveId(one.number);
                    }
                });
            }
        }
    }

    /// Adds the goals of lanes whose match ended.
    #[inline(always)]
    fn add_results(&mut self, ended: V) {
        let cpu = self.memory.cpu;
        let QueryMemory {
            goal_frame,
            state,
            next,
            ..
        } = &mut *self.memory;
        self.queries
            .goals
            .program
            .run(cpu, 0, goal_frame, state, next);
        for (role, values) in self.queries.goals.values.iter().enumerate() {
            for &(value, address) in values {
                let lanes = self.memory.goal_frame[address.index as usize].and(ended);
                lanes.for_each_lane(|lane| {
                    if let Some(number) = self.numbers[lane] {
                        let start = self.start(number);
                        self.out.tallies[start].goals[role].add(value, 1);
                    }
                });
            }
        }
        ended.for_each_lane(|lane| {
            if let Some(tally) = self.finish(lane, false) {
                tally.ended += 1;
            }
        });
    }

    /// Stops a match before its end.
    #[inline(always)]
    fn stop(&mut self, lane: usize, stuck: bool) {
        if let Some(tally) = self.finish(lane, true) {
            match stuck {
                true => tally.stuck += 1,
                false => tally.cut += 1,
            }
        }
    }

    /// Reports the match of a lane and frees the lane; returns its tally.
    #[inline(always)]
    fn finish(&mut self, lane: usize, cut: bool) -> Option<&mut PlayoutTally> {
        let number = self.numbers[lane].take()?;
        let length = self.lengths[lane];
        if self.request.details {
            let fluents = self.queries.layout.len();
            self.out.matches[(number - self.first_number) as usize] = PlayoutDetail {
                length,
                first: self.firsts[lane].take(),
                last: read_state(&self.memory.state, fluents, lane),
                is_cut: cut,
            };
        }
        let start = self.start(number);
        let tally = &mut self.out.tallies[start];
        tally.steps += u64::from(length);
        tally.squared_lengths += u64::from(length).pow(2);
        Some(tally)
    }
}
