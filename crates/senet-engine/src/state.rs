//! States and moves as small plain data.

/// A role: its position in [`crate::Game::roles`].
pub type RoleId = usize;

/// A move of one role; the same number may mean another move for another role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveId(pub u32);

/// One move for each role, in role order.
pub type Joint = [MoveId];

/// A state of a game.
///
/// A row of machine words whose meaning belongs to the back end that made it: a bit per fluent, or the sorted ids of the
/// fluents that hold. Within one `Game`, two states are equal exactly if the same facts hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(Box<[u64]>);

impl State {
    /// A state from its words.
    pub fn from_words(words: Vec<u64>) -> State {
        State(words.into_boxed_slice())
    }

    /// A state from the numbers of the facts that hold, in any order, two to a word. The numbers must be below
    /// `u32::MAX`, which fills the last word of an odd row.
    pub fn from_ids(mut ids: Vec<u32>) -> State {
        ids.sort_unstable();
        ids.dedup();
        let word = |pair: &[u32]| {
            let second = pair.get(1).copied().unwrap_or(u32::MAX);
            u64::from(pair[0]) << 32 | u64::from(second)
        };
        State::from_words(ids.chunks(2).map(word).collect())
    }

    /// The numbers that [`State::from_ids`] was given, in order.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        let halves = self
            .0
            .iter()
            .flat_map(|word| [(word >> 32) as u32, *word as u32]);
        halves.filter(|&id| id != u32::MAX)
    }

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}
