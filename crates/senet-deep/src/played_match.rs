//! A match of self-play, as data for training. Roles, fluents and moves have the numbers of the model.

/// A match of self-play.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayMatch {
    /// The number in the run.
    pub number: u64,
    /// The states in which a role had a choice.
    pub positions: Vec<TrainingPosition>,
    /// The goals of the roles, from 0 to 1.
    pub goals: Vec<f32>,
}

/// A state of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingPosition {
    /// The fluents as bits.
    pub state: Vec<u64>,
    /// For each role, its legal moves with the probabilities that the search found. A list is empty if the search teaches nothing about the role.
    pub policy: Vec<Vec<(u32, f32)>>,
    /// The values that the search found for the roles.
    pub searched: Vec<f32>,
}

impl SelfPlayMatch {
    /// The number of bytes that the match takes, roughly.
    pub fn bytes(&self) -> usize {
        let position = |position: &TrainingPosition| {
            let moves: usize = position.policy.iter().map(Vec::len).sum();
            8 * position.state.len()
                + 8 * moves
                + 28 * position.policy.len()
                + size_of::<TrainingPosition>()
        };
        self.positions.iter().map(position).sum::<usize>() + size_of::<SelfPlayMatch>()
    }
}
