//! Plain searches of whole games. They are slow and simple, and the fast searches are compared with them.

#![allow(dead_code, missing_docs)]

use senet_engine::{Game, MoveId, State};
use senet_search::chance_role;

/// The value of a game for one role against all others together, by exhaustive search.
pub struct Bounds {
    /// The value if the others know our move.
    pub reply: f64,
    /// The goal that we can force.
    pub lower: f64,
    /// The goal that the others can hold us to.
    pub upper: f64,
}

/// The successors of a state by our move, the others' moves and the move of chance.
fn joints(game: &dyn Game, state: &State, own: usize) -> Vec<Vec<Vec<State>>> {
    let chance = chance_role(game);
    let roles = 0..game.roles().len();
    let legal: Vec<Vec<MoveId>> = roles
        .clone()
        .map(|r| game.legal(state, r).unwrap())
        .collect();
    let extend = |joints: Vec<Vec<MoveId>>, role: usize, moves: &[MoveId]| -> Vec<Vec<MoveId>> {
        let with = |joint: &Vec<MoveId>, id: MoveId| {
            let mut joint = joint.clone();
            joint[role] = id;
            joint
        };
        joints
            .iter()
            .flat_map(|joint| moves.iter().map(move |&id| with(joint, id)))
            .collect()
    };
    let blank = vec![MoveId(0); legal.len()];
    let outcomes = |joint: Vec<MoveId>| {
        let all = match chance {
            Some(role) if role != own => extend(vec![joint], role, &legal[role]),
            _ => vec![joint],
        };
        all.iter()
            .map(|joint| game.next(state, joint).unwrap())
            .collect()
    };
    let row = |&id: &MoveId| {
        let mut replies = extend(vec![blank.clone()], own, &[id]);
        for role in roles.clone().filter(|&r| r != own && Some(r) != chance) {
            replies = extend(replies, role, &legal[role]);
        }
        replies.into_iter().map(outcomes).collect()
    };
    legal[own].iter().map(row).collect()
}

pub fn bounds(game: &dyn Game, state: &State, own: usize) -> Bounds {
    if game.is_terminal(state).unwrap() {
        let goal = f64::from(game.goal(state, own).unwrap().value().unwrap_or(0));
        return Bounds {
            reply: goal,
            lower: goal,
            upper: goal,
        };
    }
    let mean = |states: &Vec<State>| {
        let all: Vec<Bounds> = states.iter().map(|s| bounds(game, s, own)).collect();
        let mean = |part: fn(&Bounds) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
        [mean(|b| b.reply), mean(|b| b.lower), mean(|b| b.upper)]
    };
    let rows: Vec<Vec<[f64; 3]>> = joints(game, state, own)
        .iter()
        .map(|row| row.iter().map(mean).collect())
        .collect();
    let maximin = |part: usize| {
        let row = |row: &Vec<[f64; 3]>| row.iter().map(|b| b[part]).fold(f64::MAX, f64::min);
        rows.iter().map(row).fold(f64::MIN, f64::max)
    };
    let column = |reply: usize| {
        rows.iter()
            .map(|row| row[reply][2])
            .fold(f64::MIN, f64::max)
    };
    Bounds {
        reply: maximin(0),
        lower: maximin(1),
        upper: (0..rows[0].len()).map(column).fold(f64::MAX, f64::min),
    }
}

/// All goals that rational roles may reach, in a turn-taking game without chance.
pub fn equilibria(game: &dyn Game, state: &State) -> Vec<Vec<i32>> {
    let roles = 0..game.roles().len();
    if game.is_terminal(state).unwrap() {
        let goal = |role| game.goal(state, role).unwrap().value().unwrap_or(0);
        return vec![roles.map(goal).collect()];
    }
    let legal: Vec<Vec<MoveId>> = roles
        .clone()
        .map(|r| game.legal(state, r).unwrap())
        .collect();
    let mover = roles.clone().find(|&r| legal[r].len() > 1).unwrap_or(0);
    let child = |&id: &MoveId| {
        let mut joint: Vec<MoveId> = legal.iter().map(|moves| moves[0]).collect();
        joint[mover] = id;
        equilibria(game, &game.next(state, &joint).unwrap())
    };
    let children: Vec<Vec<Vec<i32>>> = legal[mover].iter().map(child).collect();
    let worst = |child: &Vec<Vec<i32>>| child.iter().map(|goals| goals[mover]).min().unwrap();
    let mut found: Vec<Vec<i32>> = Vec::new();
    for (at, child) in children.iter().enumerate() {
        let others = children
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at);
        let needed = others
            .map(|(_, other)| worst(other))
            .max()
            .unwrap_or(i32::MIN);
        found.extend(child.iter().filter(|goals| goals[mover] >= needed).cloned());
    }
    found.sort();
    found.dedup();
    found
}
