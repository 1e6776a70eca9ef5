//! Plain searches of whole games, slow and obviously right: they judge the fast ones.

#![allow(dead_code, missing_docs)]

use senet_engine::{Game, MoveId, State};
use senet_search::chance_role;

/// What a game comes to for one role against all others, who move after it, by plain search of everything.
pub struct Bounds {
    /// When the others know its move.
    pub after: f64,
    /// What it can surely get.
    pub least: f64,
    /// What it surely cannot do better than, against others who let it know theirs.
    pub most: f64,
}

/// Every joint move of a state, as our move, the others' moves and that of chance.
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
            after: goal,
            least: goal,
            most: goal,
        };
    }
    let mean = |states: &Vec<State>| {
        let all: Vec<Bounds> = states.iter().map(|s| bounds(game, s, own)).collect();
        let mean = |part: fn(&Bounds) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
        [mean(|b| b.after), mean(|b| b.least), mean(|b| b.most)]
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
        after: maximin(0),
        least: maximin(1),
        most: (0..rows[0].len()).map(column).fold(f64::MAX, f64::min),
    }
}

/// All goals that roles who do the best for themselves may come to, in a game with turns and without chance.
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
