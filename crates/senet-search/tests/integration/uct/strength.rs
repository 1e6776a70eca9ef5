//! Playing strength and proofs in solved games.

use super::support::{choose, game_of, library_game, new_player, simulations, state_after};
use crate::common::play;
use senet_engine::{Game, MoveId, State};
use senet_gdl::{Notation, ScrambleOptions, Sheet, scramble, write};
use std::collections::HashMap;
use std::sync::Arc;

#[track_caller]
fn never_loses(game: &Arc<dyn Game>, name: &str, opponent: &str, matches: u64) {
    for (role, seed) in (0..2).flat_map(|role| (0..matches).map(move |seed| (role, seed))) {
        let mut players = vec![
            new_player(name, game, role, seed),
            new_player(opponent, game, 1 - role, seed + 1000),
        ];
        if role == 1 {
            players.reverse();
        }
        let goals = play(game, &mut players, || simulations(3000));
        assert!(
            goals[role] >= 50,
            "lost as role {role} with seed {seed} against {opponent}"
        );
    }
}

#[test]
fn uct_never_loses_tic_tac_toe() {
    let game = library_game("tic-tac-toe");
    never_loses(&game, "uct", "random", 40);
    never_loses(&game, "uct", "greedy", 20);
    never_loses(&game, "uct", "uct", 20);
    never_loses(&game, "uct:batch=1,playouts=1,c=0.7", "greedy", 20);
    never_loses(&game, "uct:solver=off,transpositions=off", "uct", 10);
    never_loses(&game, "uct:policy=mast", "greedy", 10);
    never_loses(&game, "uct:rave=on", "greedy", 10);
}

#[test]
fn uct_never_loses_scrambled_tic_tac_toe() {
    let rules = senet_library::find("tic-tac-toe").unwrap().rules;
    for seed in [3, 4] {
        let sheet = Sheet::read(rules);
        let options = ScrambleOptions::default();
        let scrambled = scramble(&sheet.description, seed, &options);
        let rules = write(&scrambled.description, Notation::Prefix);
        never_loses(&game_of(&rules), "uct", "greedy", 10);
    }
}

/// The minimax values of all states of a two-role constant-sum game.
struct MinimaxTable<'g> {
    game: &'g dyn Game,
    known: HashMap<State, Vec<i32>>,
}

impl MinimaxTable<'_> {
    fn values(&mut self, state: &State) -> Vec<i32> {
        if let Some(values) = self.known.get(state) {
            return values.clone();
        }
        let values = self.search(state);
        self.known.insert(state.clone(), values.clone());
        values
    }

    fn search(&mut self, state: &State) -> Vec<i32> {
        let game = self.game;
        if game.is_terminal(state).unwrap() {
            let goal = |role| game.goal(state, role).unwrap().value().unwrap();
            return vec![goal(0), goal(1)];
        }
        let legal = [0, 1].map(|role| game.legal(state, role).unwrap());
        let mover = usize::from(legal[0].len() == 1);
        let joints = legal[mover].iter().map(|&id| {
            let mut joint = [legal[0][0], legal[1][0]];
            joint[mover] = id;
            joint
        });
        let after = |joint: [MoveId; 2]| self.values(&game.next(state, &joint).unwrap());
        joints
            .map(after)
            .max_by_key(|values| values[mover])
            .unwrap()
    }
}

#[test]
fn proven_values_match_minimax() {
    let game = library_game("tic-tac-toe");
    let mut minimax = MinimaxTable {
        game: &*game,
        known: HashMap::new(),
    };
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut proven, mut positions) = (0, 0);
    while positions < 150 {
        let mut state = game.initial().unwrap();
        for _ in 0..rng.usize(1..8) {
            let joint = [0, 1].map(|role| {
                let legal = game.legal(&state, role).unwrap();
                legal[rng.usize(..legal.len())]
            });
            let next = game.next(&state, &joint).unwrap();
            if game.is_terminal(&next).unwrap() {
                break;
            }
            state = next;
        }
        let role = usize::from(game.legal(&state, 0).unwrap().len() == 1);
        let choice = choose("uct", &game, role, &state, &simulations(20_000));
        positions += 1;
        let truth = minimax.values(&state);
        if choice.report.proven {
            proven += 1;
            let reported: Vec<i32> = choice.report.values.iter().map(|v| *v as i32).collect();
            assert_eq!(reported, truth);
        }
        for report in choice.report.moves.iter().filter(|report| report.proven) {
            let mut joint = [0, 1].map(|role| game.legal(&state, role).unwrap()[0]);
            joint[role] = report.id;
            let truth = minimax.values(&game.next(&state, &joint).unwrap());
            let reported: Vec<i32> = report.values.iter().map(|v| *v as i32).collect();
            assert_eq!(reported, truth);
        }
    }
    assert!(proven > 100, "only {proven} of {positions} were proven");
}

#[test]
fn finds_a_win_in_one_move_with_one_simulation() {
    let game = library_game("connect-four");
    let joints: [&[&str]; 6] = [
        &["(drop 1)", "noop"],
        &["noop", "(drop 7)"],
        &["(drop 2)", "noop"],
        &["noop", "(drop 7)"],
        &["(drop 3)", "noop"],
        &["noop", "(drop 7)"],
    ];
    let state = state_after(&*game, &joints);
    let choice = choose("uct", &game, 0, &state, &simulations(1));
    assert_eq!(game.move_name(0, choice.chosen), "(drop 4)");
    assert!(choice.report.proven);
    assert_eq!(choice.report.values, [100.0, 0.0]);
}
