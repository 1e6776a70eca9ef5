//! Measures single-state queries (terminal, legal, next), as a search that expands one node makes them.

use super::row::BenchRow;
use super::timing::{Schedule, measure};
use fastrand::Rng;
use senet_console::clock::thread_cpu_seconds;
use senet_engine::{Deadline, Game, MoveId, State, Stopped, legal_moves, random_joint};

use std::ops::ControlFlow;

/// Size limit of the pool of unrelated states.
const POOL: usize = 1024;

/// Fills a row: half of the time along random matches, half on unrelated states.
pub fn fill(
    row: &mut BenchRow,
    game: &dyn Game,
    schedule: Schedule,
    seed: u64,
    deadline: &Deadline,
) -> Result<(), Stopped> {
    let half = Schedule {
        seconds: schedule.seconds / 2.0,
        ..schedule
    };
    let mut stopped = None;
    let mut walk = Walk::new(game, seed)?;
    let walked = measure(half, thread_cpu_seconds, |quota| {
        note(walk.steps(quota, deadline), &mut stopped)
    });
    row.steps_per_s = walked.rate();
    row.spread = walked.spread();
    row.repetitions = walked.repetitions();
    row.cpu_s = walked.seconds();
    if stopped.is_none() {
        let mut jumps = Jumps::new(&mut walk, half.seconds / 4.0, deadline)?;
        let jumped = measure(half, thread_cpu_seconds, |quota| {
            note(jumps.steps(game, quota, deadline), &mut stopped)
        });
        row.jumps_per_s = jumped.rate();
        row.cpu_s += jumped.seconds();
    }
    row.problem = stopped.map(|stopped: Stopped| stopped.to_string());
    Ok(())
}

fn note(outcome: Result<u64, Stopped>, stopped: &mut Option<Stopped>) -> ControlFlow<(), u64> {
    match outcome {
        Ok(units) => ControlFlow::Continue(units),
        Err(reason) => {
            *stopped = Some(reason);
            ControlFlow::Break(())
        }
    }
}

/// Plays random matches one after the other with single queries.
struct Walk<'a> {
    game: &'a dyn Game,
    state: State,
    rng: Rng,
}

impl<'a> Walk<'a> {
    fn new(game: &'a dyn Game, seed: u64) -> Result<Walk<'a>, Stopped> {
        Ok(Walk {
            game,
            state: game.initial()?,
            rng: Rng::with_seed(seed),
        })
    }

    /// Queries a state as a search does. Returns a random joint move, or `None` if the match cannot continue.
    fn choice(&mut self) -> Result<Option<Vec<MoveId>>, Stopped> {
        if self.game.is_terminal(&self.state)? {
            return Ok(None);
        }
        let legal = legal_moves(self.game, &self.state)?;
        Ok(random_joint(&legal, &mut self.rng))
    }

    /// Plays and returns one joint move, or restarts if the match cannot continue.
    fn step(&mut self) -> Result<Option<Vec<MoveId>>, Stopped> {
        let joint = self.choice()?;
        self.state = match &joint {
            Some(joint) => self.game.next(&self.state, joint)?,
            None => self.game.initial()?,
        };
        Ok(joint)
    }

    /// Makes `quota` steps.
    fn steps(&mut self, quota: u32, deadline: &Deadline) -> Result<u64, Stopped> {
        for done in 0..quota {
            if done % 64 == 0 && deadline.is_over() {
                return Err(Stopped::Signalled);
            }
            self.step()?;
        }
        Ok(u64::from(quota))
    }
}

/// States in random order, each with a joint move.
struct Jumps {
    pool: Vec<(State, Vec<MoveId>)>,
    at: usize,
}

impl Jumps {
    /// Collects states for at most `seconds` seconds.
    fn new(walk: &mut Walk, seconds: f64, deadline: &Deadline) -> Result<Jumps, Stopped> {
        let start = thread_cpu_seconds();
        let mut pool = Vec::new();
        let mut tries = 0;
        while pool.len() < POOL && tries < 2 * POOL {
            tries += 1;
            let state = walk.state.clone();
            if let Some(joint) = walk.step()? {
                pool.push((state, joint));
            }
            let late = !pool.is_empty() && thread_cpu_seconds() - start > seconds;
            if late || deadline.is_over() {
                break;
            }
        }
        walk.rng.shuffle(&mut pool);
        Ok(Jumps { pool, at: 0 })
    }

    fn steps(&mut self, game: &dyn Game, quota: u32, deadline: &Deadline) -> Result<u64, Stopped> {
        for done in 0..quota {
            if done % 64 == 0 && deadline.is_over() {
                return Err(Stopped::Signalled);
            }
            let Some((state, joint)) = self.pool.get(self.at) else {
                let why = "found no state in which the match continues";
                return Err(Stopped::Misuse(why.to_string()));
            };
            std::hint::black_box(game.is_terminal(state)?);
            std::hint::black_box(legal_moves(game, state)?);
            std::hint::black_box(game.next(state, joint)?);
            self.at = (self.at + 1) % self.pool.len();
        }
        Ok(u64::from(quota))
    }
}
