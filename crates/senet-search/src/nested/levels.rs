//! The levels of nested Monte-Carlo search.
//!
//! A search of level 0 is a playout. A search of a higher level tries each move with a search of the level below. It
//! then plays the next move of the best line so far, and continues from there. Several searches of the same level run
//! side by side, so that their playouts fill the lanes of the engine.

use super::playouts::{PathState, PuzzlePlayouts};
use crate::lookahead::Abort;
use crate::puzzle::{MoveSequence, ROLE};
use senet_engine::{MoveId, State};

/// The maximum number of searches that run side by side on one level.
const MAX_PARALLEL: usize = 64;

/// A search in progress.
struct NestedSearch {
    /// The current state.
    at: PathState,
    /// The moves made so far.
    made: Vec<MoveId>,
    /// The best line so far, from the start of this search.
    best: Option<MoveSequence>,
}

impl PuzzlePlayouts<'_> {
    /// Searches on the given level from each start.
    pub fn search(&mut self, level: u32, starts: &[PathState]) -> Result<Vec<MoveSequence>, Abort> {
        if level == 0 {
            return self.run(starts);
        }
        let mut lines = Vec::with_capacity(starts.len());
        for group in starts.chunks(MAX_PARALLEL) {
            lines.append(&mut self.run_searches(level, group)?);
        }
        Ok(lines)
    }

    fn run_searches(
        &mut self,
        level: u32,
        starts: &[PathState],
    ) -> Result<Vec<MoveSequence>, Abort> {
        let begin = |start: &PathState| NestedSearch {
            at: start.clone(),
            made: Vec::new(),
            best: None,
        };
        let mut searches: Vec<NestedSearch> = starts.iter().map(begin).collect();
        let mut running = self.still_running(&searches, (0..searches.len()).collect())?;
        while !running.is_empty() {
            let (children, owners) = self.children(&searches, &running)?;
            let lines = self.search(level - 1, &children)?;
            for ((child, owner), line) in children.iter().zip(&owners).zip(lines) {
                searches[*owner].take_line(child, line);
            }
            for &number in &running {
                let search = &mut searches[number];
                self.advance(search)?;
            }
            running = self.still_running(&searches, running)?;
        }
        searches
            .into_iter()
            .map(|search| self.result(search))
            .collect()
    }

    fn still_running(
        &self,
        searches: &[NestedSearch],
        numbers: Vec<usize>,
    ) -> Result<Vec<usize>, Abort> {
        let states: Vec<State> = numbers
            .iter()
            .map(|&number| searches[number].at.state.clone())
            .collect();
        let ended = self.game.terminal_in(&states)?;
        let running = numbers.into_iter().zip(ended).filter(|(_, ended)| !ended);
        Ok(running.map(|(number, _)| number).collect())
    }

    /// All successors of the running searches, with the index of the search each belongs to.
    fn children(
        &mut self,
        searches: &[NestedSearch],
        running: &[usize],
    ) -> Result<(Vec<PathState>, Vec<usize>), Abort> {
        let (mut children, mut owners) = (Vec::new(), Vec::new());
        for &number in running {
            let at = &searches[number].at;
            for id in self.game.legal(&at.state, ROLE)? {
                let mut path = at.path.clone();
                path.push(id);
                let state = self.game.next(&at.state, &[id])?;
                children.push(PathState { state, path });
                owners.push(number);
            }
        }
        self.meter.count(children.len())?;
        Ok((children, owners))
    }

    /// Plays the next move of the best line.
    fn advance(&self, search: &mut NestedSearch) -> Result<(), Abort> {
        let best = search.best.as_ref();
        let Some(&id) = best.and_then(|best| best.moves.get(search.made.len())) else {
            return Err(senet_engine::Stopped::Misuse("there is no legal move".into()).into());
        };
        search.at.state = self.game.next(&search.at.state, &[id])?;
        search.at.path.push(id);
        search.made.push(id);
        Ok(())
    }

    /// The result of a finished search.
    fn result(&self, search: NestedSearch) -> Result<MoveSequence, Abort> {
        match search.best {
            Some(best) => Ok(best),
            None => Ok(MoveSequence {
                moves: search.made,
                goal: crate::lookahead::goal_score(&self.game.goal(&search.at.state, ROLE)?),
            }),
        }
    }
}

impl NestedSearch {
    /// Keeps the line of a child if it is better than the best line so far.
    fn take_line(&mut self, child: &PathState, line: MoveSequence) {
        if self
            .best
            .as_ref()
            .is_some_and(|best| best.goal >= line.goal)
        {
            return;
        }
        let last = child.path.last().copied();
        let moves = self.made.iter().copied().chain(last).chain(line.moves);
        self.best = Some(MoveSequence {
            moves: moves.collect(),
            goal: line.goal,
        });
    }
}
