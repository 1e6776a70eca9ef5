//! Random matches on the grounded rules.

use crate::State;
use senet_gdl::Deadline;
use senet_ground::RuleEvaluator;

/// Limits of random play.
#[derive(Clone, Debug)]
pub struct SampledMatches {
    /// Maximum number of matches.
    pub matches: usize,
    /// Maximum number of steps per match.
    pub steps: usize,
    /// Maximum number of steps in all matches.
    pub all_steps: usize,
}

/// A step of a match.
pub struct PlayedStep<'s> {
    /// The state before.
    pub state: &'s State,
    /// The joint move.
    pub joint: &'s [u32],
    /// Per role, its number of legal moves.
    pub choices: &'s [usize],
    /// The state after.
    pub next: &'s State,
}

/// Plays random matches and passes every step to `action`, until the deadline. Returns the number of steps.
pub fn play(
    evaluator: &mut RuleEvaluator,
    playouts: &SampledMatches,
    roles: usize,
    seed: u64,
    deadline: &Deadline,
    mut action: impl FnMut(PlayedStep),
) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut played = 0;
    for _ in 0..playouts.matches {
        let mut state = evaluator.initial();
        for _ in 0..playouts.steps {
            if played >= playouts.all_steps || deadline.is_over() {
                return played;
            }
            evaluator.look(&state);
            if evaluator.is_terminal() {
                break;
            }
            let legal: Vec<Vec<u32>> = (0..roles).map(|role| evaluator.legal(role)).collect();
            let choices: Vec<usize> = legal.iter().map(Vec::len).collect();
            let joint = legal.into_iter().map(|legal| random.choice(legal));
            // A role without a legal move is a dead end of an ill-formed game.
            let Some(joint) = joint.collect::<Option<Vec<u32>>>() else {
                break;
            };
            evaluator.act(&joint);
            let next = evaluator.next();
            played += 1;
            action(PlayedStep {
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
