//! A running tournament, on its own threads.

use super::failed;
use super::live::Live;
use crate::client::Client;
use crate::failure::Failure;
use crate::loading::Playable;
use crate::spectator_match::SpectatorMatch;
use senet_arena::now_ms;
use senet_arena::store::{Lock, Store, StoreError, Stored, Tournament};
use senet_arena::tournament::{Playing, play_all, play_match_observed};
use senet_gdl::Deadline;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::watch;

/// A tournament that runs, or ran until a moment ago.
pub struct Running {
    /// The name.
    pub name: String,
    /// The client that started the tournament.
    pub client: Client,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    /// Cancelled when the tournament must stop.
    stop: Deadline,
    over: AtomicBool,
    live: Live,
    trouble: Mutex<Option<String>>,
    changes: Arc<watch::Sender<u64>>,
}

impl Shared {
    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn end(&self, trouble: Option<String>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
        self.live.clear();
        self.over.store(true, Ordering::Release);
        self.changed();
    }
}

impl Running {
    /// Starts to play the remaining matches of a tournament.
    pub fn start(
        mut store: Store,
        tournament: Tournament,
        games: Vec<Arc<Playable>>,
        processors: usize,
        client: Client,
        changes: &Arc<watch::Sender<u64>>,
    ) -> Result<Running, Failure> {
        let lock = store.lock(&tournament, now_ms()).map_err(failed)?;
        let shared = Arc::new(Shared {
            stop: Deadline::never(),
            over: AtomicBool::new(false),
            live: Live::default(),
            trouble: Mutex::default(),
            changes: changes.clone(),
        });
        let name = tournament.plan.name.clone();
        let own = shared.clone();
        let thread = std::thread::Builder::new().name("tournament".to_string());
        let thread = thread.spawn(move || {
            let all = || play(store, &tournament, &lock, &games, processors, &own);
            own.end(match catch_unwind(AssertUnwindSafe(all)) {
                Ok(Ok(_)) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some("the tournament failed".to_string()),
            });
        });
        let thread =
            thread.map_err(|error| Failure::broken(format!("cannot start a thread: {error}")))?;
        shared.changed();
        Ok(Running {
            name,
            client,
            shared,
            thread: Some(thread),
        })
    }

    /// True while matches run.
    pub fn is_going_on(&self) -> bool {
        !self.shared.over.load(Ordering::Acquire)
    }

    /// The running matches.
    pub fn live(&self) -> Vec<SpectatorMatch> {
        self.shared.live.all()
    }

    /// Why the tournament ended early.
    pub fn trouble(&self) -> Option<String> {
        let trouble = self.shared.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts no more matches, and aborts the running ones.
    pub fn stop(&self) {
        self.shared.stop.cancel();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // Panics were caught on the thread.
            thread.join().ok();
        }
    }
}

fn play(
    store: Store,
    tournament: &Tournament,
    lock: &Lock,
    games: &[Arc<Playable>],
    processors: usize,
    shared: &Shared,
) -> Result<Store, StoreError> {
    let plan = &tournament.plan;
    let play = |claimed: &Stored| {
        let game = &games[claimed.game];
        play_match_observed(plan, &game.rules, claimed, &shared.stop, &mut |moment| {
            shared.live.note(plan, game, claimed, &moment);
            shared.changed();
        })
    };
    let playing = Playing {
        tournament,
        lock,
        cores: processors,
        play: &play,
        observer: &|claimed, finished| {
            shared.live.end(claimed, finished);
            shared.changed();
        },
        deadline: &shared.stop,
    };
    play_all(store, &playing)
}
