//! The lanes that are stepped together.

use super::env_plan::EnvPlan;
use super::{ActionRows, EnvError, StepArrays};
use crate::State;

/// Some lanes of an environment. Lanes are counted from 0 in each block.
///
/// A step has two halves. The caller first places the moves in all blocks and advances them only if
/// no block reports an error.
pub trait EnvBlock: Send + Sync {
    /// Starts the random numbers anew.
    fn seed(&mut self, seed: u64);

    /// Starts new matches in the chosen lanes, or in all, and shows all lanes.
    fn reset(
        &mut self,
        plan: &EnvPlan,
        chosen: Option<&[bool]>,
        arrays: StepArrays,
    ) -> Result<(), EnvError>;

    /// Checks the actions and remembers them as the moves of the next step. After an error, the
    /// caller must call [`EnvBlock::forget`].
    fn place(&mut self, plan: &EnvPlan, actions: ActionRows) -> Result<(), EnvError>;

    /// Makes the moves that were placed. All arrays are written even if there is an error.
    fn advance(&mut self, plan: &EnvPlan, arrays: StepArrays) -> Result<(), EnvError>;

    /// Forgets the moves that were placed.
    fn forget(&mut self);

    /// Draws a legal action for every mover, or for every role if masks are joint.
    fn sample(&mut self, plan: &EnvPlan, actions: &mut [i32]);

    /// The states of all lanes.
    fn states(&self, plan: &EnvPlan) -> Vec<State>;
}
