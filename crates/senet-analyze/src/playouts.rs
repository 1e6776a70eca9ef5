//! Random matches on the grounded rules: states that can be reached, and how they follow each other.

use crate::evaluate::{Evaluator, State};
use senet_ground::StopSignal;

/// How much to play.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// Matches.
    pub matches: usize,
    /// Moves of one match.
    pub steps: usize,
    /// Moves of all matches.
    pub all_steps: usize,
}

/// A step of a match.
pub struct Step<'s> {
    /// Where it starts.
    pub state: &'s State,
    /// The moves.
    pub joint: &'s [u32],
    /// Per role, how many moves it had to choose from.
    pub choices: &'s [usize],
    /// Where it leads to.
    pub next: &'s State,
}

/// Plays random matches and hands out every step; ends early if the signal says so. Returns the number of steps.
pub fn play(
    evaluator: &mut Evaluator,
    playouts: &Playouts,
    roles: usize,
    seed: u64,
    stop: &StopSignal,
    mut action: impl FnMut(Step),
) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut played = 0;
    for _ in 0..playouts.matches {
        let mut state = evaluator.initial();
        for _ in 0..playouts.steps {
            if played >= playouts.all_steps || stop() {
                return played;
            }
            evaluator.look(&state);
            if evaluator.is_terminal() {
                break;
            }
            let legal: Vec<Vec<u32>> = (0..roles).map(|role| evaluator.legal(role)).collect();
            let choices: Vec<usize> = legal.iter().map(Vec::len).collect();
            let joint = legal.into_iter().map(|legal| random.choice(legal));
            // A state in which somebody has no legal move is a dead end of an ill-formed game.
            let Some(joint) = joint.collect::<Option<Vec<u32>>>() else {
                break;
            };
            evaluator.act(&joint);
            let next = evaluator.next();
            played += 1;
            action(Step {
                state: &state,
                joint: &joint,
                choices: &choices,
                next: &next,
            });
            state = next;
        }
    }
    played
}
