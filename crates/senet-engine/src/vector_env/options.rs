//! The options of an environment.

use crate::{BuildLimits, CodeLimits, Width};

/// The treatment of a lane whose match is over: the three modes of Gymnasium.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Autoreset {
    /// The lane shows its last state. The next step ignores its action and shows a new match.
    NextStep,
    /// The lane shows a new match at once. The last state is in the final observations.
    #[default]
    SameStep,
    /// The lane stays at its last state, with rewards of zero, until it is reset.
    Disabled,
}

/// How a goal becomes a reward. A step that does not end a match has the reward 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RewardScale {
    /// Goals 0, 50 and 100 become -1, 0 and 1.
    #[default]
    Signed,
    /// Goals 0 and 100 become 0 and 1.
    Unit,
    /// The goal itself.
    Goal,
}

impl RewardScale {
    /// The reward of a goal.
    pub fn reward(self, goal: i32) -> f32 {
        match self {
            RewardScale::Signed => goal as f32 / 50.0 - 1.0,
            RewardScale::Unit => goal as f32 / 100.0,
            RewardScale::Goal => goal as f32,
        }
    }
}

/// How lanes are stepped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaneKind {
    /// Hundreds at once, as vector code.
    Vector(Width),
    /// One after another.
    Single,
}

/// The options of a [`crate::VectorEnv`].
///
/// ```
/// use senet_engine::{Autoreset, EnvOptions};
///
/// let options = EnvOptions { lanes: Some(64), autoreset: Autoreset::Disabled, ..EnvOptions::default() };
/// assert_eq!(options.threads, 1);
/// ```
#[derive(Clone, Debug)]
pub struct EnvOptions {
    /// The number of lanes. `None` chooses as many as fit the caches of the threads.
    pub lanes: Option<usize>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads. It does not change the answers, but more threads get more lanes if `lanes` is `None`.
    pub threads: usize,
    /// The treatment of a lane whose match is over.
    pub autoreset: Autoreset,
    /// A match that has made this number of steps is truncated.
    pub step_limit: Option<u32>,
    /// With joint masks, the mask of a lane has a row for each role. Without joint masks, it has
    /// only the row of the mover.
    pub joint: bool,
    /// The scale that turns goals into rewards.
    pub rewards: RewardScale,
    /// How lanes are stepped; `None` chooses the fastest way.
    pub kind: Option<LaneKind>,
    /// True if steps write final observations as bytes, so that their array counts as memory.
    pub final_observations: bool,
    /// Maximum bytes of lanes and of the arrays of one step. No allocation can exceed [`isize::MAX`] bytes.
    pub memory_bytes: usize,
    /// Limits on the size of the code.
    pub code: CodeLimits,
    /// The memory and the time that compiling may use.
    pub build: BuildLimits,
}

impl Default for EnvOptions {
    fn default() -> EnvOptions {
        EnvOptions {
            lanes: None,
            seed: 0,
            threads: 1,
            autoreset: Autoreset::default(),
            step_limit: None,
            joint: false,
            rewards: RewardScale::default(),
            kind: None,
            final_observations: false,
            memory_bytes: 4 << 30,
            code: CodeLimits::default(),
            build: BuildLimits::default(),
        }
    }
}
