//! Writes the moves of the next step into the frame of a block.

use super::env_plan::EnvPlan;
use super::rows::RowVector;
use super::vector_block::VectorBlock;
use super::{ActionRows, EnvError};
use crate::lanes::bit_matrix::words_mut;
use crate::lanes::vector::Detected;

impl<V: RowVector> VectorBlock<V> {
    /// Checks the actions and writes the moves. Actions that were just drawn need neither: their moves are legal and already written.
    #[inline(always)]
    pub fn place_moves(&mut self, plan: &EnvPlan, actions: ActionRows) -> Result<(), EnvError> {
        let (ActionRows::Movers(given) | ActionRows::Joint(given)) = actions;
        let is_placed = self.sampled == given;
        if !is_placed {
            self.forget_moves();
        }
        let placed = match actions {
            ActionRows::Movers(actions) => self.place_movers(plan, actions, is_placed),
            ActionRows::Joint(_) if is_placed => Ok(()),
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
        self.sampled.clear();
    }

    #[inline(always)]
    fn place_movers(
        &mut self,
        plan: &EnvPlan,
        actions: &[i32],
        is_placed: bool,
    ) -> Result<(), EnvError> {
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
        let left = if is_placed { &[] } else { actions };
        for (lane, &action) in left.iter().enumerate() {
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
        // Many lanes make the same move. Only the first of them in each word records its address.
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
        let stride = plan.mask_rows();
        for role in 0..self.turns.movers.len() {
            let lanes = match plan.joint {
                true => self.turns.playing,
                false => self.turns.movers[role],
            };
            self.draw(role, lanes);
            let offset = if plan.joint { role } else { 0 };
            self.write_drawn(role, lanes, actions, stride, offset);
        }
        // The next step draws moves of chance in further lanes. That draw would clear the moves of
        // chance that were drawn here.
        match plan.chance.is_some() && !plan.joint {
            true => self.forget_moves(),
            false => self.sampled.extend_from_slice(actions),
        }
    }

    /// Writes the actions that a role draws in some lanes. Each binary digit of an action is a vector, which sets the digit in all lanes at once.
    #[inline(always)]
    fn write_drawn(
        &self,
        role: usize,
        lanes: V,
        actions: &mut [i32],
        stride: usize,
        offset: usize,
    ) {
        if !lanes.any() {
            return;
        }
        let cpu = self.memory.cpu;
        let mut digits = [cpu.zeros(); i32::BITS as usize];
        let moves = &self.programs.queries.moves[role];
        let mut all = 0;
        for (one, &action) in moves.iter().zip(&self.programs.action_of[role]) {
            let made = self.memory.frame[one.made.index as usize];
            if made.any() {
                all |= action;
                let mut left = action;
                while left != 0 {
                    let digit = &mut digits[left.trailing_zeros() as usize];
                    *digit = digit.or(made);
                    left &= left - 1;
                }
            }
        }
        let used = (u32::BITS - all.leading_zeros()) as usize;
        for (group, rows) in actions.chunks_mut(64 * stride).enumerate() {
            let mut numbers = [0; 64];
            for (place, digit) in digits[..used].iter().enumerate() {
                let mut bytes = [0; 64];
                V::spread(cpu, digit.word(group), &mut bytes);
                for (number, byte) in numbers.iter_mut().zip(bytes) {
                    *number |= i32::from(byte) << place;
                }
            }
            for (row, number) in rows.chunks_exact_mut(stride).zip(numbers) {
                row[offset] |= number;
            }
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
