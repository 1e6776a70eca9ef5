//! Where records are looked at: reading and verifying them, and what was verified last.

use crate::Limits;
use crate::account::Account;
use crate::desk::Desk;
use crate::shared::Shared;
use std::sync::Arc;

/// So many replays are kept.
const KEPT: usize = 16;

/// Where records are looked at.
pub struct Replays {
    /// Where the work is done.
    pub desk: Desk,
    /// What was done last.
    pub done: Shared<Arc<Account>>,
}

impl Replays {
    /// Nothing was looked at yet.
    pub fn new(limits: &Limits) -> Replays {
        Replays {
            desk: Desk::new(limits.checks, limits.waiting_checks * 5),
            done: Shared::new(KEPT),
        }
    }
}
