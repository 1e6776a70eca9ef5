//! Plays the matches of a tournament on all processors.
//!
//! Workers claim matches in order and play them; a match begins when as many processors are free as it needs (see [`super::processors`]). Nothing
//! is kept in memory that the database does not have: the process may end at any moment.

use super::{Form, Plan, Standing, Stored, ladder_order, ladder_round, processors};
use crate::now_ms;
use crate::seat::STACK_BYTES;
use crate::store::{Finished, Lock, Store, StoreError, Tournament};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How the matches of a tournament are played.
pub struct Playing<'a> {
    /// What is to be played.
    pub tournament: &'a Tournament,
    /// The right to play it.
    pub lock: &'a Lock,
    /// How many processors may be used.
    pub processors: usize,
    /// Plays a match.
    pub play: &'a (dyn Fn(&Stored) -> Finished + Sync),
    /// Is told of every match that has ended.
    pub observer: &'a (dyn Fn(&Stored, &Finished) + Sync),
    /// No new match begins when this is true, and those that are being played are given back.
    pub stop: &'a AtomicBool,
}

/// Plays all that is left of a tournament.
pub fn play_all(store: Store, playing: &Playing) -> Result<Store, StoreError> {
    let processors = playing.processors.max(1);
    let hall = Hall {
        playing,
        store: Mutex::new(store),
        front: Mutex::new(()),
        state: Mutex::new(State {
            free: processors,
            error: None,
        }),
        changed: Condvar::new(),
        processors,
    };
    std::thread::scope(|scope| {
        for _ in 1..processors {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            // With fewer threads than processors the work takes longer and is the same.
            thread.spawn_scoped(scope, || hall.work()).ok();
        }
        hall.work();
    });
    let state = hall
        .state
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok(hall
            .store
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Where the matches are played.
struct Hall<'a> {
    playing: &'a Playing<'a>,
    store: Mutex<Store>,
    /// Held by the worker whose match is the next to begin.
    front: Mutex<()>,
    state: Mutex<State>,
    changed: Condvar,
    processors: usize,
}

struct State {
    /// Processors on which nobody plays.
    free: usize,
    error: Option<StoreError>,
}

impl Hall<'_> {
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

    /// The next match, with as many processors as it needs taken for it.
    fn next(&self) -> Result<Option<(Stored, Taken<'_>)>, StoreError> {
        let _front = locked(&self.front);
        loop {
            if self.stopped() {
                return Ok(None);
            }
            let claimed = locked(&self.store).claim(self.playing.lock, now_ms())?;
            if let Some(claimed) = claimed {
                let needed = processors(&self.playing.tournament.plan, &claimed);
                let taken = self.take(needed.clamp(1, self.processors));
                return Ok(Some((claimed, taken)));
            }
            // Another round can follow only when all results of this one are there.
            let _all = self.take(self.processors);
            if !self.plan_round()? {
                return Ok(None);
            }
        }
    }

    fn play(&self, claimed: &Stored) -> Result<(), StoreError> {
        let finished = (self.playing.play)(claimed);
        let mut store = locked(&self.store);
        if self.playing.stop.load(Ordering::Relaxed) {
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

    /// Waits until so many processors are free, and takes them.
    fn take(&self, count: usize) -> Taken<'_> {
        let state = locked(&self.state);
        let waited = self.changed.wait_while(state, |state| state.free < count);
        waited.unwrap_or_else(PoisonError::into_inner).free -= count;
        Taken {
            state: &self.state,
            changed: &self.changed,
            count,
        }
    }

    fn stopped(&self) -> bool {
        self.playing.stop.load(Ordering::Relaxed) || locked(&self.state).error.is_some()
    }

    /// The first error is the one that is told; the others are mostly its consequences.
    fn fail(&self, error: StoreError) {
        locked(&self.state).error.get_or_insert(error);
    }
}

/// Processors that are given back when this is dropped, whatever has happened on them.
struct Taken<'a> {
    state: &'a Mutex<State>,
    changed: &'a Condvar,
    count: usize,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        locked(self.state).free += self.count;
        self.changed.notify_all();
    }
}

/// Plans the next round of a ladder when all matches of the last one have ended; whether there is one.
fn plan_round(store: &mut Store, tournament: &Tournament) -> Result<bool, StoreError> {
    let plan = &tournament.plan;
    if plan.form != Form::Ladder {
        return Ok(false);
    }
    let matches = store.matches(tournament.id)?;
    let standings: Vec<_> = matches
        .iter()
        .map(|stored| Standing {
            round: stored.round,
            seats: stored.seats.clone(),
            goals: stored.goals.clone(),
        })
        .collect();
    let Some((round, fixtures)) = next_round(plan, &standings) else {
        return Ok(false);
    };
    store.add_round(tournament, round, &fixtures)?;
    Ok(true)
}

/// The next round in which anybody meets: with two players that is every other one.
fn next_round(plan: &Plan, standings: &[Standing]) -> Option<(usize, Vec<super::Fixture>)> {
    let played = standings.iter().map(|s| s.round + 1).max().unwrap_or(0);
    let mut rounds = (played..plan.rounds).map(|round| {
        let order = ladder_order(plan, round, standings);
        (round, ladder_round(plan, round, &order))
    });
    rounds.find(|(_, fixtures)| !fixtures.is_empty())
}

/// What another thread did before it panicked is whole: all that matters is in the database.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
