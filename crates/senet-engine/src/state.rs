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

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}
