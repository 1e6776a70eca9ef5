//! Initial values of afterstates.

use super::TransferredValues;
use crate::td::ValueTable;
use rustc_hash::FxHashMap;
use senet_engine::State;

/// The initial values of a learner, transferred from another game or empty. Lookups are cached.
#[derive(Default)]
pub struct InitialValues {
    transferred: Option<TransferredValues>,
    looked_up: FxHashMap<State, Option<f32>>,
    counts: TransferCounts,
}

/// The numbers of states with a transferred value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TransferCounts {
    /// Afterstates that the learner could choose, each counted once.
    pub met: usize,
    /// The part of `met` with a transferred value.
    pub met_known: usize,
    /// Afterstates that the learner chose, each counted once.
    pub visited: usize,
    /// The part of `visited` with a transferred value.
    pub visited_known: usize,
    /// The number of times that the learner chose an afterstate.
    pub visits: usize,
    /// The part of `visits` with a transferred value.
    pub visits_known: usize,
}

impl TransferCounts {
    /// The share of visited afterstates with a transferred value.
    pub fn share(&self) -> f64 {
        self.visited_known as f64 / self.visited.max(1) as f64
    }

    /// The share of visits to afterstates with a transferred value.
    pub fn hit_rate(&self) -> f64 {
        self.visits_known as f64 / self.visits.max(1) as f64
    }
}

impl InitialValues {
    /// Initial values from another game.
    pub fn from(transferred: TransferredValues) -> InitialValues {
        InitialValues {
            transferred: Some(transferred),
            ..InitialValues::default()
        }
    }

    /// The transferred value of a state, if there is one.
    pub fn of(&mut self, state: &State) -> Option<f32> {
        let transferred = self.transferred.as_ref()?;
        if let Some(&known) = self.looked_up.get(state) {
            return known;
        }
        let found = transferred.of(state);
        self.looked_up.insert(state.clone(), found);
        self.counts.met += 1;
        self.counts.met_known += usize::from(found.is_some());
        found
    }

    /// Counts a visit. It is the first if `learned` has no value for the state.
    pub fn note_visit(&mut self, state: &State, learned: &ValueTable) {
        let known = usize::from(self.of(state).is_some());
        self.counts.visits += 1;
        self.counts.visits_known += known;
        if learned.get(state).is_none() {
            self.counts.visited += 1;
            self.counts.visited_known += known;
        }
    }

    /// The counts so far.
    pub fn counts(&self) -> TransferCounts {
        self.counts
    }
}
