//! The goal of a role, read from its wires.

use super::wires::Wires;
use crate::Goal;
use crate::network::Wire;

/// The goal values that rules give a role.
#[derive(Debug)]
pub struct Goals {
    /// Each value as text, what it means if it is the only one, and its wire.
    answers: Vec<(String, Goal, Wire)>,
}

impl Goals {
    /// From the values as text with their wires.
    pub fn of(answers: &[(String, Wire)]) -> Goals {
        let read = |(text, wire): &(String, Wire)| {
            (text.clone(), Goal::from_texts(vec![text.clone()]), *wire)
        };
        Goals {
            answers: answers.iter().map(read).collect(),
        }
    }

    /// The goal in the state of the wires.
    pub fn goal(&self, wires: &Wires) -> Goal {
        if let Some(goal) = self.only(wires) {
            return goal.clone();
        }
        let derived = self
            .answers
            .iter()
            .filter(|(_, _, wire)| wires.value(*wire));
        Goal::from_texts(derived.map(|(text, _, _)| text.clone()).collect())
    }

    /// The value of the goal, if there is exactly one.
    pub fn value(&self, wires: &Wires) -> Option<i32> {
        self.only(wires).and_then(Goal::value)
    }

    fn only(&self, wires: &Wires) -> Option<&Goal> {
        let mut derived = self
            .answers
            .iter()
            .filter(|(_, _, wire)| wires.value(*wire));
        let (_, goal, _) = derived.next()?;
        derived.next().is_none().then_some(goal)
    }
}
