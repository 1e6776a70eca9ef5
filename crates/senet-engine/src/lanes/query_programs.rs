//! Batch queries about many states.

use super::bit_matrix::words;
use super::layout::FluentLayout;
use super::logic::{Address, Array};
use super::playout_programs::GoalProgram;
use super::program::{CodeLimits, VectorProgram, Width};
use super::states::{load_group, read_rows, read_states};
use super::step_logic::{MoveAddresses, split_step};
use super::vector::{Detected, LaneVector};
use crate::batch::{Children, MoveLists};
use crate::network::{JointMoves, Network};
use crate::{BuildLimits, BuildStop, Goal, MoveId, State};

/// Programs for queries about states of any phase, with all fluents.
pub struct QueryPrograms {
    /// The first stage evaluates the current states, the second computes the next states.
    pub step: VectorProgram,
    /// Per role, the moves that may be legal.
    pub moves: Vec<Vec<MoveAddresses>>,
    /// True if the match is over.
    pub terminal: Address,
    /// The goals.
    pub goals: GoalProgram,
    /// The layout with all fluents.
    pub layout: FluentLayout,
}

impl QueryPrograms {
    /// Compiles the programs.
    pub fn compile(
        network: &Network,
        width: Width,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<QueryPrograms, String> {
        QueryPrograms::of(network, network, width, limits, build)
    }

    /// Like [`QueryPrograms::compile`], but the second stage is correct only for legal joint moves.
    /// This makes the code smaller.
    pub fn for_legal_moves(
        network: &Network,
        width: Width,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<QueryPrograms, String> {
        let rewrite = |part: Result<Network, BuildStop>, joints| {
            let rewritten = part.and_then(|part| part.rewrite(joints, build));
            rewritten.map_err(|error| error.to_string())
        };
        let steps = rewrite(network.for_steps(build), JointMoves::Legal)?;
        let goals = rewrite(network.for_goals(build), JointMoves::Any)?;
        QueryPrograms::of(&steps, &goals, width, limits, build)
    }

    fn of(
        steps: &Network,
        goals: &Network,
        width: Width,
        limits: &CodeLimits,
        build: &BuildLimits,
    ) -> Result<QueryPrograms, String> {
        let mut charge = build.memory.charge("the logic of batch queries");
        charge
            .set(super::bytes_of_logic(steps))
            .map_err(|error| error.to_string())?;
        let layout = FluentLayout::of(&vec![true; steps.next.len()]);
        let step = split_step(steps, &layout, false);
        let placed = &step.placed;
        Ok(QueryPrograms {
            step: VectorProgram::compile(&placed.logic, width, placed.frame_length, limits, build)?,
            moves: step.moves,
            terminal: step.terminal,
            goals: GoalProgram::compile(goals, &layout, width, limits, build)?,
            layout,
        })
    }

    /// The size of the code in bytes.
    pub fn code_bytes(&self) -> usize {
        self.step.bytes() + self.goals.program.bytes()
    }
}

/// Working memory for queries.
pub struct QueryMemory<V> {
    /// The frame of the step program.
    pub frame: Vec<V>,
    /// The frame of the goal program.
    pub goal_frame: Vec<V>,
    /// The current states.
    pub state: Vec<V>,
    /// The next states.
    pub next: Vec<V>,
    /// The proof that the processor has the instructions of `V`.
    pub cpu: Detected<V>,
}

impl<V: LaneVector> QueryMemory<V> {
    /// Memory for these programs.
    #[inline(always)]
    pub fn new(cpu: Detected<V>, queries: &QueryPrograms) -> QueryMemory<V> {
        let zeros = |program: &VectorProgram| vec![cpu.zeros(); program.length(Array::Frame)];
        let (mut frame, mut goal_frame) = (zeros(&queries.step), zeros(&queries.goals.program));
        (frame[1], goal_frame[1]) = (cpu.ones(), cpu.ones());
        let fluents = vec![cpu.zeros(); queries.layout.len()];
        QueryMemory {
            frame,
            goal_frame,
            state: fluents.clone(),
            next: fluents,
            cpu,
        }
    }

    /// Writes states into the first lanes.
    #[inline(always)]
    pub fn load(&mut self, queries: &QueryPrograms, states: &[State]) {
        for group in 0..states.len().div_ceil(64) {
            load_group(&mut self.state, &queries.layout, group, |lane| {
                states.get(lane)
            });
        }
    }

    fn bit(frame: &[V], address: Address, lane: usize) -> bool {
        let frame = words(frame);
        frame[address.index as usize * V::WORDS + lane / 64] >> (lane % 64) & 1 == 1
    }
}

/// The queries, each about at most as many states as there are lanes. They panic if the programs are
/// not compiled for the width of `V`.
impl<V: LaneVector> QueryMemory<V> {
    #[inline(always)]
    fn load_and_evaluate(&mut self, queries: &QueryPrograms, states: &[State]) {
        self.load(queries, states);
        self.evaluate(queries);
    }

    /// Evaluates the current states.
    #[inline(always)]
    pub fn evaluate(&mut self, queries: &QueryPrograms) {
        self.run_step(queries, 0);
    }

    /// Computes the next states from the moves in the frame. The current states must be evaluated.
    #[inline(always)]
    pub fn advance(&mut self, queries: &QueryPrograms) {
        self.run_step(queries, 1);
    }

    /// Evaluates the goals of the current states.
    #[inline(always)]
    pub fn evaluate_goals(&mut self, queries: &QueryPrograms) {
        let (frame, state) = (&mut self.goal_frame, &mut self.state);
        let program = &queries.goals.program;
        program.run(self.cpu, 0, frame, state, &mut self.next);
    }

    #[inline(always)]
    fn run_step(&mut self, queries: &QueryPrograms, stage: usize) {
        let (frame, state) = (&mut self.frame, &mut self.state);
        queries
            .step
            .run(self.cpu, stage, frame, state, &mut self.next);
    }

    /// Per state, true if the match is over.
    #[inline(always)]
    pub fn terminal(&mut self, queries: &QueryPrograms, states: &[State]) -> Vec<bool> {
        self.load_and_evaluate(queries, states);
        let lanes = 0..states.len();
        lanes
            .map(|lane| Self::bit(&self.frame, queries.terminal, lane))
            .collect()
    }

    /// Appends the legal moves to the lists.
    #[inline(always)]
    pub fn legal(&mut self, queries: &QueryPrograms, states: &[State], lists: &mut MoveLists) {
        self.load_and_evaluate(queries, states);
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

    /// The next states. A move that no rule makes legal counts as not made.
    #[inline(always)]
    pub fn next(
        &mut self,
        queries: &QueryPrograms,
        states: &[State],
        joints: &[MoveId],
    ) -> Vec<State> {
        self.load_and_evaluate(queries, states);
        self.make_moves(queries, joints);
        read_states(&self.next, queries.layout.len(), states.len())
    }

    /// Appends the children of the states with these indices, and which of them are terminal.
    #[inline(always)]
    pub fn children(
        &mut self,
        queries: &QueryPrograms,
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
        self.evaluate(queries);
        self.make_moves(queries, joints);
        let fluents = queries.layout.len();
        let rows = children.push_rows(from.len(), fluents.div_ceil(64));
        read_rows(&self.next, fluents, rows);
        std::mem::swap(&mut self.state, &mut self.next);
        self.evaluate(queries);
        let lanes = 0..from.len();
        children.push_terminal(lanes.map(|lane| Self::bit(&self.frame, queries.terminal, lane)));
    }

    /// Computes the next states from one joint move per lane. The current states must be evaluated.
    #[inline(always)]
    fn make_moves(&mut self, queries: &QueryPrograms, joints: &[MoveId]) {
        for one in queries.moves.iter().flatten() {
            self.frame[one.made.index as usize] = self.cpu.zeros();
        }
        let roles = queries.moves.len();
        let frame = super::bit_matrix::words_mut(&mut self.frame);
        for (lane, joint) in joints.chunks(roles.max(1)).enumerate() {
            for (moves, chosen) in queries.moves.iter().zip(joint) {
                if let Ok(at) = moves.binary_search_by_key(&chosen.0, |one| one.number) {
                    let address = moves[at].made.index as usize;
                    frame[address * V::WORDS + lane / 64] |= 1 << (lane % 64);
                }
            }
        }
        self.advance(queries);
    }

    /// The goals of all roles, state after state. `texts` are the possible goals of each role.
    #[inline(always)]
    pub fn goals(
        &mut self,
        queries: &QueryPrograms,
        states: &[State],
        texts: &[Vec<(String, crate::network::Wire)>],
    ) -> Vec<Goal> {
        self.load(queries, states);
        self.evaluate_goals(queries);
        let mut goals = Vec::with_capacity(states.len() * texts.len());
        for lane in 0..states.len() {
            for (addresses, texts) in queries.goals.texts.iter().zip(texts) {
                let marked = addresses
                    .iter()
                    .zip(texts)
                    .filter(|(address, _)| Self::bit(&self.goal_frame, **address, lane));
                let found = marked.map(|(_, (text, _))| text.clone()).collect();
                goals.push(Goal::from_texts(found));
            }
        }
        goals
    }
}
