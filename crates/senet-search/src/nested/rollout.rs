//! Random matches of a puzzle, side by side, with all their moves.

use crate::lookahead::{BEST, Halt, Meter, Score, of_goal, points};
use crate::puzzle::{ROLE, Way};
use crate::{Report, Stop};
use fastrand::Rng;
use senet_engine::{Game, MoveId, State};

/// Matches that are played side by side.
const BATCH: usize = 256;
/// A match that goes on for so many moves has no end worth waiting for.
const MOST_MOVES: usize = 10_000;

/// A state and the moves that lead to it from where the player is.
#[derive(Clone)]
pub struct Place {
    /// The state.
    pub state: State,
    /// The moves.
    pub path: Vec<MoveId>,
}

/// What came out of a match from a place: the moves from there on, and the goal.
pub type Line = Way;

/// Plays random matches, and keeps the best line.
pub struct Rollouts<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// What is used up.
    pub meter: Meter,
    /// Where random choices come from.
    pub rng: &'a mut Rng,
    /// The best line from where the player is, of all matches so far.
    pub best: Option<Way>,
}

impl Rollouts<'_> {
    /// A random match from each place. Stops as soon as the best goal is found.
    pub fn play(&mut self, places: &[Place]) -> Result<Vec<Line>, Halt> {
        let mut lines = Vec::with_capacity(places.len());
        for batch in places.chunks(BATCH) {
            lines.append(&mut self.play_batch(batch)?);
            self.meter.tell(|| self.so_far());
        }
        Ok(lines)
    }

    /// The best line that is known while the search goes on.
    fn so_far(&self) -> Report {
        let moves = self.best.iter().flat_map(|best| &best.moves);
        let line: Vec<Box<[MoveId]>> = moves.map(|&id| Box::from([id])).collect();
        Report {
            simulations: self.meter.simulations,
            nodes: self.meter.nodes,
            depth: line.len() as u32,
            values: self.best.iter().map(|best| points(best.goal)).collect(),
            line,
            ..Report::default()
        }
    }

    fn play_batch(&mut self, places: &[Place]) -> Result<Vec<Line>, Halt> {
        let unplayed = Line {
            moves: Vec::new(),
            goal: 0,
        };
        let mut lines = vec![unplayed; places.len()];
        let mut states: Vec<State> = places.iter().map(|place| place.state.clone()).collect();
        let mut running: Vec<usize> = (0..places.len()).collect();
        for _ in 0..MOST_MOVES {
            self.end(places, &mut states, &mut running, &mut lines)?;
            if running.is_empty() {
                break;
            }
            states = self.step(&states, &running, &mut lines)?;
        }
        self.meter.simulations += places.len() as u64;
        Ok(lines)
    }

    /// Takes those matches out that are over.
    fn end(
        &mut self,
        places: &[Place],
        states: &mut Vec<State>,
        running: &mut Vec<usize>,
        lines: &mut [Line],
    ) -> Result<(), Halt> {
        let ended = self.game.terminal_in(states)?;
        for at in (0..states.len()).rev().filter(|&at| ended[at]) {
            let (state, number) = (states.swap_remove(at), running.swap_remove(at));
            let goal = of_goal(&self.game.goal(&state, ROLE)?);
            lines[number].goal = goal;
            self.keep(&places[number].path, &lines[number].moves, goal)?;
        }
        Ok(())
    }

    /// Makes a random move in each match.
    fn step(
        &mut self,
        states: &[State],
        running: &[usize],
        lines: &mut [Line],
    ) -> Result<Vec<State>, Halt> {
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

    /// Keeps a line if it is better than all before it.
    fn keep(&mut self, path: &[MoveId], moves: &[MoveId], goal: Score) -> Result<(), Halt> {
        if self.best.as_ref().is_some_and(|best| best.goal >= goal) {
            return Ok(());
        }
        let moves = [path, moves].concat();
        self.best = Some(Way { moves, goal });
        match goal == BEST {
            true => Err(Halt::Budget(Stop::Solved)),
            false => Ok(()),
        }
    }
}
