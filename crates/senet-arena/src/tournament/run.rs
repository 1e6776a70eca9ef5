//! Plays the matches of a tournament in parallel.
//!
//! Workers claim matches in order. A match starts when enough cores are free (see [`super::cores_needed`]). The database has all state, so the
//! process may end at any moment.

use super::{Form, Standing, Stored, TournamentPlan, cores_needed, ladder_order, ladder_round};
use crate::now_ms;
use crate::seat::STACK_BYTES;
use crate::store::{Finished, Lock, Store, StoreError, Tournament};
use senet_engine::Deadline;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How to play the matches of a tournament.
pub struct Playing<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// The lock of the tournament.
    pub lock: &'a Lock,
    /// The number of cores to use.
    pub cores: usize,
    /// Plays a match.
    pub play: &'a (dyn Fn(&Stored) -> Finished + Sync),
    /// Is called after every match.
    pub observer: &'a (dyn Fn(&Stored, &Finished) + Sync),
    /// After the deadline no new match starts, and running matches are released.
    pub deadline: &'a Deadline,
}

/// Plays all remaining matches of a tournament.
pub fn play_all(store: Store, playing: &Playing) -> Result<Store, StoreError> {
    let cores = playing.cores.max(1);
    let shared = SharedWork {
        playing,
        store: Mutex::new(store),
        front: Mutex::new(()),
        state: Mutex::new(State {
            free: cores,
            error: None,
        }),
        changed: Condvar::new(),
        cores,
    };
    std::thread::scope(|scope| {
        for _ in 1..cores {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            // With fewer threads the work takes longer but is the same.
            thread.spawn_scoped(scope, || shared.work()).ok();
        }
        shared.work();
    });
    let state = shared
        .state
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok(shared
            .store
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)),
    }
}

/// The state that workers share.
struct SharedWork<'a> {
    playing: &'a Playing<'a>,
    store: Mutex<Store>,
    /// Held by the worker whose match starts next.
    front: Mutex<()>,
    state: Mutex<State>,
    changed: Condvar,
    cores: usize,
}

struct State {
    /// Free cores.
    free: usize,
    error: Option<StoreError>,
}

impl SharedWork<'_> {
    fn work(&self) {
        loop {
            match self.next() {
                Ok(Some((claimed, taken))) => {
                    let written = self.play(&claimed);
                    drop(taken);
                    if let Err(error) = written {
                        return self.fail(error);
                    }
                }
                Ok(None) => return,
                Err(error) => return self.fail(error),
            }
        }
    }

    /// The next match, with the cores it needs.
    fn next(&self) -> Result<Option<(Stored, TakenCores<'_>)>, StoreError> {
        let _front = locked(&self.front);
        loop {
            if self.stopped() {
                return Ok(None);
            }
            let claimed = locked(&self.store).claim(self.playing.lock, now_ms())?;
            if let Some(claimed) = claimed {
                let needed = cores_needed(&self.playing.tournament.plan, &claimed);
                let taken = self.take(needed.clamp(1, self.cores));
                return Ok(Some((claimed, taken)));
            }
            // The next round of a ladder needs all results of this one.
            let _all = self.take(self.cores);
            if !self.plan_round()? {
                return Ok(None);
            }
        }
    }

    fn play(&self, claimed: &Stored) -> Result<(), StoreError> {
        let finished = (self.playing.play)(claimed);
        let mut store = locked(&self.store);
        if self.playing.deadline.is_over() {
            return store.give_back(self.playing.lock, claimed.number);
        }
        store.finish(self.playing.lock, claimed.number, &finished)?;
        drop(store);
        (self.playing.observer)(claimed, &finished);
        Ok(())
    }

    fn plan_round(&self) -> Result<bool, StoreError> {
        if self.stopped() {
            return Ok(false);
        }
        plan_round(&mut locked(&self.store), self.playing.tournament)
    }

    /// Waits for free cores and takes them.
    fn take(&self, count: usize) -> TakenCores<'_> {
        let state = locked(&self.state);
        let waited = self.changed.wait_while(state, |state| state.free < count);
        waited.unwrap_or_else(PoisonError::into_inner).free -= count;
        TakenCores {
            state: &self.state,
            changed: &self.changed,
            count,
        }
    }

    fn stopped(&self) -> bool {
        self.playing.deadline.is_over() || locked(&self.state).error.is_some()
    }

    /// Keeps the first error; the others are mostly its consequences.
    fn fail(&self, error: StoreError) {
        locked(&self.state).error.get_or_insert(error);
    }
}

/// Cores that are released on drop, even after a panic.
struct TakenCores<'a> {
    state: &'a Mutex<State>,
    changed: &'a Condvar,
    count: usize,
}

impl Drop for TakenCores<'_> {
    fn drop(&mut self) {
        locked(self.state).free += self.count;
        self.changed.notify_all();
    }
}

/// Plans the next round of a ladder when all matches of the last one have ended; true if there is one.
fn plan_round(store: &mut Store, tournament: &Tournament) -> Result<bool, StoreError> {
    let plan = &tournament.plan;
    if plan.form != Form::Ladder {
        return Ok(false);
    }
    let matches = store.matches(tournament.id)?;
    let standings: Vec<_> = matches.iter().map(Standing::of).collect();
    let Some((round, fixtures)) = next_round(plan, &standings) else {
        return Ok(false);
    };
    store.add_round(tournament, round, &fixtures)?;
    Ok(true)
}

/// The next round with matches. With two players, every other round has none.
fn next_round(
    plan: &TournamentPlan,
    standings: &[Standing],
) -> Option<(usize, Vec<super::Fixture>)> {
    let played = standings.iter().map(|s| s.round + 1).max().unwrap_or(0);
    let mut rounds = (played..plan.rounds).map(|round| {
        let order = ladder_order(plan, round, standings);
        (round, ladder_round(plan, round, &order))
    });
    rounds.find(|(_, fixtures)| !fixtures.is_empty())
}

/// Locks a mutex even after a panic: all state that matters is in the database.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
