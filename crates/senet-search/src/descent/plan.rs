//! The settings of descent.

use crate::Budget;

/// The settings of learning by descent. The defaults were measured on one core.
#[derive(Clone, PartialEq, Debug)]
pub struct DescentPlan {
    /// The number of matches that each thread plays in step.
    pub matches: usize,
    /// The number of threads.
    pub threads: usize,
    /// The number of expansions for a move.
    pub expansions: u32,
    /// The number of units of the first layer: a multiple of 16.
    pub hidden: usize,
    /// The number of samples for a step of the optimiser.
    pub batch: usize,
    /// The learning rate at the beginning and at the end.
    pub rates: [f32; 2],
    /// How often a sample is used.
    pub reuse: f64,
    /// The greed of the move choice at the beginning and at the end: 1 always plays the best move.
    pub greed: [f32; 2],
    /// A match begins with up to this number of random joint moves.
    pub random_moves: usize,
    /// The number of bytes for the trees of all matches, and as many again for samples.
    pub memory_bytes: usize,
}

impl Default for DescentPlan {
    fn default() -> DescentPlan {
        DescentPlan {
            matches: 64,
            threads: 1,
            expansions: 120,
            hidden: 128,
            batch: 512,
            rates: [1e-3, 1e-4],
            reuse: 2.0,
            greed: [0.3, 0.95],
            random_moves: 6,
            memory_bytes: 256 << 20,
        }
    }
}

impl DescentPlan {
    /// The default settings, with the memory that a budget allows.
    pub fn within(budget: &Budget) -> DescentPlan {
        let plan = DescentPlan::default();
        DescentPlan {
            memory_bytes: plan.memory_bytes.min(budget.memory_bytes / 4),
            ..plan
        }
    }

    /// The memory for the tree of one match.
    pub fn tree_bytes(&self) -> usize {
        self.memory_bytes / (self.matches * self.threads).max(1)
    }

    /// The learning rate after a share of the learning.
    pub fn rate(&self, share: f32) -> f32 {
        let [first, last] = self.rates;
        first * (last / first).powf(share.clamp(0.0, 1.0))
    }

    /// The greed of the move choice after a share of the learning.
    pub fn greed(&self, share: f32) -> f32 {
        let [first, last] = self.greed;
        first + (last - first) * share.clamp(0.0, 1.0)
    }
}
