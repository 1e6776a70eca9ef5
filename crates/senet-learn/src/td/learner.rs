//! A role that learns while it plays.

use super::ValueTable;
use super::transfer::{InitialValues, TransferCounts};
use fastrand::Rng;
use senet_engine::State;

/// The parameters of temporal-difference learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdSettings {
    /// The learning rate α.
    pub rate: f32,
    /// The probability ε of a random move.
    pub exploration: f32,
    /// The value of unknown states.
    pub default: f32,
    /// True if the learner also learns the values of states after the other roles' moves. The learner itself does not
    /// need these values. A learner of the other role in another game does, and inverts them: what is good for one
    /// role is bad for the other.
    pub watch: bool,
}

impl Default for TdSettings {
    /// The published α. The publication does not fix ε and the default value.
    fn default() -> TdSettings {
        TdSettings {
            rate: 0.3,
            exploration: 0.1,
            default: 50.0,
            watch: false,
        }
    }
}

/// A role that learns the values of its afterstates.
///
/// ```
/// use senet_engine::State;
/// use senet_learn::td::{TdLearner, TdSettings};
///
/// let settings = TdSettings { exploration: 0.0, ..TdSettings::default() };
/// let mut learner = TdLearner::from_scratch(settings);
/// let (won, lost) = (State::from_words(vec![1]), State::from_words(vec![2]));
/// let mut rng = fastrand::Rng::with_seed(1);
/// for (afterstate, goal) in [(&won, 100.0), (&lost, 0.0)] {
///     learner.begin();
///     learner.choose(std::slice::from_ref(afterstate), &mut rng);
///     learner.end(goal);
/// }
/// assert_eq!(learner.value(&won), 65.0);
/// assert_eq!(learner.choose(&[lost, won], &mut rng), 1);
/// ```
pub struct TdLearner {
    settings: TdSettings,
    values: ValueTable,
    initial: InitialValues,
    /// The afterstate of the role's last choice in this match.
    previous: Option<State>,
    /// The state after the last choice of another role.
    watched: Option<State>,
}

impl TdLearner {
    /// A learner without prior knowledge.
    pub fn from_scratch(settings: TdSettings) -> TdLearner {
        TdLearner::with_initial(settings, InitialValues::default())
    }

    /// A learner with initial values from the same game or from another game.
    pub fn with_initial(settings: TdSettings, initial: InitialValues) -> TdLearner {
        TdLearner {
            settings,
            values: ValueTable::default(),
            initial,
            previous: None,
            watched: None,
        }
    }

    /// The learned values.
    pub fn values(&self) -> &ValueTable {
        &self.values
    }

    /// Consumes the learner and returns its values.
    pub fn into_values(self) -> ValueTable {
        self.values
    }

    /// The number of states with a value from the other game.
    pub fn transferred(&self) -> TransferCounts {
        self.initial.counts()
    }

    /// Starts a match.
    pub fn begin(&mut self) {
        self.previous = None;
        self.watched = None;
    }

    /// Chooses among afterstates by value (ε-greedy), and updates the value of the previous afterstate.
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

    /// Observes the state after another role's choice.
    pub fn watch(&mut self, state: &State) {
        if self.settings.watch {
            let value = self.value(state);
            if let Some(watched) = self.watched.replace(state.clone()) {
                self.learn(&watched, value);
            }
        }
    }

    /// Ends the match with this goal, and updates the last values.
    pub fn end(&mut self, goal: f32) {
        let last = [self.previous.take(), self.watched.take()];
        for state in last.iter().flatten() {
            self.learn(state, goal);
        }
    }

    /// The value of a state: learned, transferred from another game, or the default.
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

/// The index of the largest value. Ties are broken at random.
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
