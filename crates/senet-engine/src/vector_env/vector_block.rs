//! Hundreds of lanes that are stepped at once, as vector code.

use super::env_plan::EnvPlan;
use super::placement::has_lane;
use super::rows::{RowVector, write_flags, write_rows};
use super::turns::Turns;
use super::vector_programs::VectorPrograms;
use super::{Autoreset, BitRows, EnvError, StepArrays};
use crate::State;
use crate::lanes::lane_rng::LaneRng;
use crate::lanes::move_picker::MovePicker;
use crate::lanes::query_programs::QueryMemory;
use crate::lanes::states::{read_state, read_states};
use crate::lanes::vector::Detected;
use std::sync::Arc;

/// As many lanes as a vector has bits. The last block of an environment may use only its first
/// lanes; the other lanes stay at the initial state.
pub struct VectorBlock<V> {
    pub(super) programs: Arc<VectorPrograms>,
    /// The number of lanes in use.
    pub(super) count: usize,
    /// The lanes in use.
    used: V,
    pub(super) memory: QueryMemory<V>,
    pub(super) random: LaneRng<V>,
    pub(super) pickers: Vec<MovePicker<V>>,
    /// The frame addresses that contain moves of the next step.
    pub(super) placed: Vec<u32>,
    /// The actions that were drawn last, if the frame still contains their moves.
    pub(super) sampled: Vec<i32>,
    pub(super) turns: Turns<V>,
    /// Per lane, the number of joint moves of its match.
    steps: Vec<u32>,
    /// Lanes at a terminal state.
    terminated: V,
    /// Lanes that have reached the step limit.
    truncated: V,
}

/// The results of a step.
struct Findings<V> {
    /// Lanes whose match ended with this step.
    ended: V,
    /// Lanes that reached the step limit with this step.
    cut: V,
    error: Option<EnvError>,
}

impl<V: RowVector> VectorBlock<V> {
    /// A block with this number of lanes in use. Call `reset` before anything else.
    pub fn new(
        cpu: Detected<V>,
        programs: Arc<VectorPrograms>,
        count: usize,
        seed: u64,
    ) -> VectorBlock<V> {
        let mut used = [0u64; 8];
        (0..count).for_each(|lane| used[lane / 64] |= 1 << (lane % 64));
        let moves = &programs.queries.moves;
        VectorBlock {
            count,
            used: cpu.vector(&used),
            memory: QueryMemory::new(cpu, &programs.queries),
            random: LaneRng::new(cpu, seed),
            pickers: moves
                .iter()
                .map(|moves| MovePicker::new(moves.len()))
                .collect(),
            placed: Vec::new(),
            sampled: Vec::new(),
            turns: Turns::new(cpu, moves.len()),
            steps: vec![0; V::LANES],
            terminated: cpu.zeros(),
            truncated: cpu.zeros(),
            programs,
        }
    }

    /// The states of the lanes in use.
    pub fn lane_states(&self) -> Vec<State> {
        read_states(
            &self.memory.state,
            self.programs.queries.layout.len(),
            self.count,
        )
    }

    /// Puts lanes back to the initial state.
    #[inline(always)]
    fn restart(&mut self, plan: &EnvPlan, lanes: V) {
        let initial = plan.initial.words();
        for (fluent, state) in self.memory.state.iter_mut().enumerate() {
            let holds = initial[fluent / 64] >> (fluent % 64) & 1 == 1;
            *state = if holds {
                state.or(lanes)
            } else {
                lanes.and_not(*state)
            };
        }
        let steps = &mut self.steps;
        lanes.for_each_lane(|lane| steps[lane] = 0);
        self.terminated = lanes.and_not(self.terminated);
        self.truncated = lanes.and_not(self.truncated);
    }
}

/// The halves of a step. They panic if the programs are not compiled for the width of `V`.
impl<V: RowVector> VectorBlock<V> {
    /// Starts new matches in the chosen lanes, or in all, and shows all lanes.
    #[inline(always)]
    pub fn reset_lanes(
        &mut self,
        plan: &EnvPlan,
        chosen: Option<&[bool]>,
        arrays: &mut StepArrays,
    ) -> Result<(), EnvError> {
        self.forget_moves();
        let mut words = [0u64; 8];
        if let Some(chosen) = chosen {
            for (lane, &is_chosen) in chosen.iter().enumerate() {
                words[lane / 64] |= u64::from(is_chosen) << (lane % 64);
            }
        }
        let lanes = match chosen {
            Some(_) => self.memory.cpu.vector(&words),
            None => self.memory.cpu.ones(),
        };
        self.restart(plan, lanes);
        self.evaluate(plan);
        arrays.rewards.fill(0.0);
        self.show(plan, arrays);
        let state = &self.memory.state;
        write_rows(
            self.memory.cpu,
            &mut arrays.final_observations,
            plan.fluents,
            self.count,
            |fluent| state[fluent],
        );
        write_flags(arrays.terminated, self.terminated);
        write_flags(arrays.truncated, self.truncated);
        self.stuck(plan).map_or(Ok(()), Err)
    }

    /// Makes the moves that were placed and shows all lanes.
    #[inline(always)]
    pub fn advance_lanes(
        &mut self,
        plan: &EnvPlan,
        arrays: &mut StepArrays,
    ) -> Result<(), EnvError> {
        self.move_on(plan);
        let mut found = self.judge(plan, arrays.rewards);
        self.terminated = self.terminated.or(found.ended);
        self.truncated = self.truncated.or(found.cut);
        write_flags(arrays.terminated, self.terminated);
        write_flags(arrays.truncated, self.truncated);
        let state = &self.memory.state;
        write_rows(
            self.memory.cpu,
            &mut arrays.final_observations,
            plan.fluents,
            self.count,
            |fluent| state[fluent],
        );
        let over = self.terminated.or(self.truncated);
        if plan.autoreset == Autoreset::SameStep && over.any() {
            self.restart(plan, over);
            self.evaluate(plan);
        } else {
            self.find_turns(plan);
        }
        self.show(plan, arrays);
        found.error.take().map_or(Ok(()), Err)
    }

    /// Computes the next states. Lanes that are over start anew or stay.
    #[inline(always)]
    fn move_on(&mut self, plan: &EnvPlan) {
        self.memory.advance(&self.programs.queries);
        self.forget_moves();
        let moving = self.turns.playing;
        if moving.xor(self.memory.cpu.ones()).any() {
            let QueryMemory { state, next, .. } = &mut self.memory;
            for (state, &next) in state.iter_mut().zip(next.iter()) {
                *state = moving.choose(next, *state);
            }
        } else {
            std::mem::swap(&mut self.memory.state, &mut self.memory.next);
        }
        for (group, steps) in self.steps.chunks_exact_mut(64).enumerate() {
            let mut bytes = [0; 64];
            V::spread(self.memory.cpu, moving.word(group), &mut bytes);
            for (step, moves) in steps.iter_mut().zip(bytes) {
                *step += u32::from(moves);
            }
        }
        let over = self.terminated.or(self.truncated);
        if plan.autoreset == Autoreset::NextStep && over.any() {
            self.restart(plan, over);
        }
    }

    /// Evaluates the new states: which matches end, and with which rewards.
    #[inline(always)]
    fn judge(&mut self, plan: &EnvPlan, rewards: &mut [f32]) -> Findings<V> {
        let moved = self.turns.playing;
        self.memory.evaluate(&self.programs.queries);
        let terminal = self.memory.frame[self.programs.queries.terminal.index as usize];
        let ended = terminal.and(moved);
        let mut error = None;
        rewards.fill(0.0);
        if ended.any() {
            error = self.reward(plan, ended, rewards);
        }
        self.turns.count(&self.programs, &self.memory.frame);
        let mut cut = self.memory.cpu.zeros();
        if let Some(limit) = plan.step_limit {
            let mut words = [0u64; 8];
            for (lane, &steps) in self.steps.iter().enumerate() {
                words[lane / 64] |= u64::from(steps >= limit) << (lane % 64);
            }
            cut = ended.and_not(self.memory.cpu.vector(&words).and(moved));
        }
        let stuck = self.stuck_lanes(ended.and_not(moved));
        if stuck.any() {
            error = error.or_else(|| self.stuck_error(plan, stuck));
            // The match cannot go on, so it counts as cut.
            cut = cut.or(stuck);
        }
        Findings { ended, cut, error }
    }

    /// Writes the rewards of lanes whose match has ended. Returns an error if a goal is undefined.
    #[inline(always)]
    fn reward(&mut self, plan: &EnvPlan, ended: V, rewards: &mut [f32]) -> Option<EnvError> {
        self.memory.evaluate_goals(&self.programs.queries);
        let goals = &self.programs.queries.goals;
        let roles = goals.values.len();
        let mut undefined = None;
        for (role, values) in goals.values.iter().enumerate() {
            let mut left = ended;
            for &(value, address) in values {
                let lanes = self.memory.goal_frame[address.index as usize].and(left);
                let reward = plan.rewards.reward(value);
                lanes.for_each_lane(|lane| rewards[lane * roles + role] = reward);
                left = lanes.and_not(left);
            }
            left.for_each_lane(|lane| {
                rewards[lane * roles + role] = f32::NAN;
                undefined = undefined.or(Some((lane, role)));
            });
        }
        let (lane, role) = undefined?;
        let state = read_state(&self.memory.state, plan.fluents, lane);
        Some(plan.undefined_goal(lane, role, &state))
    }

    /// Evaluates the current states and finds the movers.
    #[inline(always)]
    fn evaluate(&mut self, plan: &EnvPlan) {
        self.memory.evaluate(&self.programs.queries);
        self.turns.count(&self.programs, &self.memory.frame);
        self.find_turns(plan);
    }

    #[inline(always)]
    fn find_turns(&mut self, plan: &EnvPlan) {
        let over = self.terminated.or(self.truncated);
        let playing = over.and_not(self.used);
        self.turns
            .find(plan, &self.programs, &self.memory.frame, playing);
    }

    /// Lanes in which a role has no legal move.
    #[inline(always)]
    fn stuck_lanes(&self, lanes: V) -> V {
        let mut all = lanes;
        for &able in &self.turns.able {
            all = all.and(able);
        }
        all.and_not(lanes)
    }

    fn stuck(&self, plan: &EnvPlan) -> Option<EnvError> {
        self.stuck_error(plan, self.stuck_lanes(self.turns.playing))
    }

    fn stuck_error(&self, plan: &EnvPlan, lanes: V) -> Option<EnvError> {
        let lane = (0..V::LANES).find(|&lane| has_lane(lanes, lane))?;
        let mut roles = 0..self.turns.able.len();
        let role = roles.find(|&role| !has_lane(self.turns.able[role], lane))?;
        Some(plan.no_legal_move(lane, role))
    }

    /// Writes observations, masks and movers.
    #[inline(always)]
    fn show(&self, plan: &EnvPlan, arrays: &mut StepArrays) {
        arrays
            .movers
            .copy_from_slice(&self.turns.of_lane[..self.count]);
        self.show_choosers(arrays.choosers);
        let state = &self.memory.state;
        write_rows(
            self.memory.cpu,
            &mut arrays.observations,
            plan.fluents,
            self.count,
            |fluent| state[fluent],
        );
        self.show_masks(plan, &mut arrays.masks);
    }

    /// Writes the roles with a choice, unless the array is empty.
    #[inline(always)]
    fn show_choosers(&self, rows: &mut [u8]) {
        let roles = self.turns.choosers.len().max(1);
        for (group, rows) in rows.chunks_mut(64 * roles).enumerate() {
            for (role, choosers) in self.turns.choosers.iter().enumerate() {
                let mut bytes = [0; 64];
                V::spread(self.memory.cpu, choosers.word(group), &mut bytes);
                for (row, byte) in rows.chunks_exact_mut(roles).zip(bytes) {
                    row[role] = byte;
                }
            }
        }
    }

    #[inline(always)]
    fn show_masks(&self, plan: &EnvPlan, masks: &mut BitRows) {
        let (frame, programs, turns) = (&self.memory.frame, &self.programs, &self.turns);
        let actions = plan.actions.len();
        let over = turns.playing.xor(self.memory.cpu.ones());
        if plan.joint {
            let bits = actions * plan.roles();
            return write_rows(self.memory.cpu, masks, bits, self.count, |at| {
                let place = programs.place(at / actions, at % actions);
                frame[place.legal as usize].or(over)
            });
        }
        match turns.movers[..] {
            [first, second] => write_rows(self.memory.cpu, masks, actions, self.count, |action| {
                let one = frame[programs.place(0, action).legal as usize].and(first);
                let other = frame[programs.place(1, action).legal as usize].and(second);
                one.or(other).or(over)
            }),
            _ => write_rows(self.memory.cpu, masks, actions, self.count, |action| {
                let mut legal = over;
                for (role, &movers) in turns.movers.iter().enumerate() {
                    let own = frame[programs.place(role, action).legal as usize];
                    legal = legal.or(own.and(movers));
                }
                legal
            }),
        }
    }
}
