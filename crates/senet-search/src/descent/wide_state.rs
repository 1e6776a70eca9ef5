//! A move in a state with more joint moves than a tree takes: the best on average over some moves of the others.

use super::expansion::{DescentError, MOST_JOINT_MOVES};
use super::value_scale::ValueScale;
use fastrand::Rng;
use senet_engine::{Game, MoveId, RoleId, State};
use senet_value_net::{Scratch, ValueNet};

/// The maximum number of moves of the others that each own move meets.
const MOST_TRIES: usize = 64;

/// The move of a role with the best mean value. All moves meet the same random moves of the others.
pub fn best_on_average(
    game: &dyn Game,
    net: &ValueNet,
    scale: ValueScale,
    state: &State,
    role: RoleId,
    rng: &mut Rng,
) -> Result<Option<MoveId>, DescentError> {
    let states = std::slice::from_ref(state);
    let lists = game.legal_in(states)?;
    let mut own = lists.of(0, role).to_vec();
    rng.shuffle(&mut own);
    own.truncate(MOST_JOINT_MOVES);
    let tries = (MOST_JOINT_MOVES / own.len().max(1)).min(MOST_TRIES);
    let others: Vec<Vec<MoveId>> = (0..tries)
        .map(|_| {
            let lists = (0..scale.roles).map(|other| lists.of(0, other));
            lists
                .map(|moves| moves[rng.usize(0..moves.len())])
                .collect()
        })
        .collect();
    let mut joints = Vec::new();
    for &id in &own {
        for other in &others {
            let first = joints.len();
            joints.extend_from_slice(other);
            joints[first + role] = id;
        }
    }
    let values = values_after(game, net, scale, state, &joints)?;
    let sums = values.chunks_exact(tries * scale.roles).map(|values| {
        let mine = values.iter().skip(role).step_by(scale.roles);
        mine.sum::<f32>()
    });
    let best = own.into_iter().zip(sums).max_by(|a, b| a.1.total_cmp(&b.1));
    Ok(best.map(|(id, _)| id))
}

/// The values of all roles after some joint moves, one after another.
fn values_after(
    game: &dyn Game,
    net: &ValueNet,
    scale: ValueScale,
    state: &State,
    joints: &[MoveId],
) -> Result<Vec<f32>, DescentError> {
    let from = vec![0; joints.len() / scale.roles];
    let children = game.children_of(std::slice::from_ref(state), &from, joints)?;
    let ends = (0..children.len()).filter(|&at| children.terminal()[at]);
    let ends: Vec<State> = ends.map(|at| children.state(at)).collect();
    let goals = game.goals_in(&ends)?;
    let mut goals = goals.chunks_exact(scale.roles);
    let (mut outputs, mut scratch) = (Vec::new(), Scratch::default());
    let words = (0..children.len()).map(|at| children.words(at));
    net.evaluate_children(state.words(), words, &mut scratch, &mut outputs);
    let mut values = Vec::new();
    for (at, outputs) in outputs.chunks_exact(scale.outputs()).enumerate() {
        match children.terminal()[at] {
            true => scale.push_goals(goals.next().unwrap_or(&[]), &mut values),
            false => scale.push_outputs(outputs, &mut values),
        }
    }
    Ok(values)
}
