//! The arrays that a step reads and writes.

use super::EnvError;

/// Rows of bits, one row per lane.
#[derive(Debug, Default)]
pub enum BitRows<'a> {
    /// The rows are not written.
    #[default]
    Skip,
    /// A byte for each bit, 0 or 1.
    Bytes(&'a mut [u8]),
    /// 64 bits per word, the first bit lowest; every row starts a new word.
    Packed(&'a mut [u64]),
}

/// The arrays that a step writes, for all lanes in order.
#[derive(Debug)]
pub struct StepArrays<'a> {
    /// Per lane, the fluents that hold.
    pub observations: BitRows<'a>,
    /// Per lane, the fluents that held before a lane was reset in the same step. For other lanes,
    /// the same as the observation.
    pub final_observations: BitRows<'a>,
    /// Per lane, the legal actions of the mover; with joint masks those of every role.
    pub masks: BitRows<'a>,
    /// Per lane, the role whose action is awaited; -1 if the match is over.
    pub movers: &'a mut [i8],
    /// Per lane and role, 1 if the role has more than one legal move. Empty if not wanted.
    pub choosers: &'a mut [u8],
    /// Per lane and role, the reward of this step.
    pub rewards: &'a mut [f32],
    /// Per lane, 1 if this step ended the match.
    pub terminated: &'a mut [u8],
    /// Per lane, 1 if this step reached the step limit.
    pub truncated: &'a mut [u8],
}

/// One action per lane, or one per lane and role. For a negative action, the environment draws a legal one.
#[derive(Clone, Copy, Debug)]
pub enum ActionRows<'a> {
    /// The actions of the movers. The other roles make their only legal move, chance a random one.
    Movers(&'a [i32]),
    /// The actions of all roles.
    Joint(&'a [i32]),
}

/// The numbers of elements that a lane has in each array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowLengths {
    /// Bits of an observation.
    pub fluents: usize,
    /// Bits of a mask.
    pub mask: usize,
    /// Number of roles.
    pub roles: usize,
}

impl<'a> BitRows<'a> {
    /// The number of elements that rows of this form need.
    fn needed(&self, bits: usize, lanes: usize) -> usize {
        match self {
            BitRows::Skip => 0,
            BitRows::Bytes(_) => bits * lanes,
            BitRows::Packed(_) => bits.div_ceil(64) * lanes,
        }
    }

    fn len(&self) -> usize {
        match self {
            BitRows::Skip => 0,
            BitRows::Bytes(bytes) => bytes.len(),
            BitRows::Packed(words) => words.len(),
        }
    }

    /// Splits off the rows of the first lanes.
    fn split(self, bits: usize, lanes: usize) -> (BitRows<'a>, BitRows<'a>) {
        let at = self.needed(bits, lanes);
        match self {
            BitRows::Skip => (BitRows::Skip, BitRows::Skip),
            BitRows::Bytes(bytes) => {
                let (first, rest) = bytes.split_at_mut(at);
                (BitRows::Bytes(first), BitRows::Bytes(rest))
            }
            BitRows::Packed(words) => {
                let (first, rest) = words.split_at_mut(at);
                (BitRows::Packed(first), BitRows::Packed(rest))
            }
        }
    }
}

impl<'a> StepArrays<'a> {
    /// Checks the lengths of all arrays.
    pub(super) fn check(&self, rows: RowLengths, lanes: usize) -> Result<(), EnvError> {
        let bits = |array, given: &BitRows, bits| (array, given.needed(bits, lanes), given.len());
        let choosers = match self.choosers.len() {
            0 => 0,
            _ => rows.roles * lanes,
        };
        let lengths = [
            bits("observations", &self.observations, rows.fluents),
            bits("final_observations", &self.final_observations, rows.fluents),
            bits("masks", &self.masks, rows.mask),
            ("movers", lanes, self.movers.len()),
            ("choosers", choosers, self.choosers.len()),
            ("rewards", rows.roles * lanes, self.rewards.len()),
            ("terminated", lanes, self.terminated.len()),
            ("truncated", lanes, self.truncated.len()),
        ];
        lengths
            .into_iter()
            .try_for_each(|(array, expected, found)| check_length(array, expected, found))
    }

    /// Splits the arrays by blocks of this number of lanes. The last block may have fewer lanes.
    pub(super) fn blocks(self, rows: RowLengths, lanes: usize) -> Vec<StepArrays<'a>> {
        let mut blocks = Vec::new();
        let mut rest = self;
        while !rest.movers.is_empty() {
            let (first, others) = rest.split(rows, lanes);
            blocks.push(first);
            rest = others;
        }
        blocks
    }

    fn split(self, rows: RowLengths, lanes: usize) -> (StepArrays<'a>, StepArrays<'a>) {
        let lanes = lanes.min(self.movers.len());
        let roles = lanes * rows.roles;
        let choosers = roles.min(self.choosers.len());
        let observations = self.observations.split(rows.fluents, lanes);
        let final_observations = self.final_observations.split(rows.fluents, lanes);
        let masks = self.masks.split(rows.mask, lanes);
        let movers = self.movers.split_at_mut(lanes);
        let choosers = self.choosers.split_at_mut(choosers);
        let rewards = self.rewards.split_at_mut(roles);
        let terminated = self.terminated.split_at_mut(lanes);
        let truncated = self.truncated.split_at_mut(lanes);
        let first = StepArrays {
            observations: observations.0,
            final_observations: final_observations.0,
            masks: masks.0,
            movers: movers.0,
            choosers: choosers.0,
            rewards: rewards.0,
            terminated: terminated.0,
            truncated: truncated.0,
        };
        let rest = StepArrays {
            observations: observations.1,
            final_observations: final_observations.1,
            masks: masks.1,
            movers: movers.1,
            choosers: choosers.1,
            rewards: rewards.1,
            terminated: terminated.1,
            truncated: truncated.1,
        };
        (first, rest)
    }
}

impl<'a> ActionRows<'a> {
    /// Checks the number of actions.
    pub(super) fn check(self, roles: usize, lanes: usize) -> Result<(), EnvError> {
        match self {
            ActionRows::Movers(actions) => check_length("actions", lanes, actions.len()),
            ActionRows::Joint(actions) => check_length("actions", lanes * roles, actions.len()),
        }
    }

    /// The actions of some lanes.
    pub(super) fn of_lanes(self, roles: usize, first: usize, count: usize) -> ActionRows<'a> {
        match self {
            ActionRows::Movers(actions) => ActionRows::Movers(&actions[first..first + count]),
            ActionRows::Joint(actions) => {
                ActionRows::Joint(&actions[first * roles..(first + count) * roles])
            }
        }
    }
}

pub(super) fn check_length(
    array: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), EnvError> {
    match expected == found {
        true => Ok(()),
        false => Err(EnvError::Length {
            array,
            expected,
            found,
        }),
    }
}
