//! Writes the moves of the next step into the frame of a block.

use super::env_plan::EnvPlan;
use super::rows::RowVector;
use super::vector_block::VectorBlock;
use super::{ActionRows, EnvError};
use crate::lanes::bit_matrix::words_mut;
use crate::lanes::vector::Detected;

impl<V: RowVector> VectorBlock<V> {
    /// Checks the actions and writes the moves.
    #[inline(always)]
    pub fn place_moves(&mut self, plan: &EnvPlan, actions: ActionRows) -> Result<(), EnvError> {
        self.forget_moves();
        let placed = match actions {
            ActionRows::Movers(actions) => self.place_movers(plan, actions),
            ActionRows::Joint(actions) => self.place_joint(plan, actions),
        };
        if placed.is_err() {
            self.forget_moves();
        }
        placed
    }

    /// Takes all moves back.
    #[inline(always)]
    pub fn forget_moves(&mut self) {
        for &at in &self.placed {
            self.memory.frame[at as usize] = self.memory.cpu.zeros();
        }
        self.placed.clear();
    }

    #[inline(always)]
    fn place_movers(&mut self, plan: &EnvPlan, actions: &[i32]) -> Result<(), EnvError> {
        if self.turns.several.any() {
            let lane = first_lane(self.turns.several);
            let chooses = |role: usize| has_lane(self.turns.choosers[role], lane);
            return Err(plan.several_choose(lane, chooses));
        }
        let roles = self.turns.movers.len();
        let drawn = lanes_below_zero(self.memory.cpu, actions, 1, 0);
        for role in 0..roles {
            let mut draws = drawn.and(self.turns.movers[role]);
            if plan.chance == Some(role) {
                let aside = self.turns.movers[role].and_not(self.turns.choosers[role]);
                draws = draws.or(aside);
            }
            self.draw(role, draws);
            let waits = self.turns.movers[role]
                .or(draws)
                .and_not(self.turns.playing);
            self.make_only_moves(role, waits);
        }
        for (lane, &action) in actions.iter().enumerate() {
            let role = self.turns.of_lane[lane];
            if role >= 0 && action >= 0 {
                self.place_action(plan, lane, role as usize, action)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn place_joint(&mut self, plan: &EnvPlan, actions: &[i32]) -> Result<(), EnvError> {
        let roles = self.turns.movers.len();
        for role in 0..roles {
            let drawn =
                lanes_below_zero(self.memory.cpu, actions, roles, role).and(self.turns.playing);
            let choosers = self.turns.choosers[role];
            self.draw(role, drawn.and(choosers));
            self.make_only_moves(role, choosers.and_not(drawn));
        }
        for (lane, joint) in actions.chunks_exact(roles.max(1)).enumerate() {
            if self.turns.of_lane[lane] < 0 {
                continue;
            }
            for (role, &action) in joint.iter().enumerate() {
                if action >= 0 {
                    self.place_action(plan, lane, role, action)?;
                }
            }
        }
        Ok(())
    }

    /// Writes one move of one lane.
    #[inline(always)]
    fn place_action(
        &mut self,
        plan: &EnvPlan,
        lane: usize,
        role: usize,
        action: i32,
    ) -> Result<(), EnvError> {
        if action as usize >= plan.actions.len() {
            return Err(plan.illegal(lane, role, action));
        }
        let place = self.programs.place(role, action as usize);
        let frame = words_mut(&mut self.memory.frame);
        let (word, bit) = (lane / 64, 1 << (lane % 64));
        if frame[place.legal as usize * V::WORDS + word] & bit == 0 {
            return Err(plan.illegal(lane, role, action));
        }
        let made = &mut frame[place.made as usize * V::WORDS + word];
        // Many lanes make the same move; one of them in each word notes it.
        if *made == 0 {
            self.placed.push(place.made);
        }
        *made |= bit;
        Ok(())
    }

    /// Makes a random legal move of a role in some lanes.
    #[inline(always)]
    fn draw(&mut self, role: usize, lanes: V) {
        if !lanes.any() {
            return;
        }
        let moves = &self.programs.queries.moves[role];
        let frame = &mut self.memory.frame;
        self.pickers[role].pick(moves, frame, &mut self.random);
        for one in moves {
            let made = &mut frame[one.made.index as usize];
            *made = made.and(lanes);
            if made.any() {
                self.placed.push(one.made.index);
            }
        }
    }

    /// Makes the only legal move of a role in some lanes. Moves that change nothing are tried first.
    #[inline(always)]
    fn make_only_moves(&mut self, role: usize, lanes: V) {
        let mut left = lanes;
        let idle = &self.programs.idle[role];
        for one in idle.iter().chain(&self.programs.queries.moves[role]) {
            if !left.any() {
                return;
            }
            let frame = &mut self.memory.frame;
            let made = frame[one.legal.index as usize].and(left);
            if made.any() {
                let at = one.made.index as usize;
                frame[at] = frame[at].or(made);
                self.placed.push(one.made.index);
                left = made.and_not(left);
            }
        }
    }

    /// Draws an action for every mover, or for every role if masks are joint.
    #[inline(always)]
    pub fn sample_actions(&mut self, plan: &EnvPlan, actions: &mut [i32]) {
        self.forget_moves();
        actions.fill(0);
        let roles = self.turns.movers.len();
        let (stride, count) = (plan.mask_rows(), self.count);
        for role in 0..roles {
            let lanes = match plan.joint {
                true => self.turns.playing,
                false => self.turns.movers[role],
            };
            if !lanes.any() {
                continue;
            }
            let moves = &self.programs.queries.moves[role];
            let frame = &mut self.memory.frame;
            self.pickers[role].pick(moves, frame, &mut self.random);
            let offset = if plan.joint { role } else { 0 };
            for (one, &action) in moves.iter().zip(&self.programs.action_of[role]) {
                let made = frame[one.made.index as usize].and(lanes);
                if made.any() {
                    made.for_each_lane(|lane| {
                        if lane < count {
                            actions[lane * stride + offset] = action as i32;
                        }
                    });
                }
            }
            self.pickers[role].clear(self.memory.cpu, moves, frame);
        }
    }
}

/// The first lane of a vector.
fn first_lane<V: RowVector>(lanes: V) -> usize {
    let mut first = V::LANES;
    lanes.for_each_lane(|lane| first = first.min(lane));
    first
}

/// Returns true if the vector has the lane.
pub fn has_lane<V: RowVector>(lanes: V, lane: usize) -> bool {
    lanes.word(lane / 64) >> (lane % 64) & 1 == 1
}

/// The lanes whose action is negative.
#[inline(always)]
fn lanes_below_zero<V: RowVector>(
    cpu: Detected<V>,
    actions: &[i32],
    stride: usize,
    offset: usize,
) -> V {
    let mut words = [0u64; 8];
    for (word, rows) in words.iter_mut().zip(actions.chunks(64 * stride)) {
        for (lane, row) in rows.chunks_exact(stride).enumerate() {
            *word |= u64::from(row[offset] < 0) << lane;
        }
    }
    cpu.vector(&words)
}
