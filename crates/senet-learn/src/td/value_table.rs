//! The value table of a learner.

use rustc_hash::FxHashMap;
use senet_engine::State;

/// The expected goals of one role, from 0 to 100, by state.
///
/// ```
/// use senet_engine::State;
/// use senet_learn::td::ValueTable;
///
/// let state = State::from_words(vec![5]);
/// let mut values = ValueTable::default();
/// values.learn(&state, 100.0, 0.3, 50.0);
/// assert_eq!(values.get(&state), Some(65.0));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ValueTable {
    table: FxHashMap<State, f32>,
}

impl ValueTable {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// True if the table is empty.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The value of a state, if it has one.
    pub fn get(&self, state: &State) -> Option<f32> {
        self.table.get(state).copied()
    }

    /// Sets the value of a state.
    pub fn set(&mut self, state: State, value: f32) {
        self.table.insert(state, value);
    }

    /// Moves the value of a state towards `target` by the factor `rate`. A new state starts from `start`.
    pub fn learn(&mut self, state: &State, target: f32, rate: f32, start: f32) {
        match self.table.get_mut(state) {
            Some(value) => *value += rate * (target - *value),
            None => self.set(state.clone(), start + rate * (target - start)),
        }
    }

    /// All states and their values, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&State, f32)> {
        self.table.iter().map(|(state, &value)| (state, value))
    }
}

impl FromIterator<(State, f32)> for ValueTable {
    fn from_iter<I: IntoIterator<Item = (State, f32)>>(rows: I) -> ValueTable {
        ValueTable {
            table: rows.into_iter().collect(),
        }
    }
}
