//! States that follow others, in few pieces of memory: a search tree gets hundreds of thousands of them in a second.

use crate::{Game, MoveId, State, Stopped, batch::check_joints};

/// States that follow others, and which of them are terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Children {
    words: Vec<u64>,
    ends: Vec<u32>,
    terminal: Vec<bool>,
}

impl Children {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The words of one of them.
    #[inline]
    pub fn words(&self, at: usize) -> &[u64] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.words[start as usize..self.ends[at] as usize]
    }

    /// One of them as a state.
    pub fn state(&self, at: usize) -> State {
        State::from_words(self.words(at).to_vec())
    }

    /// Which of them are terminal.
    pub fn terminal(&self) -> &[bool] {
        &self.terminal
    }

    /// Adds one.
    pub fn push(&mut self, words: &[u64], terminal: bool) {
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len() as u32);
        self.terminal.push(terminal);
    }

    /// Adds so many of the same length, all of them nothing but zeros yet; their words, to be written.
    pub(crate) fn push_rows(&mut self, count: usize, length: usize) -> &mut [u64] {
        let first = self.words.len();
        self.words.resize(first + count * length, 0);
        let ends = (1..=count).map(|number| (first + number * length) as u32);
        self.ends.extend(ends);
        &mut self.words[first..]
    }

    /// Adds whether the next ones are terminal.
    pub(crate) fn push_terminal(&mut self, terminal: impl Iterator<Item = bool>) {
        self.terminal.extend(terminal);
    }
}

/// Makes sure that every child has a parent and a joint move.
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
        let problem = format!("state {most} was asked about where {count} were given");
        return Err(Stopped::Misuse(problem));
    }
    check_joints(joints, from.len(), roles)
}

/// Asks for next states and for ends, one after the other.
pub fn children_in_turn<G: Game + ?Sized>(
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
