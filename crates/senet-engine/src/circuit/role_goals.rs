//! Reads the goal of a role from its wires.

use super::wire_values::WireValues;
use crate::Goal;
use crate::network::Wire;

/// The goal values that the rules mention for a role.
#[derive(Debug)]
pub struct RoleGoals {
    /// For each value: its text, the goal if only this value is derived, and its wire.
    outputs: Vec<(String, Goal, Wire)>,
}

impl RoleGoals {
    /// Reads the goal from these values, given as text with their wires.
    pub fn of(outputs: &[(String, Wire)]) -> RoleGoals {
        let read = |(text, wire): &(String, Wire)| {
            (text.clone(), Goal::from_texts(vec![text.clone()]), *wire)
        };
        RoleGoals {
            outputs: outputs.iter().map(read).collect(),
        }
    }

    /// The goal for these wire values.
    pub fn goal(&self, wires: &WireValues) -> Goal {
        if let Some(goal) = self.only(wires) {
            return goal.clone();
        }
        let derived = self
            .outputs
            .iter()
            .filter(|(_, _, wire)| wires.value(*wire));
        Goal::from_texts(derived.map(|(text, _, _)| text.clone()).collect())
    }

    /// The goal value, if there is exactly one.
    pub fn value(&self, wires: &WireValues) -> Option<i32> {
        self.only(wires).and_then(Goal::value)
    }

    fn only(&self, wires: &WireValues) -> Option<&Goal> {
        let mut derived = self
            .outputs
            .iter()
            .filter(|(_, _, wire)| wires.value(*wire));
        let (_, goal, _) = derived.next()?;
        derived.next().is_none().then_some(goal)
    }
}
