//! Exact search of games with one role: breadth first, each state once.
//!
//! It finds the best goal that can be reached and a shortest way there, or says which limit stopped it and what it had found by then.

use crate::lookahead::{BEST, Halt, Key, Meter, Score, of_goal};
use rustc_hash::FxHashSet;
use senet_engine::{Game, MoveId, RoleId, State};

/// The only role.
pub const ROLE: RoleId = 0;
/// States that are asked about at once.
const BATCH: usize = 256;

/// A way to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The moves.
    pub moves: Vec<MoveId>,
    /// The goal at its end.
    pub goal: Score,
}

/// What a search came to.
pub struct Found {
    /// A shortest way to the best goal that was met.
    pub best: Option<Way>,
    /// Moves that it looked ahead.
    pub depth: u32,
    /// What stopped it; `None` if nothing better can be reached.
    pub halt: Option<Halt>,
}

/// How a state was come to.
struct Step {
    from: u32,
    id: MoveId,
}

/// The first state, which no step leads to.
const START: u32 = u32::MAX;

struct Breadth<'a> {
    game: &'a dyn Game,
    seen: FxHashSet<Key>,
    steps: Vec<Step>,
    best: Option<(Score, u32)>,
}

/// Searches from a state that is not terminal, within the meter's budget and so many bytes. The game must have one role.
pub fn solve(game: &dyn Game, state: &State, meter: &mut Meter, memory_bytes: usize) -> Found {
    let mut breadth = Breadth {
        game,
        seen: FxHashSet::default(),
        steps: Vec::new(),
        best: None,
    };
    breadth.seen.insert(Key::of(state));
    let mut layer = vec![(state.clone(), START)];
    let mut depth = 0;
    let mut halt = None;
    while !layer.is_empty() && !breadth.is_perfect() && halt.is_none() {
        match breadth.next_layer(&layer, meter, memory_bytes) {
            Ok(next) => layer = next,
            Err(reason) => halt = Some(reason),
        }
        depth += u32::from(halt.is_none());
    }
    Found {
        best: breadth.way(),
        depth,
        halt: halt.filter(|_| !breadth.is_perfect()),
    }
}

impl Breadth<'_> {
    /// Whether there can be nothing better.
    fn is_perfect(&self) -> bool {
        self.best.is_some_and(|(goal, _)| goal == BEST)
    }

    fn next_layer(
        &mut self,
        layer: &[(State, u32)],
        meter: &mut Meter,
        memory_bytes: usize,
    ) -> Result<Vec<(State, u32)>, Halt> {
        let mut next = Vec::new();
        for batch in layer.chunks(BATCH) {
            self.expand(batch, meter, &mut next)?;
            if self.is_perfect() {
                break;
            }
            if self.bytes(layer.len() + next.len(), batch) > memory_bytes {
                return Err(Halt::Budget(crate::Stop::Memory));
            }
        }
        Ok(next)
    }

    /// Adds the states that follow and were not seen before.
    fn expand(
        &mut self,
        batch: &[(State, u32)],
        meter: &mut Meter,
        next: &mut Vec<(State, u32)>,
    ) -> Result<(), Halt> {
        let states: Vec<State> = batch.iter().map(|(state, _)| state.clone()).collect();
        let legal = self.game.legal_in(&states)?;
        let (mut parents, mut steps) = (Vec::new(), Vec::new());
        for (at, (state, from)) in batch.iter().enumerate() {
            for &id in legal.of(at, ROLE) {
                parents.push(state.clone());
                steps.push(Step { from: *from, id });
            }
        }
        let moves: Vec<MoveId> = steps.iter().map(|step| step.id).collect();
        let children = self.game.next_of(&parents, &moves)?;
        meter.count(children.len())?;
        let mut new = Vec::new();
        for (child, step) in children.into_iter().zip(steps) {
            if self.seen.insert(Key::of(&child)) {
                new.push((child, self.steps.len() as u32));
                self.steps.push(step);
            }
        }
        self.take_ends(new, next)
    }

    /// Keeps states where the match goes on, and the best of the others.
    fn take_ends(
        &mut self,
        new: Vec<(State, u32)>,
        next: &mut Vec<(State, u32)>,
    ) -> Result<(), Halt> {
        let (states, steps): (Vec<State>, Vec<u32>) = new.into_iter().unzip();
        let ended = self.game.terminal_in(&states)?;
        for ((state, step), ended) in states.into_iter().zip(steps).zip(ended) {
            if !ended {
                next.push((state, step));
                continue;
            }
            let goal = of_goal(&self.game.goal(&state, ROLE)?);
            if self.best.is_none_or(|(best, _)| goal > best) {
                self.best = Some((goal, step));
            }
        }
        Ok(())
    }

    /// Bytes that the search takes, with so many states waiting. Their size is that of the first of a batch.
    fn bytes(&self, waiting: usize, batch: &[(State, u32)]) -> usize {
        let words = batch.first().map_or(0, |(state, _)| state.words().len());
        // A state is its words, their place on the heap and what points to them.
        let state = words * 8 + 16 + size_of::<(State, u32)>();
        let seen = self.seen.capacity() * (size_of::<Key>() + 1);
        waiting * state + seen + self.steps.capacity() * size_of::<Step>()
    }

    fn way(&self) -> Option<Way> {
        let (goal, mut at) = self.best?;
        let mut moves = Vec::new();
        while at != START {
            let step = &self.steps[at as usize];
            moves.push(step.id);
            at = step.from;
        }
        moves.reverse();
        Some(Way { moves, goal })
    }
}
