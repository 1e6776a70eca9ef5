//! What all tables share: limits, and the turns of those who think.

use crate::Limits;
use crate::loading::Loader;
use senet_arena::Guest;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// With fewer players than this at all tables, each gets as much memory as if there were so many.
const FEWEST_SHARES: usize = 8;

/// What all tables share.
pub struct House {
    /// What visitors may use up.
    pub limits: Limits,
    /// Players that the program brings along.
    pub guests: Vec<Guest>,
    /// Where records are kept.
    pub records: Option<PathBuf>,
    /// Who has one may think on one thread. They are given out in the order in which they are asked for.
    pub turns: Arc<Semaphore>,
    /// What loads games.
    pub loader: Arc<Loader>,
    /// Where waiting for turns is done.
    pub runtime: Handle,
    seated: Arc<AtomicUsize>,
}

/// Counts a player as long as it lives.
pub struct Seated(Arc<AtomicUsize>);

impl Drop for Seated {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl House {
    /// An empty house; within a runtime.
    pub fn new(
        limits: Limits,
        loader: Arc<Loader>,
        guests: Vec<Guest>,
        folder: Option<&Path>,
    ) -> House {
        House {
            turns: Arc::new(Semaphore::new(limits.thinkers.max(1))),
            loader,
            limits,
            guests,
            records: folder.map(|folder| folder.join("records")),
            runtime: Handle::current(),
            seated: Arc::default(),
        }
    }

    /// Counts a player.
    pub fn seat(&self) -> Seated {
        self.seated.fetch_add(1, Ordering::Relaxed);
        Seated(self.seated.clone())
    }

    /// What each of the players may take for its tree: all together no more than the limit, as nearly as can be while they come and go.
    pub fn bytes_for_a_player(&self) -> usize {
        self.limits.memory_bytes / self.seated.load(Ordering::Relaxed).max(FEWEST_SHARES)
    }
}
