//! The children of many states in one allocation. A tree search creates hundreds of thousands of
//! them per second.

use crate::{Game, MoveId, State, Stopped, batch::check_joints};

/// The children of some states, and which of them are terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Children {
    words: Vec<u64>,
    ends: Vec<u32>,
    terminal: Vec<bool>,
}

impl Children {
    /// The number of children.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no children.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The words of a child.
    #[inline]
    pub fn words(&self, at: usize) -> &[u64] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.words[start as usize..self.ends[at] as usize]
    }

    /// A child as a state.
    pub fn state(&self, at: usize) -> State {
        State::from_words(self.words(at).to_vec())
    }

    /// Per child, whether it is terminal.
    pub fn terminal(&self) -> &[bool] {
        &self.terminal
    }

    /// Adds a child.
    pub fn push(&mut self, words: &[u64], terminal: bool) {
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len() as u32);
        self.terminal.push(terminal);
    }

    /// Adds `count` children of `length` zero words each, and returns their words for writing.
    pub(crate) fn push_rows(&mut self, count: usize, length: usize) -> &mut [u64] {
        let first = self.words.len();
        self.words.resize(first + count * length, 0);
        let ends = (1..=count).map(|number| (first + number * length) as u32);
        self.ends.extend(ends);
        &mut self.words[first..]
    }

    /// Adds the terminal flags of the next children.
    pub(crate) fn push_terminal(&mut self, terminal: impl Iterator<Item = bool>) {
        self.terminal.extend(terminal);
    }
}

/// Checks that every child has a parent and a joint move.
pub(crate) fn check_parents(
    states: &[State],
    from: &[u32],
    joints: &[MoveId],
    roles: usize,
) -> Result<(), Stopped> {
    if let Some(&most) = from.iter().max()
        && most as usize >= states.len()
    {
        let count = states.len();
        let problem = format!("parent {most} is out of range: {count} states were given");
        return Err(Stopped::Misuse(problem));
    }
    check_joints(joints, from.len(), roles)
}

/// Computes the next states and which of them are terminal, with two batch queries.
pub fn children_by_two_queries<G: Game + ?Sized>(
    game: &G,
    states: &[State],
    from: &[u32],
    joints: &[MoveId],
) -> Result<Children, Stopped> {
    check_parents(states, from, joints, game.roles().len())?;
    let parents = from.iter().map(|&at| states[at as usize].clone());
    let parents: Vec<State> = parents.collect();
    let next = game.next_of(&parents, joints)?;
    let terminal = game.terminal_in(&next)?;
    let mut children = Children::default();
    for (state, terminal) in next.iter().zip(terminal) {
        children.push(state.words(), terminal);
    }
    Ok(children)
}
