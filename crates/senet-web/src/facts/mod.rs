//! Facts about games: boards, structure, similar games, and evaluation.
//!
//! All of this takes time. One low-priority thread works on one game after the other, so that players get the cores. Visitors see its progress.
//! The game requested last comes first.

mod analysis;
mod evaluation;
mod known;
mod nearest;
mod plain;
mod report;
mod time;

pub use report::{FactSheet, Sections};

use crate::WebLimits;
use crate::big_stack;
use crate::catalogue::GameEntry;
use crate::failure::Failure;
use known::KnownGames;
use senet_gdl::Deadline;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use time::Time;

/// The nice value of the thread: players come first, but the work still ends on a busy machine.
const NICE: i32 = 10;
/// Maximum number of games that wait.
const WAITING: usize = 100;
/// Maximum number of games that are remembered.
const REMEMBERED: usize = 300;

/// Finds facts about games.
pub struct Facts {
    inner: Arc<Inner>,
}

struct Inner {
    limits: WebLimits,
    seed: u64,
    queue: Mutex<Queue>,
    changed: Condvar,
    end: AtomicBool,
}

#[derive(Default)]
struct Queue {
    /// The waiting games; the next one is at the end.
    waiting: Vec<Arc<Job>>,
    /// All known games; the latest is at the end.
    all: VecDeque<Arc<Job>>,
    started: bool,
}

/// A game and its facts.
struct Job {
    game: Arc<GameEntry>,
    known: RwLock<Sections>,
    /// Ends when the facts are no longer needed: with the game or with the server.
    life: Deadline,
}

impl Job {
    fn update(&self, change: impl FnOnce(&mut Sections)) {
        change(&mut self.known.write().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Facts {
    /// An empty collection.
    pub fn new(limits: &WebLimits, seed: u64) -> Facts {
        let inner = Inner {
            limits: limits.clone(),
            seed,
            queue: Mutex::default(),
            changed: Condvar::new(),
            end: AtomicBool::new(false),
        };
        Facts {
            inner: Arc::new(inner),
        }
    }

    /// The facts found so far; the first request starts the work.
    pub fn of(&self, game: &Arc<GameEntry>) -> Result<FactSheet, Failure> {
        let mut queue = self.inner.queue();
        let found = queue.all.iter().find(|job| *job.game == **game).cloned();
        let job = match found {
            Some(job) => job,
            None => {
                let job = queue.add(game)?;
                self.start_worker(&mut queue)?;
                self.inner.changed.notify_all();
                job
            }
        };
        drop(queue);
        let known = job.known.read().unwrap_or_else(PoisonError::into_inner);
        Ok(FactSheet::of(known.clone()))
    }

    /// Ends the work on a game that was deleted or replaced, and forgets its facts.
    pub fn forget(&self, game: &GameEntry) {
        let mut queue = self.inner.queue();
        let is_it = |job: &Arc<Job>| *job.game == *game;
        queue
            .all
            .iter()
            .filter(|job| is_it(job))
            .for_each(|job| job.life.cancel());
        queue.all.retain(|job| !is_it(job));
        queue.waiting.retain(|job| !is_it(job));
    }

    fn start_worker(&self, queue: &mut Queue) -> Result<(), Failure> {
        if !queue.started {
            let inner = self.inner.clone();
            big_stack::start("facts", move || inner.work())?;
            queue.started = true;
        }
        Ok(())
    }
}

impl Drop for Facts {
    fn drop(&mut self) {
        self.inner.end.store(true, Ordering::Relaxed);
        let queue = self.inner.queue();
        queue.all.iter().for_each(|job| job.life.cancel());
        drop(queue);
        self.inner.changed.notify_all();
    }
}

impl Queue {
    fn add(&mut self, game: &Arc<GameEntry>) -> Result<Arc<Job>, Failure> {
        if self.waiting.len() >= WAITING {
            return Err(Failure::busy("too many games wait for their facts"));
        }
        let job = Arc::new(Job {
            game: game.clone(),
            known: RwLock::default(),
            life: Deadline::never(),
        });
        if self.all.len() >= REMEMBERED {
            self.all.pop_front();
        }
        self.waiting.push(job.clone());
        self.all.push_back(job.clone());
        Ok(job)
    }
}

impl Inner {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on one game after the other until the server stops.
    fn work(&self) {
        // If the system does not allow it, players and facts share the cores equally.
        rustix::process::nice(NICE).ok();
        let mut known = KnownGames::default();
        while let Some(job) = self.next() {
            let worked = catch_unwind(AssertUnwindSafe(|| self.find_out(&job, &mut known)));
            if worked.is_err() {
                job.update(|sections| sections.give_up("the analysis failed"));
            }
        }
    }

    /// Waits for the next game.
    fn next(&self) -> Option<Arc<Job>> {
        let mut queue = self.queue();
        loop {
            if self.end.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(job) = queue.waiting.pop() {
                return Some(job);
            }
            let waited = self.changed.wait(queue);
            queue = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn find_out(&self, job: &Job, known: &mut KnownGames) {
        let time = || Time::new(self.limits.facts, &job.life);
        let (boards, structure, places) =
            analysis::of(&job.game.rules, &self.limits, self.seed, &time());
        job.update(|sections| {
            sections.boards = boards;
            sections.structure = structure;
        });
        let evaluation = evaluation::of(&job.game, &self.limits, self.seed, &time(), &places);
        job.update(|sections| sections.evaluation = evaluation);
        let nearest = nearest::of(&job.game, (known, self.limits.compared), self.seed, &time());
        job.update(|sections| sections.nearest = nearest);
    }
}
