//! Plays random matches in all lanes in lockstep. Every few steps, it collects results and starts
//! new matches.

use super::lane_rng::LaneRng;
use super::layout::{ENDED, FAILED, HOLD, STUCK};
use super::logic::Array;
use super::move_picker::MovePicker;
use super::playout_programs::{PlayoutPrograms, StepProgram};
use super::quota::Quota;
use super::states::load_group;
use super::vector::{Detected, LaneVector};
use crate::batch::{PlayoutRequest, PlayoutTally};
use crate::{QueryLimits, Stopped};

/// Bits of the step counters.
const COUNTER_BITS: usize = 40;
/// Counter bits that every step updates.
const LOW_BITS: usize = 3;
/// Approximate number of instructions between polls of the deadline.
const INSTRUCTIONS_PER_POLL: usize = 2_000_000;

/// Matches in progress.
pub struct LockstepMatches<'a, V> {
    programs: &'a PlayoutPrograms,
    quota: Quota<'a>,
    /// True if all results go to one tally, so that lanes need not be inspected individually.
    single_tally: bool,
    /// The first frame is shared by the fused steps. Each split step has its own frame, which keeps
    /// its last move choice.
    frames: Vec<Vec<V>>,
    goal_frame: Vec<V>,
    state: Vec<V>,
    next: Vec<V>,
    /// The start state of each lane's match.
    starts: Vec<V>,
    random: LaneRng<V>,
    /// One picker per role, for each phase.
    pickers: Vec<Vec<MovePicker<V>>>,
    /// Lanes that make no move.
    hold: V,
    /// For each phase, the lanes that wait for it.
    waiting: Vec<V>,
    /// For each phase, the lanes whose match ended in it.
    ended: Vec<V>,
    /// Lanes whose match is stuck.
    stuck: V,
    /// The number of steps of each lane, bit-sliced; see [`LockstepMatches::count_steps`].
    counters: [V; COUNTER_BITS],
    /// Lanes whose low counter bits have overflowed since the last carry.
    pending_carries: V,
    /// Number of steps since the last carry.
    steps_since_carry: u32,
}

/// Plays the matches that the quota assigns, from the starts of a request. Panics if the programs
/// are not compiled for the width of `V`.
#[inline(always)]
pub fn play<V: LaneVector>(
    cpu: Detected<V>,
    programs: &PlayoutPrograms,
    request: &PlayoutRequest,
    quota: Quota,
    seed: u64,
    limits: &QueryLimits,
) -> Result<Vec<PlayoutTally>, Stopped> {
    let roles = programs.goals.values.len();
    let mut tallies = vec![PlayoutTally::new(roles); request.starts.len()];
    let single_tally = request.starts.len() == 1 && !request.squared_lengths;
    let mut matches_in_progress =
        LockstepMatches::<V>::new(cpu, programs, quota, seed, single_tally);
    let period = programs.phases.period;
    let mut refill_period = 4 * period;
    let (mut matches, mut retuned_at) = (0, 0);
    matches_in_progress.refill(&mut tallies, cpu.ones(), true);
    let cost = step_cost(programs);
    let poll = (INSTRUCTIONS_PER_POLL / cost / refill_period).max(1);
    let mut rounds: usize = 0;
    loop {
        // Every round begins with the phase that most starts have.
        let mut phase = matches_in_progress.quota.first_phase;
        for _ in 0..refill_period {
            matches_in_progress.step(phase);
            phase = if phase + 1 == period { 0 } else { phase + 1 };
        }
        rounds += 1;
        if rounds.is_multiple_of(poll) {
            request.check(&limits.deadline)?;
        }
        let over = matches_in_progress.over();
        if !over.any() {
            continue;
        }
        matches += over.count();
        if matches_in_progress.refill(&mut tallies, over, false) {
            break;
        }
        if matches > 16 * retuned_at + V::LANES as u64 {
            retuned_at = matches;
            let counted: u64 = tallies.iter().map(|tally| tally.steps).sum();
            let length = (counted + matches_in_progress.steps_made()) as f64 / matches as f64;
            refill_period = best_refill_period(programs, cost, length);
        }
    }
    if matches_in_progress.single_tally {
        tallies[0].steps += matches_in_progress.steps_made();
    }
    Ok(tallies)
}

/// Makes steps from the starts of the quota, to measure how long they take.
#[inline(always)]
pub fn run_steps<V: LaneVector>(
    cpu: Detected<V>,
    programs: &PlayoutPrograms,
    quota: Quota,
    steps: usize,
) {
    let mut matches_in_progress = LockstepMatches::<V>::new(cpu, programs, quota, 1, true);
    matches_in_progress.refill(&mut [], cpu.ones(), true);
    for step in 0..steps {
        matches_in_progress
            .step((matches_in_progress.quota.first_phase + step) % programs.phases.period);
    }
}

/// The mean number of instructions of a step.
fn step_cost(programs: &PlayoutPrograms) -> usize {
    let total: usize = programs.steps.iter().map(StepProgram::instructions).sum();
    (total / programs.steps.len()).max(1)
}

/// The number of steps between refills. A refill costs instructions, and lanes that wait for it are
/// idle. With matches of `length` steps and a refill every `t` steps, a match costs
/// `(step + refill / t) * (length + t / 2)`. This is smallest at the root below.
fn best_refill_period(programs: &PlayoutPrograms, step: usize, length: f64) -> usize {
    let period = programs.phases.period;
    let refill = programs.goals.program.instructions(0) + 5 * programs.layout.len() + 200;
    let best = (2.0 * refill as f64 * length / step as f64).sqrt();
    let periods = (best / period as f64).round().clamp(1.0, 1e6);
    periods as usize * period
}

/// The pickers of a step.
fn pickers<V: LaneVector>(step: &StepProgram) -> Vec<MovePicker<V>> {
    match step {
        StepProgram::Fused { .. } => Vec::new(),
        StepProgram::Split { moves, .. } => moves
            .iter()
            .map(|moves| MovePicker::new(moves.len()))
            .collect(),
    }
}

impl<'a, V: LaneVector> LockstepMatches<'a, V> {
    #[inline(always)]
    fn new(
        cpu: Detected<V>,
        programs: &'a PlayoutPrograms,
        quota: Quota<'a>,
        seed: u64,
        single_tally: bool,
    ) -> LockstepMatches<'a, V> {
        let zeros = |length| vec![cpu.zeros(); length];
        let frame = |length: usize| {
            let mut frame = zeros(length);
            frame[1] = cpu.ones();
            frame
        };
        let own = programs.steps.iter().map(|step| match step {
            StepProgram::Fused { .. } => Vec::new(),
            StepProgram::Split { program, .. } => frame(program.length(Array::Frame)),
        });
        let shared = frame(programs.frame_length());
        let fluents = programs.layout.len();
        LockstepMatches {
            quota,
            single_tally,
            frames: [shared].into_iter().chain(own).collect(),
            goal_frame: frame(programs.goals.program.length(Array::Frame)),
            state: zeros(fluents),
            next: zeros(fluents),
            starts: zeros(fluents),
            random: LaneRng::new(cpu, seed),
            pickers: programs.steps.iter().map(pickers).collect(),
            hold: cpu.ones(),
            waiting: zeros(programs.phases.period),
            ended: zeros(programs.phases.period),
            stuck: cpu.zeros(),
            counters: [cpu.zeros(); COUNTER_BITS],
            pending_carries: cpu.zeros(),
            steps_since_carry: 0,
            programs,
        }
    }

    /// Makes one step in all lanes that are not held.
    #[inline(always)]
    fn step(&mut self, phase: usize) {
        let cpu = self.hold.cpu();
        let hold = self.waiting[phase].and_not(self.hold);
        self.waiting[phase] = cpu.zeros();
        let (ended, stuck, failed) = self.run(phase, hold);
        std::mem::swap(&mut self.state, &mut self.next);
        self.waiting[phase] = failed;
        self.ended[phase] = self.ended[phase].or(ended);
        self.stuck = self.stuck.or(stuck);
        self.hold = hold.or(ended).or(stuck).or(failed);
        self.count_steps(self.hold.xor(cpu.ones()));
    }

    /// Runs the program of a phase; returns the lanes that ended, are stuck, or were rejected and
    /// must wait.
    #[inline(always)]
    fn run(&mut self, phase: usize, hold: V) -> (V, V, V) {
        let cpu = self.hold.cpu();
        let LockstepMatches {
            frames,
            state,
            next,
            random,
            ..
        } = self;
        match &self.programs.steps[phase] {
            StepProgram::Fused {
                program,
                random: addresses,
            } => {
                let frame = &mut frames[0];
                frame[HOLD.index as usize] = hold;
                random.fill(&mut frame[addresses.clone()]);
                program.run(cpu, 0, frame, state, next);
                let read = |address: super::logic::Address| frame[address.index as usize];
                (read(ENDED), read(STUCK), read(FAILED))
            }
            StepProgram::Split {
                program,
                moves,
                terminal,
            } => {
                let frame = &mut frames[phase + 1];
                program.run(cpu, 0, frame, state, next);
                let terminal = frame[terminal.index as usize];
                let ended = hold.and_not(terminal);
                let mut stuck = cpu.zeros();
                for (moves, picker) in moves.iter().zip(&mut self.pickers[phase]) {
                    stuck = stuck.or(picker.pick(moves, frame, random));
                }
                let stuck = hold.or(terminal).and_not(stuck);
                frame[HOLD.index as usize] = hold.or(ended).or(stuck);
                program.run(cpu, 1, frame, state, next);
                (ended, stuck, cpu.zeros())
            }
        }
    }

    /// Adds one to the counters of some lanes. Counters are bit-sliced, so this takes a few
    /// instructions for all lanes. Carries out of the low bits are kept until another carry could
    /// occur.
    #[inline(always)]
    fn count_steps(&mut self, lanes: V) {
        let mut carry = lanes;
        for counter in &mut self.counters[..LOW_BITS] {
            let before = *counter;
            *counter = before.xor(carry);
            carry = before.and(carry);
        }
        self.pending_carries = self.pending_carries.or(carry);
        self.steps_since_carry += 1;
        if self.steps_since_carry == 1 << LOW_BITS {
            self.carry_over();
        }
    }

    /// Adds the pending carries to the high counter bits.
    #[inline(always)]
    fn carry_over(&mut self) {
        self.steps_since_carry = 0;
        let mut carry = std::mem::replace(&mut self.pending_carries, self.hold.cpu().zeros());
        for counter in &mut self.counters[LOW_BITS..] {
            let before = *counter;
            *counter = before.xor(carry);
            carry = before.and(carry);
            if !carry.any() {
                break;
            }
        }
    }

    /// The sum of all counters.
    #[inline(always)]
    fn steps_made(&mut self) -> u64 {
        self.carry_over();
        let mut sum = 0;
        for (bit, counter) in self.counters.iter().enumerate() {
            sum += counter.count() << bit;
        }
        sum
    }

    /// Returns the counter of a lane and resets it.
    #[inline(always)]
    fn take_count(&mut self, lane: usize) -> u64 {
        let (word, bit) = (lane / 64, lane % 64);
        debug_assert!(self.steps_since_carry == 0);
        let counters = super::bit_matrix::words_mut(&mut self.counters);
        let mut count = 0;
        for at in 0..COUNTER_BITS {
            let word = &mut counters[at * V::WORDS + word];
            count |= (*word >> bit & 1) << at;
            *word &= !(1 << bit);
        }
        count
    }

    /// Lanes whose match has ended or is stuck.
    #[inline(always)]
    fn over(&self) -> V {
        let mut over = self.stuck;
        for &ended in &self.ended {
            over = over.or(ended);
        }
        over
    }

    /// Adds up the results of finished matches and starts new ones in their lanes; returns whether
    /// all matches are finished.
    #[inline(always)]
    fn refill(&mut self, tallies: &mut [PlayoutTally], over: V, first: bool) -> bool {
        let cpu = self.hold.cpu();
        if !first {
            self.add_results(tallies, over);
        }
        let assigned = self.quota.refill(over);
        for group in 0..V::WORDS {
            if assigned.changed >> group & 1 == 1 {
                let quota = &self.quota;
                load_group(&mut self.starts, &self.programs.layout, group, |lane| {
                    quota.start_of(lane)
                });
            }
        }
        let playing = cpu.vector(&assigned.playing);
        for (state, &start) in self.state.iter_mut().zip(&self.starts) {
            *state = playing.choose(start, *state);
        }
        self.hold = over.choose(playing.xor(cpu.ones()), self.hold);
        for (phase, lanes) in assigned.waiting {
            let lanes = cpu.vector(&lanes);
            self.waiting[phase] = self.waiting[phase].or(lanes);
            self.hold = self.hold.or(lanes);
        }
        self.ended.fill(cpu.zeros());
        self.stuck = cpu.zeros();
        self.quota.is_done()
    }

    /// Adds the goals of ended matches to the tallies of their starts.
    #[inline(always)]
    fn add_results(&mut self, tallies: &mut [PlayoutTally], over: V) {
        let cpu = self.hold.cpu();
        for given in &self.programs.phase_fluents {
            let ended = given.phases.iter().map(|&phase| self.ended[phase]);
            self.goal_frame[given.address.index as usize] = ended.fold(cpu.zeros(), V::or);
        }
        let goals = &self.programs.goals;
        let LockstepMatches {
            goal_frame,
            state,
            next,
            ..
        } = self;
        goals.program.run(cpu, 0, goal_frame, state, next);
        let ended = self.stuck.and_not(over);
        if self.single_tally {
            self.add_to_single_tally(&mut tallies[0], ended);
        } else {
            self.add_to_tallies(tallies, ended);
        }
    }

    #[inline(always)]
    fn add_to_single_tally(&mut self, tally: &mut PlayoutTally, ended: V) {
        tally.ended += ended.count();
        tally.stuck += self.stuck.count();
        for (values, sums) in self.programs.goals.values.iter().zip(&mut tally.goals) {
            for &(value, address) in values {
                let lanes = self.goal_frame[address.index as usize].and(ended);
                if lanes.any() {
                    sums.add(value, lanes.count());
                }
            }
        }
    }

    #[inline(always)]
    fn add_to_tallies(&mut self, tallies: &mut [PlayoutTally], ended: V) {
        let stuck = self.stuck;
        self.carry_over();
        ended.or(stuck).for_each_lane(|lane| {
            let count = self.take_count(lane);
            let tally = &mut tallies[self.quota.start_number(lane)];
            tally.steps += count;
            tally.squared_lengths += count.pow(2);
        });
        ended.for_each_lane(|lane| tallies[self.quota.start_number(lane)].ended += 1);
        stuck.for_each_lane(|lane| tallies[self.quota.start_number(lane)].stuck += 1);
        for (role, values) in self.programs.goals.values.iter().enumerate() {
            for &(value, address) in values {
                let lanes = self.goal_frame[address.index as usize].and(ended);
                lanes.for_each_lane(|lane| {
                    tallies[self.quota.start_number(lane)].goals[role].add(value, 1);
                });
            }
        }
    }
}
