//! Exact depth-first search of a game with one role. It visits each state once.
//!
//! It reaches terminal states early, where breadth-first search may reach none, but its lines are not the shortest.
//! It stores only the keys of visited states.

use super::MoveSequence;
use super::breadth_first::{PuzzleResult, ROLE};
use crate::Stop;
use crate::lookahead::{Abort, BEST, Meter, StateKey, goal_score};
use fastrand::Rng;
use rustc_hash::FxHashSet;
use senet_engine::{Game, MoveId, State};

/// A state on the current path, with its untried moves.
struct OpenState {
    state: State,
    moves: Vec<MoveId>,
}

struct DepthFirst<'a> {
    game: &'a dyn Game,
    seen: FxHashSet<StateKey>,
    path: Vec<MoveId>,
    best: Option<MoveSequence>,
    deepest: usize,
}

/// Searches from a state that is not terminal, within the meter's budget and `memory_bytes`. Tries moves in random
/// order. The game must have one role.
pub fn depth_first(
    game: &dyn Game,
    state: &State,
    meter: &mut Meter,
    memory_bytes: usize,
    rng: &mut Rng,
) -> PuzzleResult {
    let mut depth = DepthFirst {
        game,
        seen: FxHashSet::default(),
        path: Vec::new(),
        best: None,
        deepest: 0,
    };
    let abort = depth.run(state, meter, memory_bytes, rng).err();
    PuzzleResult {
        best: depth.best,
        depth: depth.deepest as u32,
        abort,
    }
}

impl DepthFirst<'_> {
    /// Searches until all states are visited or the best goal is found.
    fn run(
        &mut self,
        state: &State,
        meter: &mut Meter,
        memory_bytes: usize,
        rng: &mut Rng,
    ) -> Result<(), Abort> {
        self.seen.insert(StateKey::of(state));
        let mut stack = vec![self.open(state.clone(), rng)?];
        while let Some(top) = stack.last_mut() {
            let Some(id) = top.moves.pop() else {
                stack.pop();
                self.path.pop();
                continue;
            };
            let child = self.game.next(&top.state, &[id])?;
            meter.count(1)?;
            if !self.seen.insert(StateKey::of(&child)) {
                continue;
            }
            self.path.push(id);
            match self.game.is_terminal(&child)? {
                false => stack.push(self.open(child, rng)?),
                true if self.record_terminal(&child)? => return Ok(()),
                true => _ = self.path.pop(),
            }
            if self.bytes(&stack) > memory_bytes {
                return Err(Abort::Budget(Stop::Memory));
            }
        }
        Ok(())
    }

    fn open(&mut self, state: State, rng: &mut Rng) -> Result<OpenState, Abort> {
        self.deepest = self.deepest.max(self.path.len() + 1);
        let mut moves = self.game.legal(&state, ROLE)?;
        rng.shuffle(&mut moves);
        Ok(OpenState { state, moves })
    }

    /// Takes a terminal state into account. Returns whether it has the best possible goal.
    fn record_terminal(&mut self, state: &State) -> Result<bool, Abort> {
        let goal = goal_score(&self.game.goal(state, ROLE)?);
        if self.best.as_ref().is_none_or(|best| goal > best.goal) {
            let moves = self.path.clone();
            self.best = Some(MoveSequence { moves, goal });
        }
        Ok(goal == BEST)
    }

    fn bytes(&self, stack: &[OpenState]) -> usize {
        let state = stack.first().map_or(0, |open| {
            8 * open.state.words().len() + 4 * open.moves.capacity() + size_of::<OpenState>()
        });
        self.seen.capacity() * (size_of::<StateKey>() + 1) + stack.len() * state
    }
}
