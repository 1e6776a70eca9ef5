//! Exact breadth-first search of a game with one role. It visits each state once.
//!
//! It finds a shortest line to the best reachable goal. If a limit stops it, it returns the best line so far.

use crate::lookahead::{Abort, BEST, Meter, Score, StateKey, goal_score};
use rustc_hash::FxHashSet;
use senet_engine::{Game, MoveId, RoleId, State};

/// The only role.
pub const ROLE: RoleId = 0;
/// The number of states per query to the game.
const BATCH: usize = 256;

/// A line to a terminal state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveSequence {
    /// The moves.
    pub moves: Vec<MoveId>,
    /// The goal at the end.
    pub goal: Score,
}

/// The result of an exact search.
pub struct PuzzleResult {
    /// A line to the best goal found.
    pub best: Option<MoveSequence>,
    /// The search depth in moves.
    pub depth: u32,
    /// The reason why the search was aborted; `None` if no better goal is reachable.
    pub abort: Option<Abort>,
}

/// The move that first reached a state.
struct ParentLink {
    from: u32,
    id: MoveId,
}

/// The parent index of the root's successors.
const ROOT_STATE: u32 = u32::MAX;

struct BreadthFirst<'a> {
    game: &'a dyn Game,
    seen: FxHashSet<StateKey>,
    links: Vec<ParentLink>,
    best: Option<(Score, u32)>,
}

/// Searches from a state that is not terminal, within the meter's budget and `memory_bytes`. The game must have one
/// role.
pub fn breadth_first(
    game: &dyn Game,
    state: &State,
    meter: &mut Meter,
    memory_bytes: usize,
) -> PuzzleResult {
    let mut breadth = BreadthFirst {
        game,
        seen: FxHashSet::default(),
        links: Vec::new(),
        best: None,
    };
    breadth.seen.insert(StateKey::of(state));
    let mut layer = vec![(state.clone(), ROOT_STATE)];
    let mut depth = 0;
    let mut abort = None;
    while !layer.is_empty() && !breadth.has_best_goal() && abort.is_none() {
        match breadth.next_layer(&layer, meter, memory_bytes) {
            Ok(next) => layer = next,
            Err(reason) => abort = Some(reason),
        }
        depth += u32::from(abort.is_none());
    }
    PuzzleResult {
        best: breadth.best_sequence(),
        depth,
        abort: abort.filter(|_| !breadth.has_best_goal()),
    }
}

impl BreadthFirst<'_> {
    /// True if the best possible goal is found.
    fn has_best_goal(&self) -> bool {
        self.best.is_some_and(|(goal, _)| goal == BEST)
    }

    fn next_layer(
        &mut self,
        layer: &[(State, u32)],
        meter: &mut Meter,
        memory_bytes: usize,
    ) -> Result<Vec<(State, u32)>, Abort> {
        let mut next = Vec::new();
        for batch in layer.chunks(BATCH) {
            self.expand(batch, meter, &mut next)?;
            if self.has_best_goal() {
                break;
            }
            if self.bytes(layer.len() + next.len(), batch) > memory_bytes {
                return Err(Abort::Budget(crate::Stop::Memory));
            }
        }
        Ok(next)
    }

    /// Adds the successors that were not visited before.
    fn expand(
        &mut self,
        batch: &[(State, u32)],
        meter: &mut Meter,
        next: &mut Vec<(State, u32)>,
    ) -> Result<(), Abort> {
        let states: Vec<State> = batch.iter().map(|(state, _)| state.clone()).collect();
        let legal = self.game.legal_in(&states)?;
        let (mut parents, mut links) = (Vec::new(), Vec::new());
        for (at, (state, from)) in batch.iter().enumerate() {
            for &id in legal.of(at, ROLE) {
                parents.push(state.clone());
                links.push(ParentLink { from: *from, id });
            }
        }
        let moves: Vec<MoveId> = links.iter().map(|link| link.id).collect();
        let children = self.game.next_of(&parents, &moves)?;
        meter.count(children.len())?;
        let mut new = Vec::new();
        for (child, link) in children.into_iter().zip(links) {
            if self.seen.insert(StateKey::of(&child)) {
                new.push((child, self.links.len() as u32));
                self.links.push(link);
            }
        }
        self.split_terminal(new, next)
    }

    /// Keeps the states that are not terminal, and the best of the terminal ones.
    fn split_terminal(
        &mut self,
        new: Vec<(State, u32)>,
        next: &mut Vec<(State, u32)>,
    ) -> Result<(), Abort> {
        let (states, links): (Vec<State>, Vec<u32>) = new.into_iter().unzip();
        let ended = self.game.terminal_in(&states)?;
        for ((state, link), ended) in states.into_iter().zip(links).zip(ended) {
            if !ended {
                next.push((state, link));
                continue;
            }
            let goal = goal_score(&self.game.goal(&state, ROLE)?);
            if self.best.is_none_or(|(best, _)| goal > best) {
                self.best = Some((goal, link));
            }
        }
        Ok(())
    }

    /// The memory used, with `waiting` states in the queue. All states are assumed to be as large as the first.
    fn bytes(&self, waiting: usize, batch: &[(State, u32)]) -> usize {
        let words = batch.first().map_or(0, |(state, _)| state.words().len());
        // A state takes its words, their heap allocation and its handle.
        let state = words * 8 + 16 + size_of::<(State, u32)>();
        let seen = self.seen.capacity() * (size_of::<StateKey>() + 1);
        waiting * state + seen + self.links.capacity() * size_of::<ParentLink>()
    }

    fn best_sequence(&self) -> Option<MoveSequence> {
        let (goal, mut at) = self.best?;
        let mut moves = Vec::new();
        while at != ROOT_STATE {
            let link = &self.links[at as usize];
            moves.push(link.id);
            at = link.from;
        }
        moves.reverse();
        Some(MoveSequence { moves, goal })
    }
}
