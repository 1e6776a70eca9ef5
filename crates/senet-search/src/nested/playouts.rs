//! Playouts of a puzzle, side by side, with their moves.

use crate::lookahead::{Abort, BEST, Meter, Score, goal_score, points};
use crate::puzzle::{MoveSequence, ROLE};
use crate::{SearchReport, Stop};
use fastrand::Rng;
use senet_engine::{Game, MoveId, State};

/// The number of playouts that run side by side.
const BATCH: usize = 256;
/// A playout is cut off after this many moves.
const MAX_MOVES: usize = 10_000;

/// A state, and the moves that lead to it from the root.
#[derive(Clone)]
pub struct PathState {
    /// The state.
    pub state: State,
    /// The moves from the root.
    pub path: Vec<MoveId>,
}

/// Runs playouts and keeps the best line.
pub struct PuzzlePlayouts<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The resources used so far.
    pub meter: Meter,
    /// The random number generator.
    pub rng: &'a mut Rng,
    /// The best line from the root so far.
    pub best: Option<MoveSequence>,
}

impl PuzzlePlayouts<'_> {
    /// One playout from each start. Aborts as soon as the best goal is found.
    pub fn run(&mut self, starts: &[PathState]) -> Result<Vec<MoveSequence>, Abort> {
        let mut lines = Vec::with_capacity(starts.len());
        for batch in starts.chunks(BATCH) {
            lines.append(&mut self.run_batch(batch)?);
            self.meter.report_progress(|| self.progress_report());
        }
        Ok(lines)
    }

    /// An intermediate report with the best line so far.
    fn progress_report(&self) -> SearchReport {
        let moves = self.best.iter().flat_map(|best| &best.moves);
        let line: Vec<Box<[MoveId]>> = moves.map(|&id| Box::from([id])).collect();
        SearchReport {
            simulations: self.meter.simulations,
            nodes: self.meter.nodes,
            depth: line.len() as u32,
            values: self.best.iter().map(|best| points(best.goal)).collect(),
            line,
            ..SearchReport::default()
        }
    }

    fn run_batch(&mut self, starts: &[PathState]) -> Result<Vec<MoveSequence>, Abort> {
        let unplayed = MoveSequence {
            moves: Vec::new(),
            goal: 0,
        };
        let mut lines = vec![unplayed; starts.len()];
        let mut states: Vec<State> = starts.iter().map(|start| start.state.clone()).collect();
        let mut running: Vec<usize> = (0..starts.len()).collect();
        for _ in 0..MAX_MOVES {
            self.remove_ended(starts, &mut states, &mut running, &mut lines)?;
            if running.is_empty() {
                break;
            }
            states = self.play_moves(&states, &running, &mut lines)?;
        }
        self.meter.simulations += starts.len() as u64;
        Ok(lines)
    }

    /// Removes the playouts that have ended.
    fn remove_ended(
        &mut self,
        starts: &[PathState],
        states: &mut Vec<State>,
        running: &mut Vec<usize>,
        lines: &mut [MoveSequence],
    ) -> Result<(), Abort> {
        let ended = self.game.terminal_in(states)?;
        for at in (0..states.len()).rev().filter(|&at| ended[at]) {
            let (state, number) = (states.swap_remove(at), running.swap_remove(at));
            let goal = goal_score(&self.game.goal(&state, ROLE)?);
            lines[number].goal = goal;
            self.keep_best(&starts[number].path, &lines[number].moves, goal)?;
        }
        Ok(())
    }

    /// Plays a random move in each playout.
    fn play_moves(
        &mut self,
        states: &[State],
        running: &[usize],
        lines: &mut [MoveSequence],
    ) -> Result<Vec<State>, Abort> {
        let legal = self.game.legal_in(states)?;
        let mut joints = Vec::with_capacity(states.len());
        for (at, &number) in running.iter().enumerate() {
            let moves = legal.of(at, ROLE);
            let Some(&id) = self.rng.choice(moves) else {
                return Err(senet_engine::Stopped::Misuse("there is no legal move".into()).into());
            };
            lines[number].moves.push(id);
            joints.push(id);
        }
        self.meter.count(states.len())?;
        Ok(self.game.next_of(states, &joints)?)
    }

    /// Keeps a line if it is better than the best so far.
    fn keep_best(&mut self, path: &[MoveId], moves: &[MoveId], goal: Score) -> Result<(), Abort> {
        if self.best.as_ref().is_some_and(|best| best.goal >= goal) {
            return Ok(());
        }
        let moves = [path, moves].concat();
        self.best = Some(MoveSequence { moves, goal });
        match goal == BEST {
            true => Err(Abort::Budget(Stop::Solved)),
            false => Ok(()),
        }
    }
}
