//! How goals and outputs of the network become values of roles.

use senet_engine::Goal;

/// The values of a game: one number from 0 to 1 for each role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueScale {
    /// The number of roles.
    pub roles: usize,
    /// The sum of all goals if there are two roles and the sum is constant. One output then serves both.
    pub constant_sum: Option<u8>,
}

impl ValueScale {
    /// The number of outputs of the network.
    pub fn outputs(self) -> usize {
        match self.constant_sum {
            Some(_) => 1,
            None => self.roles,
        }
    }

    /// Appends the values of a terminal state.
    pub fn push_goals(self, goals: &[Goal], values: &mut Vec<f32>) {
        let goal = |goal: &Goal| goal.value().unwrap_or(0).clamp(0, 100) as f32;
        match (self.constant_sum, goals) {
            (Some(sum), [one, other]) => {
                let lead = (goal(one) - goal(other)) / f32::from(sum.max(1));
                let value = (0.5 + 0.5 * lead).clamp(0.0, 1.0);
                values.extend([value, 1.0 - value]);
            }
            _ => values.extend(goals.iter().map(|one| goal(one) / 100.0)),
        }
    }

    /// Appends the values that the network gives to a state.
    pub fn push_outputs(self, outputs: &[f32], values: &mut Vec<f32>) {
        match self.constant_sum {
            Some(_) => values.extend([outputs[0], 1.0 - outputs[0]]),
            None => values.extend_from_slice(outputs),
        }
    }

    /// The outputs that the network should give for some values.
    pub fn target(self, values: &[f32]) -> &[f32] {
        &values[..self.outputs()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(constant_sum: Option<u8>, goals: &[i32], expected: &[f32]) {
        let roles = goals.len();
        let goals: Vec<Goal> = goals.iter().map(|&goal| Goal::Value(goal)).collect();
        let scale = ValueScale {
            roles,
            constant_sum,
        };
        let mut values = Vec::new();
        scale.push_goals(&goals, &mut values);
        assert_eq!(values, expected);
    }

    #[test]
    fn goals_become_values_from_zero_to_one() {
        check(Some(100), &[100, 0], &[1.0, 0.0]);
        check(Some(100), &[25, 75], &[0.25, 0.75]);
        check(Some(50), &[0, 50], &[0.0, 1.0]);
        check(None, &[100, 40, 700], &[1.0, 0.4, 1.0]);
    }
}
