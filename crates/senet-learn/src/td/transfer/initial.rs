//! The value of an afterstate that is met for the first time.

use super::Knowledge;
use crate::td::Values;
use rustc_hash::FxHashMap;
use senet_engine::State;

/// What a learner begins with: knowledge about another game, or nothing. Looked up when a state is met, and remembered.
#[derive(Default)]
pub struct Initial {
    knowledge: Option<Knowledge>,
    looked_up: FxHashMap<State, Option<f32>>,
    counts: TransferCounts,
}

/// How much of the other game's knowledge was of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TransferCounts {
    /// Afterstates that the learner could have gone to, each counted once.
    pub met: usize,
    /// Of these, how many had a value from the other game.
    pub met_known: usize,
    /// Afterstates that the learner went to, each counted once.
    pub visited: usize,
    /// Of these, how many had a value from the other game.
    pub visited_known: usize,
    /// How often the learner went to some afterstate.
    pub visits: usize,
    /// Of these, how often to one that had a value from the other game.
    pub visits_known: usize,
}

impl TransferCounts {
    /// The share of afterstates that the learner went to whose first values came from the other game.
    pub fn share(&self) -> f64 {
        self.visited_known as f64 / self.visited.max(1) as f64
    }

    /// The same with every visit counted.
    pub fn hit_rate(&self) -> f64 {
        self.visits_known as f64 / self.visits.max(1) as f64
    }
}

impl Initial {
    /// Begins with this knowledge.
    pub fn from(knowledge: Knowledge) -> Initial {
        Initial {
            knowledge: Some(knowledge),
            ..Initial::default()
        }
    }

    /// The value of a state, if the other game says anything about it.
    pub fn of(&mut self, state: &State) -> Option<f32> {
        let knowledge = self.knowledge.as_ref()?;
        if let Some(&known) = self.looked_up.get(state) {
            return known;
        }
        let found = knowledge.of(state);
        self.looked_up.insert(state.clone(), found);
        self.counts.met += 1;
        self.counts.met_known += usize::from(found.is_some());
        found
    }

    /// The learner goes to a state, for the first time if there is no value for it among those that it learned.
    pub fn note_visit(&mut self, state: &State, learned: &Values) {
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
