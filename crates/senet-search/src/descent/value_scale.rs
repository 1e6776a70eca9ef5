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

    /// The goal that has the value 1.
    pub fn points(self) -> f32 {
        self.constant_sum.map_or(100.0, f32::from)
    }

    /// True if the goals of an end do not have the sum that random matches had.
    pub fn is_refuted_by(self, goals: &[Goal]) -> bool {
        let Some(sum) = self.constant_sum else {
            return false;
        };
        let known: Option<Vec<i32>> = goals.iter().map(Goal::value).collect();
        known.is_some_and(|goals| goals.iter().sum::<i32>() != i32::from(sum))
    }

    /// Appends the values of a terminal state.
    pub fn push_goals(self, goals: &[Goal], values: &mut Vec<f32>) {
        let goal = |goal: &Goal| goal.value().unwrap_or(0).clamp(0, 100) as f32;
        match (self.constant_sum, goals) {
            (Some(sum), [one, other]) if !self.is_refuted_by(goals) => {
                let lead = (goal(one) - goal(other)) / f32::from(sum.max(1));
                let value = (0.5 + 0.5 * lead).clamp(0.0, 1.0);
                values.extend([value, 1.0 - value]);
            }
            _ => values.extend(goals.iter().map(|one| (goal(one) / self.points()).min(1.0))),
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
        check(Some(100), &[50, 0], &[0.5, 0.0]);
        check(None, &[100, 40, 700], &[1.0, 0.4, 1.0]);
    }
}
