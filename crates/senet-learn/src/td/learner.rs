//! One role that learns while it plays.

use super::Values;
use super::transfer::{Initial, TransferCounts};
use fastrand::Rng;
use senet_engine::State;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How far a value moves towards what followed (α).
    pub rate: f32,
    /// How often a move is made by chance (ε).
    pub exploration: f32,
    /// The value of states of which nothing is known.
    pub default: f32,
    /// Whether the states that follow from the others' choices get values, too. A learner has no use for them, but whoever takes over the other
    /// role in another match has: what is good there is bad for the one and good for the other.
    pub watch: bool,
}

impl Default for Settings {
    /// α as published; ε and the default value are left open there.
    fn default() -> Settings {
        Settings {
            rate: 0.3,
            exploration: 0.1,
            default: 50.0,
            watch: false,
        }
    }
}

/// A role that learns the values of its afterstates.
pub struct Learner {
    settings: Settings,
    values: Values,
    initial: Initial,
    /// The afterstate that followed from its last choice of the match.
    previous: Option<State>,
    /// The state that followed from the last choice of another.
    watched: Option<State>,
}

impl Learner {
    /// Starts from nothing.
    pub fn from_scratch(settings: Settings) -> Learner {
        Learner::with_initial(settings, Initial::default())
    }

    /// Starts from what is known about another game, or the same.
    pub fn with_initial(settings: Settings, initial: Initial) -> Learner {
        Learner {
            settings,
            values: Values::default(),
            initial,
            previous: None,
            watched: None,
        }
    }

    /// What it has learned: the states that it went to.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Gives away what it has learned.
    pub fn into_values(self) -> Values {
        self.values
    }

    /// How much of what it met it knew from the other game.
    pub fn transferred(&self) -> TransferCounts {
        self.initial.counts()
    }

    /// A match begins.
    pub fn begin(&mut self) {
        self.previous = None;
        self.watched = None;
    }

    /// Chooses among afterstates by their values, and learns from the choice what the one before was worth.
    pub fn choose(&mut self, after: &[State], rng: &mut Rng) -> usize {
        let chosen = match rng.f32() < self.settings.exploration {
            true => rng.usize(..after.len()),
            false => argmax(after.iter().map(|state| self.value(state)), rng),
        };
        let value = self.value(&after[chosen]);
        if let Some(previous) = self.previous.replace(after[chosen].clone()) {
            self.learn(&previous, value);
        }
        chosen
    }

    /// Another role chose, and the match went on here.
    pub fn watch(&mut self, state: &State) {
        if self.settings.watch {
            let value = self.value(state);
            if let Some(watched) = self.watched.replace(state.clone()) {
                self.learn(&watched, value);
            }
        }
    }

    /// The match is over, and that is what it came to.
    pub fn end(&mut self, goal: f32) {
        let last = [self.previous.take(), self.watched.take()];
        for state in last.iter().flatten() {
            self.learn(state, goal);
        }
    }

    /// The value of a state: learned, or known from another game, or the default.
    pub fn value(&mut self, state: &State) -> f32 {
        match self.values.get(state) {
            Some(value) => value,
            None => self.initial.of(state).unwrap_or(self.settings.default),
        }
    }

    fn learn(&mut self, state: &State, target: f32) {
        let start = self.value(state);
        self.initial.note_visit(state, &self.values);
        self.values.learn(state, target, self.settings.rate, start);
    }
}

/// The position of the largest value; one of them by chance if there are several.
pub(super) fn argmax(values: impl Iterator<Item = f32>, rng: &mut Rng) -> usize {
    let (mut best, mut at, mut ties) = (f32::NEG_INFINITY, 0, 0);
    for (index, value) in values.enumerate() {
        if value > best {
            (best, at, ties) = (value, index, 1);
        } else if value == best {
            ties += 1;
            if rng.usize(..ties) == 0 {
                at = index;
            }
        }
    }
    at
}
