//! States and moves as small plain values.

/// A role, given by its position in [`crate::Game::roles`].
pub type RoleId = usize;

/// A move of one role. The same number may mean a different move for another role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveId(pub u32);

/// One move for each role, in role order.
pub type JointMove = [MoveId];

/// A state of a game.
///
/// The back end that made a state decides what its words mean: one bit per fluent, or the sorted
/// ids of the fluents that hold. Within one `Game`, two states are equal exactly if the same
/// fluents hold.
///
/// ```
/// use senet_engine::State;
///
/// let state = State::from_ids(vec![9, 2, 9]);
/// assert_eq!(state.ids().collect::<Vec<_>>(), [2, 9]);
/// assert_eq!(State::from_words(state.words().to_vec()), state);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(Box<[u64]>);

impl State {
    /// Makes a state from its words.
    pub fn from_words(words: Vec<u64>) -> State {
        State(words.into_boxed_slice())
    }

    /// Makes a state from the ids of the fluents that hold, in any order. A word stores two ids.
    /// Ids must be below `u32::MAX`, which pads the last word if the number of ids is odd.
    pub fn from_ids(mut ids: Vec<u32>) -> State {
        ids.sort_unstable();
        ids.dedup();
        let word = |pair: &[u32]| {
            let second = pair.get(1).copied().unwrap_or(u32::MAX);
            u64::from(pair[0]) << 32 | u64::from(second)
        };
        State::from_words(ids.chunks(2).map(word).collect())
    }

    /// The ids that were passed to [`State::from_ids`], sorted.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        let halves = self
            .0
            .iter()
            .flat_map(|word| [(word >> 32) as u32, *word as u32]);
        halves.filter(|&id| id != u32::MAX)
    }

    /// The words of the state.
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}
