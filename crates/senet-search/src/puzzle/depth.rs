//! Exact search of games with one role: depth first, each state once.
//!
//! It comes to ends at once, where a search by breadth may never see one, but not by the shortest way. The memory is that of the keys of the
//! states that were seen.

use super::Way;
use super::breadth::{Found, ROLE};
use crate::Stop;
use crate::lookahead::{BEST, Halt, Key, Meter, of_goal};
use fastrand::Rng;
use rustc_hash::FxHashSet;
use senet_engine::{Game, MoveId, State};

/// A state on the way, with the moves that are still to be tried there.
struct Open {
    state: State,
    moves: Vec<MoveId>,
}

struct Depth<'a> {
    game: &'a dyn Game,
    seen: FxHashSet<Key>,
    way: Vec<MoveId>,
    best: Option<Way>,
    deepest: usize,
}

/// Searches from a state that is not terminal, within the meter's budget and so many bytes; moves are tried in a random order. The game must have
/// one role.
pub fn dive(
    game: &dyn Game,
    state: &State,
    meter: &mut Meter,
    memory_bytes: usize,
    rng: &mut Rng,
) -> Found {
    let mut depth = Depth {
        game,
        seen: FxHashSet::default(),
        way: Vec::new(),
        best: None,
        deepest: 0,
    };
    let halt = depth.run(state, meter, memory_bytes, rng).err();
    Found {
        best: depth.best,
        depth: depth.deepest as u32,
        halt,
    }
}

impl Depth<'_> {
    /// Goes on until all states are seen or the best goal is found.
    fn run(
        &mut self,
        state: &State,
        meter: &mut Meter,
        memory_bytes: usize,
        rng: &mut Rng,
    ) -> Result<(), Halt> {
        self.seen.insert(Key::of(state));
        let mut stack = vec![self.open(state.clone(), rng)?];
        while let Some(top) = stack.last_mut() {
            let Some(id) = top.moves.pop() else {
                stack.pop();
                self.way.pop();
                continue;
            };
            let child = self.game.next(&top.state, &[id])?;
            meter.count(1)?;
            if !self.seen.insert(Key::of(&child)) {
                continue;
            }
            self.way.push(id);
            match self.game.is_terminal(&child)? {
                false => stack.push(self.open(child, rng)?),
                true if self.is_perfect_end(&child)? => return Ok(()),
                true => _ = self.way.pop(),
            }
            if self.bytes(&stack) > memory_bytes {
                return Err(Halt::Budget(Stop::Memory));
            }
        }
        Ok(())
    }

    fn open(&mut self, state: State, rng: &mut Rng) -> Result<Open, Halt> {
        self.deepest = self.deepest.max(self.way.len() + 1);
        let mut moves = self.game.legal(&state, ROLE)?;
        rng.shuffle(&mut moves);
        Ok(Open { state, moves })
    }

    /// Takes in an end; whether there can be no better one.
    fn is_perfect_end(&mut self, state: &State) -> Result<bool, Halt> {
        let goal = of_goal(&self.game.goal(state, ROLE)?);
        if self.best.as_ref().is_none_or(|best| goal > best.goal) {
            let moves = self.way.clone();
            self.best = Some(Way { moves, goal });
        }
        Ok(goal == BEST)
    }

    fn bytes(&self, stack: &[Open]) -> usize {
        let state = stack.first().map_or(0, |open| {
            8 * open.state.words().len() + 4 * open.moves.capacity() + size_of::<Open>()
        });
        self.seen.capacity() * (size_of::<Key>() + 1) + stack.len() * state
    }
}
