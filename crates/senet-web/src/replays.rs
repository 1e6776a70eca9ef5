//! Verifies records on request, and caches the last ones.

use crate::WebLimits;
use crate::evaluation::EvaluationView;
use crate::result_cache::ResultCache;
use crate::small_jobs::SmallJobs;
use crate::spectator_match::SpectatorMatch;
use std::sync::Arc;

/// The number of cached replays.
const KEPT: usize = 16;

/// Verifies and caches records.
pub struct Replays {
    /// The job queue.
    pub jobs: SmallJobs,
    /// The cached replays.
    pub done: ResultCache<Arc<SpectatorMatch>>,
    /// The cached evaluations.
    pub evaluations: ResultCache<EvaluationView>,
}

impl Replays {
    /// An empty cache.
    pub fn new(limits: &WebLimits) -> Replays {
        Replays {
            jobs: SmallJobs::new(limits.checks, limits.waiting_checks * 5),
            done: ResultCache::new(KEPT),
            evaluations: ResultCache::new(KEPT),
        }
    }
}
