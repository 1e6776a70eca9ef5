//! Random matches in all lanes: steps in lock-step, results and new matches every few steps.

use super::fast::{Fast, Step};
use super::layout::{ENDED, FAILED, HOLD, STUCK};
use super::logic::Array;
use super::pick::Picker;
use super::quota::Quota;
use super::random::Random;
use super::states::load_group;
use super::wide::Wide;
use crate::batch::{PlayoutRequest, PlayoutTally};
use crate::{QueryLimits, Stopped};

/// Bits of the counters of steps.
const COUNTER_BITS: usize = 40;
/// Those that every step counts through.
const LOW_BITS: usize = 3;
/// The stop signal is looked at after about so many instructions.
const INSTRUCTIONS_PER_POLL: usize = 2_000_000;

/// Matches in progress.
pub struct Playing<'a, V> {
    fast: &'a Fast,
    quota: Quota<'a>,
    /// Whether matches are added up without looking at each lane.
    together: bool,
    /// The first is shared by the steps that choose moves themselves. A step that has them chosen finds what it knows of the last
    /// choice in a frame of its own.
    frames: Vec<Vec<V>>,
    goal_frame: Vec<V>,
    state: Vec<V>,
    next: Vec<V>,
    /// The start of each lane's match.
    starts: Vec<V>,
    random: Random<V>,
    /// One for each role, by phase.
    pickers: Vec<Vec<Picker<V>>>,
    /// Lanes that make no move.
    hold: V,
    /// Lanes that wait for each phase.
    waiting: Vec<V>,
    /// Lanes whose match is over, by the phase in which it ended.
    ended: Vec<V>,
    /// Lanes whose match could not go on.
    stuck: V,
    /// For each lane, how many steps it made; see [`Playing::count_steps`].
    counters: [V; COUNTER_BITS],
    /// Lanes whose lowest bits overflowed since the others were brought up to date.
    carried: V,
    /// Steps since then.
    uncarried: u32,
}

/// Plays matches from the starts of a request that the quota hands out.
///
/// # Safety
/// The processor must have the instructions that `V` and the programs were made for.
#[inline(always)]
#[allow(unsafe_code)]
pub unsafe fn play<V: Wide>(
    fast: &Fast,
    request: &PlayoutRequest,
    quota: Quota,
    seed: u64,
    limits: &QueryLimits,
) -> Result<Vec<PlayoutTally>, Stopped> {
    let roles = fast.goals.values.len();
    let mut tallies = vec![PlayoutTally::new(roles); request.starts.len()];
    let together = request.starts.len() == 1 && !request.squared_lengths;
    let mut playing = Playing::<V>::new(fast, quota, seed, together);
    let period = fast.phases.period;
    let mut refill_period = 4 * period;
    let (mut matches, mut retuned_at) = (0, 0);
    // SAFETY: the caller vouches for the processor.
    unsafe { playing.refill(&mut tallies, V::ones(), true) };
    let cost = step_cost(fast);
    let poll = (INSTRUCTIONS_PER_POLL / cost / refill_period).max(1);
    let mut rounds: usize = 0;
    loop {
        // Every round begins with the phase that most starts have.
        let mut phase = playing.quota.first_phase;
        for _ in 0..refill_period {
            // SAFETY: as above.
            unsafe { playing.step(phase) };
            phase = if phase + 1 == period { 0 } else { phase + 1 };
        }
        rounds += 1;
        if rounds.is_multiple_of(poll) && (limits.stop)() {
            return Err(Stopped::Signalled);
        }
        let over = playing.over();
        if !over.any() {
            continue;
        }
        matches += over.count();
        // SAFETY: as above.
        if unsafe { playing.refill(&mut tallies, over, false) } {
            break;
        }
        if matches > 16 * retuned_at + V::LANES as u64 {
            retuned_at = matches;
            let counted: u64 = tallies.iter().map(|tally| tally.steps).sum();
            let length = (counted + playing.steps_made()) as f64 / matches as f64;
            refill_period = tuned(fast, cost, length);
        }
    }
    if playing.together {
        tallies[0].steps += playing.steps_made();
    }
    Ok(tallies)
}

/// Makes so many steps from the starts of the quota, to see how long that takes.
///
/// # Safety
/// As for [`play`].
#[inline(always)]
#[allow(unsafe_code)]
pub unsafe fn steps<V: Wide>(fast: &Fast, quota: Quota, steps: usize) {
    let mut playing = Playing::<V>::new(fast, quota, 1, true);
    // SAFETY: the caller vouches for the processor.
    unsafe { playing.refill(&mut [], V::ones(), true) };
    for step in 0..steps {
        // SAFETY: as above.
        unsafe { playing.step((playing.quota.first_phase + step) % fast.phases.period) };
    }
}

/// The mean number of instructions of a step.
fn step_cost(fast: &Fast) -> usize {
    let total: usize = fast.steps.iter().map(Step::instructions).sum();
    (total / fast.steps.len()).max(1)
}

/// How many steps to make between refills. A refill costs something, and so do lanes that wait for it: with a match of `length`
/// steps and a refill every `t`, the cost of a match is (step + refill / t) · (length + t / 2), which is least at the root below.
fn tuned(fast: &Fast, step: usize, length: f64) -> usize {
    let period = fast.phases.period;
    let refill = fast.goals.program.instructions(0) + 5 * fast.layout.len() + 200;
    let best = (2.0 * refill as f64 * length / step as f64).sqrt();
    let periods = (best / period as f64).round().clamp(1.0, 1e6);
    periods as usize * period
}

/// What the choices of a step keep.
fn pickers<V: Wide>(step: &Step) -> Vec<Picker<V>> {
    match step {
        Step::Fused { .. } => Vec::new(),
        Step::Split { moves, .. } => moves.iter().map(|moves| Picker::new(moves.len())).collect(),
    }
}

impl<'a, V: Wide> Playing<'a, V> {
    #[inline(always)]
    fn new(fast: &'a Fast, quota: Quota<'a>, seed: u64, together: bool) -> Playing<'a, V> {
        let zeros = |length| vec![V::zeros(); length];
        let frame = |length: usize| {
            let mut frame = zeros(length);
            frame[1] = V::ones();
            frame
        };
        let own = fast.steps.iter().map(|step| match step {
            Step::Fused { .. } => Vec::new(),
            Step::Split { program, .. } => frame(program.length(Array::Frame)),
        });
        let shared = frame(fast.frame_length());
        let fluents = fast.layout.len();
        Playing {
            quota,
            together,
            frames: [shared].into_iter().chain(own).collect(),
            goal_frame: frame(fast.goals.program.length(Array::Frame)),
            state: zeros(fluents),
            next: zeros(fluents),
            starts: zeros(fluents),
            random: Random::new(seed),
            pickers: fast.steps.iter().map(pickers).collect(),
            hold: V::ones(),
            waiting: zeros(fast.phases.period),
            ended: zeros(fast.phases.period),
            stuck: V::zeros(),
            counters: [V::zeros(); COUNTER_BITS],
            carried: V::zeros(),
            uncarried: 0,
            fast,
        }
    }

    /// One step in all lanes that are not held.
    ///
    /// # Safety
    /// As for [`play`].
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn step(&mut self, phase: usize) {
        let hold = self.waiting[phase].and_not(self.hold);
        self.waiting[phase] = V::zeros();
        // SAFETY: the caller vouches for the processor.
        let (ended, stuck, failed) = unsafe { self.run(phase, hold) };
        std::mem::swap(&mut self.state, &mut self.next);
        self.waiting[phase] = failed;
        self.ended[phase] = self.ended[phase].or(ended);
        self.stuck = self.stuck.or(stuck);
        self.hold = hold.or(ended).or(stuck).or(failed);
        self.count_steps(self.hold.xor(V::ones()));
    }

    /// Runs the program of a phase; the lanes whose match ended, could not go on, or has to wait.
    ///
    /// # Safety
    /// As for [`play`].
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn run(&mut self, phase: usize, hold: V) -> (V, V, V) {
        let Playing {
            frames,
            state,
            next,
            random,
            ..
        } = self;
        match &self.fast.steps[phase] {
            Step::Fused {
                program,
                random: places,
            } => {
                let frame = &mut frames[0];
                frame[HOLD.index as usize] = hold;
                random.fill(&mut frame[places.clone()]);
                // SAFETY: the caller vouches for the processor.
                unsafe { program.run(0, frame, state, next) };
                let read = |place: super::logic::Place| frame[place.index as usize];
                (read(ENDED), read(STUCK), read(FAILED))
            }
            Step::Split {
                program,
                moves,
                terminal,
            } => {
                let frame = &mut frames[phase + 1];
                // SAFETY: as above.
                unsafe { program.run(0, frame, state, next) };
                let terminal = frame[terminal.index as usize];
                let ended = hold.and_not(terminal);
                let mut stuck = V::zeros();
                for (moves, picker) in moves.iter().zip(&mut self.pickers[phase]) {
                    stuck = stuck.or(picker.pick(moves, frame, random));
                }
                let stuck = hold.or(terminal).and_not(stuck);
                frame[HOLD.index as usize] = hold.or(ended).or(stuck);
                // SAFETY: as above.
                unsafe { program.run(1, frame, state, next) };
                (ended, stuck, V::zeros())
            }
        }
    }

    /// Adds one to the counters of some lanes. Counters lie across the vectors, a bit in each, so that this is a few
    /// instructions for all lanes together. What the lowest bits carry over is kept until it could collide.
    #[inline(always)]
    fn count_steps(&mut self, lanes: V) {
        let mut carry = lanes;
        for counter in &mut self.counters[..LOW_BITS] {
            let before = *counter;
            *counter = before.xor(carry);
            carry = before.and(carry);
        }
        self.carried = self.carried.or(carry);
        self.uncarried += 1;
        if self.uncarried == 1 << LOW_BITS {
            self.carry_over();
        }
    }

    /// Brings the counters up to date.
    #[inline(always)]
    fn carry_over(&mut self) {
        self.uncarried = 0;
        let mut carry = std::mem::replace(&mut self.carried, V::zeros());
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

    /// Takes the count of a lane and starts it anew.
    #[inline(always)]
    fn take_count(&mut self, lane: usize) -> u64 {
        let (word, bit) = (lane / 64, lane % 64);
        debug_assert!(self.uncarried == 0);
        let counters = super::memory::words_mut(&mut self.counters);
        let mut count = 0;
        for at in 0..COUNTER_BITS {
            let word = &mut counters[at * V::WORDS + word];
            count |= (*word >> bit & 1) << at;
            *word &= !(1 << bit);
        }
        count
    }

    /// Lanes whose match is over, one way or the other.
    #[inline(always)]
    fn over(&self) -> V {
        let mut over = self.stuck;
        for &ended in &self.ended {
            over = over.or(ended);
        }
        over
    }

    /// Adds up the results of the matches that are over and gives those lanes new ones; `true` if there is nothing left to
    /// play in any lane.
    ///
    /// # Safety
    /// As for [`play`].
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn refill(&mut self, tallies: &mut [PlayoutTally], over: V, first: bool) -> bool {
        if !first {
            // SAFETY: the caller vouches for the processor.
            unsafe { self.credit(tallies, over) };
        }
        let handed_out = self.quota.refill(over);
        for group in 0..V::WORDS {
            if handed_out.changed >> group & 1 == 1 {
                let quota = &self.quota;
                load_group(&mut self.starts, &self.fast.layout, group, |lane| {
                    quota.start_of(lane)
                });
            }
        }
        let playing = V::from_words(&handed_out.playing);
        for (state, &start) in self.state.iter_mut().zip(&self.starts) {
            *state = playing.choose(start, *state);
        }
        self.hold = over.choose(playing.xor(V::ones()), self.hold);
        for (phase, lanes) in handed_out.waiting {
            let lanes = V::from_words(&lanes);
            self.waiting[phase] = self.waiting[phase].or(lanes);
            self.hold = self.hold.or(lanes);
        }
        self.ended.fill(V::zeros());
        self.stuck = V::zeros();
        self.quota.is_done()
    }

    /// Adds the goals of the matches that ended to the tallies of their starts.
    ///
    /// # Safety
    /// As for [`play`].
    #[inline(always)]
    #[allow(unsafe_code)]
    unsafe fn credit(&mut self, tallies: &mut [PlayoutTally], over: V) {
        for given in &self.fast.given {
            let ended = given.phases.iter().map(|&phase| self.ended[phase]);
            self.goal_frame[given.place.index as usize] = ended.fold(V::zeros(), V::or);
        }
        let goals = &self.fast.goals;
        let Playing {
            goal_frame,
            state,
            next,
            ..
        } = self;
        // SAFETY: the caller vouches for the processor.
        unsafe { goals.program.run(0, goal_frame, state, next) };
        let ended = self.stuck.and_not(over);
        if self.together {
            self.credit_together(&mut tallies[0], ended);
        } else {
            self.credit_apart(tallies, ended);
        }
    }

    #[inline(always)]
    fn credit_together(&mut self, tally: &mut PlayoutTally, ended: V) {
        tally.ended += ended.count();
        tally.stuck += self.stuck.count();
        for (values, sums) in self.fast.goals.values.iter().zip(&mut tally.goals) {
            for &(value, place) in values {
                let lanes = self.goal_frame[place.index as usize].and(ended);
                if lanes.any() {
                    sums.add(value, lanes.count());
                }
            }
        }
    }

    #[inline(always)]
    fn credit_apart(&mut self, tallies: &mut [PlayoutTally], ended: V) {
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
        for (role, values) in self.fast.goals.values.iter().enumerate() {
            for &(value, place) in values {
                let lanes = self.goal_frame[place.index as usize].and(ended);
                lanes.for_each_lane(|lane| {
                    tallies[self.quota.start_number(lane)].goals[role].add(value, 1);
                });
            }
        }
    }
}
