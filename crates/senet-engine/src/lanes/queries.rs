//! Questions about many states at once.

use super::build::{MovePlaces, split_step};
use super::fast::Goals;
use super::layout::Layout;
use super::logic::{Array, Place};
use super::memory::words;
use super::program::{CodeLimits, Program, Width};
use super::states::{load_group, read_rows, read_states};
use super::wide::Wide;
use crate::batch::{Children, MoveLists};
use crate::network::Network;
use crate::{Goal, MoveId, State};

/// Programs that answer questions about any state, whatever its phase, with all fluents.
pub struct Queries {
    /// Its stages are the questions about the present states and the next states.
    pub step: Program,
    /// Per role, the moves that may be legal.
    pub moves: Vec<Vec<MovePlaces>>,
    /// Whether the match is over.
    pub terminal: Place,
    /// The goals.
    pub goals: Goals,
    /// All fluents.
    pub layout: Layout,
}

impl Queries {
    /// Compiles the programs.
    pub fn compile(
        network: &Network,
        width: Width,
        limits: &CodeLimits,
    ) -> Result<Queries, String> {
        let layout = Layout::of(&vec![true; network.next.len()]);
        let step = split_step(network, &layout, false);
        let laid = &step.laid;
        Ok(Queries {
            step: Program::compile(&laid.logic, width, laid.frame_length, limits)?,
            moves: step.moves,
            terminal: step.terminal,
            goals: Goals::compile(network, &layout, width, limits)?,
            layout,
        })
    }

    /// Bytes of code.
    pub fn code_bytes(&self) -> usize {
        self.step.bytes() + self.goals.program.bytes()
    }
}

/// Memory to answer questions in.
pub struct Desk<V> {
    /// The frame of the step.
    pub frame: Vec<V>,
    /// The frame of the goals.
    pub goal_frame: Vec<V>,
    /// The present states.
    pub state: Vec<V>,
    /// The next states.
    pub next: Vec<V>,
}

impl<V: Wide> Desk<V> {
    /// Memory for certain programs.
    #[inline(always)]
    pub fn new(queries: &Queries) -> Desk<V> {
        let zeros = |program: &Program| vec![V::zeros(); program.length(Array::Frame)];
        let (mut frame, mut goal_frame) = (zeros(&queries.step), zeros(&queries.goals.program));
        (frame[1], goal_frame[1]) = (V::ones(), V::ones());
        let fluents = vec![V::zeros(); queries.layout.len()];
        Desk {
            frame,
            goal_frame,
            state: fluents.clone(),
            next: fluents,
        }
    }

    /// Writes states into the first lanes.
    #[inline(always)]
    pub fn load(&mut self, queries: &Queries, states: &[State]) {
        for group in 0..states.len().div_ceil(64) {
            load_group(&mut self.state, &queries.layout, group, |lane| {
                states.get(lane)
            });
        }
    }

    fn bit(frame: &[V], place: Place, lane: usize) -> bool {
        let frame = words(frame);
        frame[place.index as usize * V::WORDS + lane / 64] >> (lane % 64) & 1 == 1
    }
}

/// The questions, each about at most as many states as there are lanes.
///
/// # Safety
/// For all of them: the processor must have the instructions that `V` and the programs were made for.
#[allow(unsafe_code)]
impl<V: Wide> Desk<V> {
    #[inline(always)]
    unsafe fn look(&mut self, queries: &Queries, states: &[State]) {
        self.load(queries, states);
        // SAFETY: the caller vouches for the processor.
        unsafe { self.answer(queries) };
    }

    /// Answers all questions about the present states.
    #[inline(always)]
    unsafe fn answer(&mut self, queries: &Queries) {
        let Desk {
            frame, state, next, ..
        } = self;
        // SAFETY: the caller vouches for the processor.
        unsafe { queries.step.run(0, frame, state, next) };
    }

    /// Whether the matches are over.
    #[inline(always)]
    pub unsafe fn terminal(&mut self, queries: &Queries, states: &[State]) -> Vec<bool> {
        // SAFETY: the caller vouches for the processor.
        unsafe { self.look(queries, states) };
        let lanes = 0..states.len();
        lanes
            .map(|lane| Self::bit(&self.frame, queries.terminal, lane))
            .collect()
    }

    /// The legal moves, added to the lists.
    #[inline(always)]
    pub unsafe fn legal(&mut self, queries: &Queries, states: &[State], lists: &mut MoveLists) {
        // SAFETY: the caller vouches for the processor.
        unsafe { self.look(queries, states) };
        let roles = queries.moves.len();
        let mut found: Vec<Vec<MoveId>> = vec![Vec::new(); states.len() * roles];
        for (role, moves) in queries.moves.iter().enumerate() {
            for one in moves {
                let lanes = self.frame[one.legal.index as usize];
                lanes.for_each_lane(|lane| {
                    if lane < states.len() {
                        found[lane * roles + role].push(MoveId(one.number));
                    }
                });
            }
        }
        found.into_iter().for_each(|moves| lists.push(moves));
    }

    /// The states that follow. A move that no rule makes legal anywhere counts as none.
    #[inline(always)]
    pub unsafe fn next(
        &mut self,
        queries: &Queries,
        states: &[State],
        joints: &[MoveId],
    ) -> Vec<State> {
        // SAFETY: the caller vouches for the processor.
        unsafe {
            self.look(queries, states);
            self.make_moves(queries, joints);
        }
        read_states(&self.next, queries.layout.len(), states.len())
    }

    /// The states that follow from states with these numbers, and which of them are terminal, added to the others.
    #[inline(always)]
    pub unsafe fn children(
        &mut self,
        queries: &Queries,
        states: &[State],
        from: &[u32],
        joints: &[MoveId],
        children: &mut Children,
    ) {
        for group in 0..from.len().div_ceil(64) {
            load_group(&mut self.state, &queries.layout, group, |lane| {
                from.get(lane).map(|&at| &states[at as usize])
            });
        }
        // SAFETY: the caller vouches for the processor.
        unsafe {
            self.answer(queries);
            self.make_moves(queries, joints);
        }
        let fluents = queries.layout.len();
        let rows = children.push_rows(from.len(), fluents.div_ceil(64));
        read_rows(&self.next, fluents, rows);
        std::mem::swap(&mut self.state, &mut self.next);
        // SAFETY: as above.
        unsafe { self.answer(queries) };
        let lanes = 0..from.len();
        children.push_terminal(lanes.map(|lane| Self::bit(&self.frame, queries.terminal, lane)));
    }

    /// Works out the next states from moves for each lane. The questions about the present states have been answered.
    #[inline(always)]
    unsafe fn make_moves(&mut self, queries: &Queries, joints: &[MoveId]) {
        for one in queries.moves.iter().flatten() {
            self.frame[one.made.index as usize] = V::zeros();
        }
        let roles = queries.moves.len();
        let frame = super::memory::words_mut(&mut self.frame);
        for (lane, joint) in joints.chunks(roles.max(1)).enumerate() {
            for (moves, chosen) in queries.moves.iter().zip(joint) {
                if let Ok(at) = moves.binary_search_by_key(&chosen.0, |one| one.number) {
                    let place = moves[at].made.index as usize;
                    frame[place * V::WORDS + lane / 64] |= 1 << (lane % 64);
                }
            }
        }
        let Desk {
            frame, state, next, ..
        } = self;
        // SAFETY: the caller vouches for the processor.
        unsafe { queries.step.run(1, frame, state, next) };
    }

    /// The goals of all roles, state after state. `texts` are the goals that there are for each role.
    #[inline(always)]
    pub unsafe fn goals(
        &mut self,
        queries: &Queries,
        states: &[State],
        texts: &[Vec<(String, crate::network::Wire)>],
    ) -> Vec<Goal> {
        self.load(queries, states);
        let Desk {
            goal_frame,
            state,
            next,
            ..
        } = self;
        // SAFETY: the caller vouches for the processor.
        unsafe { queries.goals.program.run(0, goal_frame, state, next) };
        let mut goals = Vec::with_capacity(states.len() * texts.len());
        for lane in 0..states.len() {
            for (places, texts) in queries.goals.texts.iter().zip(texts) {
                let marked = places
                    .iter()
                    .zip(texts)
                    .filter(|(place, _)| Self::bit(&self.goal_frame, **place, lane));
                let found = marked.map(|(_, (text, _))| text.clone()).collect();
                goals.push(Goal::from_texts(found));
            }
        }
        goals
    }
}
