//! What a role may expect of states.

use rustc_hash::FxHashMap;
use senet_engine::State;

/// A table from states to expected goals, from 0 to 100, of one role of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    table: FxHashMap<State, f32>,
}

impl Values {
    /// How many states have a value.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The value of a state, if it has one.
    pub fn get(&self, state: &State) -> Option<f32> {
        self.table.get(state).copied()
    }

    /// Gives a state its value.
    pub fn set(&mut self, state: State, value: f32) {
        self.table.insert(state, value);
    }

    /// Moves the value of a state towards a target: by the whole way times `rate`, from `start` if it had none.
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

impl FromIterator<(State, f32)> for Values {
    fn from_iter<I: IntoIterator<Item = (State, f32)>>(rows: I) -> Values {
        Values {
            table: rows.into_iter().collect(),
        }
    }
}
