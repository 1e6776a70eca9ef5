//! Lanes that are stepped one after another, with the queries that every back end answers.

use super::block::EnvBlock;
use super::env_plan::EnvPlan;
use super::{ActionRows, Autoreset, BitRows, EnvError, StepArrays, find_mover};
use crate::{MoveId, RoleId, State, Stopped};
use fastrand::Rng;

/// Some lanes, each with its state and legal moves.
pub struct SingleBlock {
    lanes: Vec<Lane>,
    random: Rng,
}

/// One match.
#[derive(Clone)]
struct Lane {
    state: State,
    /// Per role, its legal moves.
    legal: Vec<Vec<MoveId>>,
    /// The role whose action is awaited, if the match goes on.
    mover: Option<RoleId>,
    steps: u32,
    terminated: bool,
    truncated: bool,
    /// The joint move of the next step.
    placed: Vec<MoveId>,
}

impl SingleBlock {
    /// A block with this number of lanes. Call `reset` before anything else.
    pub fn new(plan: &EnvPlan, count: usize, seed: u64) -> SingleBlock {
        let lane = Lane {
            state: plan.initial.clone(),
            legal: Vec::new(),
            mover: None,
            steps: 0,
            terminated: false,
            truncated: false,
            placed: Vec::new(),
        };
        SingleBlock {
            lanes: vec![lane; count],
            random: Rng::with_seed(seed),
        }
    }
}

impl Lane {
    fn is_over(&self) -> bool {
        self.terminated || self.truncated
    }

    fn restart(&mut self, plan: &EnvPlan) -> Result<(), Stopped> {
        self.state = plan.initial.clone();
        (self.steps, self.terminated, self.truncated) = (0, false, false);
        self.look(plan)
    }

    /// Asks the rules what is legal, and finds the mover.
    fn look(&mut self, plan: &EnvPlan) -> Result<(), Stopped> {
        self.legal.clear();
        for role in 0..plan.roles() {
            self.legal.push(plan.game.legal(&self.state, role)?);
        }
        self.mover = self.find_mover(plan);
        Ok(())
    }

    fn chooses(&self, role: RoleId) -> bool {
        !self.is_over() && self.legal[role].len() > 1
    }

    /// The roles that have a choice, without chance.
    fn choosers<'a>(&'a self, plan: &'a EnvPlan) -> impl Iterator<Item = RoleId> + 'a {
        let roles = 0..self.legal.len();
        roles.filter(|&role| Some(role) != plan.chance && self.chooses(role))
    }

    fn find_mover(&self, plan: &EnvPlan) -> Option<RoleId> {
        let is_idle = |role, id| plan.actions.is_idle(role, id);
        (!self.is_over()).then(|| find_mover(&self.legal, plan.chance, is_idle))
    }

    /// The moves of all roles for the given actions.
    fn joint(
        &self,
        plan: &EnvPlan,
        lane: usize,
        action_of: impl Fn(RoleId) -> Option<i32>,
        random: &mut Rng,
    ) -> Result<Vec<MoveId>, EnvError> {
        let roles = self.legal.iter().enumerate();
        let joint = roles.map(|(role, legal)| match action_of(role) {
            Some(action) if action >= 0 => {
                let id = plan.actions.find_move(role, action as usize);
                let id = id.filter(|id| legal.contains(id));
                id.ok_or_else(|| plan.illegal(lane, role, action))
            }
            _ => {
                let id = random.choice(legal).copied();
                id.ok_or_else(|| plan.no_legal_move(lane, role))
            }
        });
        joint.collect()
    }

    /// Makes the placed joint move. Writes the rewards, which are zero unless the match ends.
    fn advance(
        &mut self,
        plan: &EnvPlan,
        lane: usize,
        rewards: &mut [f32],
    ) -> Result<(), EnvError> {
        rewards.fill(0.0);
        if self.is_over() {
            if plan.autoreset == Autoreset::NextStep {
                self.restart(plan)?;
            }
            return Ok(());
        }
        self.state = plan.game.next(&self.state, &self.placed)?;
        self.steps += 1;
        self.terminated = plan.game.is_terminal(&self.state)?;
        let limit = plan.step_limit.unwrap_or(u32::MAX);
        self.truncated = !self.terminated && self.steps >= limit;
        self.look(plan)?;
        if self.terminated {
            return self.reward(plan, lane, rewards);
        }
        if let Some(role) = self.legal.iter().position(Vec::is_empty) {
            // The match cannot go on, so it counts as cut.
            self.truncated = true;
            self.mover = None;
            return Err(plan.no_legal_move(lane, role));
        }
        Ok(())
    }

    fn reward(&self, plan: &EnvPlan, lane: usize, rewards: &mut [f32]) -> Result<(), EnvError> {
        let mut undefined = None;
        for (role, reward) in rewards.iter_mut().enumerate() {
            let goal = plan.game.goal(&self.state, role)?.value();
            *reward = goal.map_or(f32::NAN, |goal| plan.rewards.reward(goal));
            if goal.is_none() {
                undefined = undefined.or(Some(role));
            }
        }
        undefined.map_or(Ok(()), |role| {
            Err(plan.undefined_goal(lane, role, &self.state))
        })
    }

    fn is_legal(&self, plan: &EnvPlan, role: RoleId, action: usize) -> bool {
        let id = plan.actions.find_move(role, action);
        self.is_over() || id.is_some_and(|id| self.legal[role].contains(&id))
    }

    fn show(&self, plan: &EnvPlan, lane: usize, arrays: &mut StepArrays) {
        arrays.movers[lane] = self.mover.map_or(-1, |role| role as i8);
        if !arrays.choosers.is_empty() {
            for role in 0..plan.roles() {
                arrays.choosers[lane * plan.roles() + role] = u8::from(self.chooses(role));
            }
        }
        self.show_state(plan, lane, &mut arrays.observations);
        let actions = plan.actions.len();
        let bits = actions * plan.mask_rows();
        let mover = self.mover.unwrap_or(0);
        write_row(&mut arrays.masks, bits, lane, |at| {
            let role = if plan.joint { at / actions } else { mover };
            self.is_legal(plan, role, at % actions)
        });
    }

    fn show_state(&self, plan: &EnvPlan, lane: usize, rows: &mut BitRows) {
        let words = self.state.words();
        write_row(rows, plan.fluents, lane, |at| {
            words[at / 64] >> (at % 64) & 1 == 1
        });
    }
}

/// Writes the row of a lane.
fn write_row(rows: &mut BitRows, bits: usize, lane: usize, bit: impl Fn(usize) -> bool) {
    match rows {
        BitRows::Skip => {}
        BitRows::Bytes(bytes) => {
            let row = bytes[lane * bits..][..bits].iter_mut();
            row.enumerate()
                .for_each(|(at, byte)| *byte = u8::from(bit(at)));
        }
        BitRows::Packed(words) => {
            let length = bits.div_ceil(64);
            let row = &mut words[lane * length..][..length];
            row.fill(0);
            (0..bits).for_each(|at| row[at / 64] |= u64::from(bit(at)) << (at % 64));
        }
    }
}

impl EnvBlock for SingleBlock {
    fn seed(&mut self, seed: u64) {
        self.random = Rng::with_seed(seed);
    }

    fn reset(
        &mut self,
        plan: &EnvPlan,
        chosen: Option<&[bool]>,
        mut arrays: StepArrays,
    ) -> Result<(), EnvError> {
        arrays.rewards.fill(0.0);
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            lane.placed.clear();
            if chosen.is_none_or(|chosen| chosen[at]) {
                lane.restart(plan)?;
            }
            arrays.terminated[at] = u8::from(lane.terminated);
            arrays.truncated[at] = u8::from(lane.truncated);
            lane.show_state(plan, at, &mut arrays.final_observations);
            lane.show(plan, at, &mut arrays);
        }
        let stuck = |lane: &Lane| !lane.is_over() && lane.legal.iter().any(Vec::is_empty);
        match self.lanes.iter().position(stuck) {
            Some(at) => {
                let role = self.lanes[at].legal.iter().position(Vec::is_empty);
                Err(plan.no_legal_move(at, role.unwrap_or(0)))
            }
            None => Ok(()),
        }
    }

    fn place(&mut self, plan: &EnvPlan, actions: ActionRows) -> Result<(), EnvError> {
        let roles = plan.roles();
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            if lane.is_over() {
                continue;
            }
            let random = &mut self.random;
            lane.placed = match actions {
                ActionRows::Movers(actions) => {
                    if lane.choosers(plan).nth(1).is_some() {
                        return Err(plan.several_choose(at, |role| lane.chooses(role)));
                    }
                    let action = |role| (lane.mover == Some(role)).then(|| actions[at]);
                    lane.joint(plan, at, action, random)?
                }
                ActionRows::Joint(actions) => {
                    let action = |role| Some(actions[at * roles + role]);
                    lane.joint(plan, at, action, random)?
                }
            };
        }
        Ok(())
    }

    fn advance(&mut self, plan: &EnvPlan, mut arrays: StepArrays) -> Result<(), EnvError> {
        let roles = plan.roles();
        let mut error = None;
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            let rewards = &mut arrays.rewards[at * roles..][..roles];
            if let Err(found) = lane.advance(plan, at, rewards) {
                error = error.or(Some(found));
            }
            arrays.terminated[at] = u8::from(lane.terminated);
            arrays.truncated[at] = u8::from(lane.truncated);
            lane.show_state(plan, at, &mut arrays.final_observations);
            if plan.autoreset == Autoreset::SameStep && lane.is_over() {
                lane.restart(plan)?;
            }
            lane.show(plan, at, &mut arrays);
        }
        error.map_or(Ok(()), Err)
    }

    fn forget(&mut self) {
        self.lanes.iter_mut().for_each(|lane| lane.placed.clear());
    }

    fn sample(&mut self, plan: &EnvPlan, actions: &mut [i32]) {
        let rows = plan.mask_rows();
        for (lane, actions) in self.lanes.iter().zip(actions.chunks_mut(rows.max(1))) {
            for (row, action) in actions.iter_mut().enumerate() {
                let role = if plan.joint { Some(row) } else { lane.mover };
                let role = role.filter(|_| !lane.is_over());
                let id = role.and_then(|role| {
                    let id = self.random.choice(&lane.legal[role])?;
                    Some(plan.actions.action(role, *id))
                });
                *action = id.map_or(0, |id| id as i32);
            }
        }
    }

    fn states(&self, _: &EnvPlan) -> Vec<State> {
        self.lanes.iter().map(|lane| lane.state.clone()).collect()
    }
}
