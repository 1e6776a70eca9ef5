//! A learner with the search that uses its network.

use super::learner::Learner;
use super::search::BestFirst;

/// A learner, and the search tree that its network guides.
pub struct Learned {
    /// The learner.
    pub learner: Learner,
    /// The search.
    pub search: BestFirst,
}

impl Learned {
    /// A learner and an empty tree.
    pub fn new(learner: Learner) -> Learned {
        let words = learner.net.shape().inputs.div_ceil(64);
        Learned {
            search: BestFirst::new(learner.scale, words),
            learner,
        }
    }

    /// True if the network is no longer random.
    pub fn is_taught(&self) -> bool {
        self.learner.counts().trained > 0 || self.learner.has_head_start()
    }
}
