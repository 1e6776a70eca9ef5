//! Learning by descent: it gets better, keeps its clocks, and plays games of all kinds.

use crate::common::{library, new_player, play, small_game};
use senet_engine::{Game, Stopped};
use senet_search::{
    Budget, DescentError, DescentPlan, EvaluationLearner, Evaluator, KnownNet, Learner,
    LearnerWithMemory, NetPlayer, NetStore, Player, Setting, Stop, player,
};
use senet_value_net::ValueNet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A learner that has evaluated this many states.
fn learner(game: &Arc<dyn Game>, states: u64, seed: u64) -> Learner {
    let plan = DescentPlan {
        matches: 16,
        expansions: 40,
        hidden: 32,
        ..DescentPlan::default()
    };
    let budget = Budget::unlimited().with_nodes(states);
    let mut learner = Learner::new(game.clone(), plan, seed, &budget).unwrap();
    learner.learn(&budget).unwrap();
    learner
}

/// The goals of a learned network against random players, in all roles in turn, with little search.
fn goals_against_random(game: &Arc<dyn Game>, states: u64, matches: u64) -> Vec<i32> {
    let trained = learner(game, states, 1).trained();
    let roles = game.roles().len();
    let goal = |number: u64| {
        let own = number as usize % roles;
        let seat = |role: usize| -> Box<dyn Player> {
            let setting = Setting {
                game: game.clone(),
                role,
                seed: number,
                learn: None,
            };
            match role == own {
                true => Box::new(NetPlayer::new(setting, trained.clone())),
                false => new_player("random", game, role, 1_000 + number),
            }
        };
        let mut players: Vec<_> = (0..roles).map(seat).collect();
        let goals = play(game, &mut players, || Budget::unlimited().with_nodes(600));
        goals[own]
    };
    (0..matches).map(goal).collect()
}

fn mean(goals: &[i32]) -> f64 {
    f64::from(goals.iter().sum::<i32>()) / goals.len() as f64
}

#[test]
fn learned_player_beats_random_in_tic_tac_toe_without_a_loss() {
    // Two random players score 50 each. A player that never loses draws a few matches.
    let goals = goals_against_random(&library("tic-tac-toe"), 60_000, 40);
    assert!(mean(&goals) > 75.0, "{goals:?}");
    assert!(goals.iter().all(|&goal| goal >= 50), "{goals:?}");
}

#[test]
fn learned_player_beats_random_in_checkers_on_a_small_board() {
    let goals = goals_against_random(&library("checkers-5x5"), 60_000, 20);
    assert!(mean(&goals) > 80.0, "{goals:?}");
}

#[test]
fn learned_player_beats_random_with_three_roles() {
    let goals = goals_against_random(&library("connect-four-3p"), 60_000, 12);
    assert!(mean(&goals) > 60.0, "{goals:?}");
}

/// Two roles name a number at the same time. The higher number gets a point, but 3 loses against 0.
const SIMULTANEOUS: &str = "
    (role a) (role b) (init (step 0))
    (succ 0 1) (succ 1 2) (succ 2 3) (number 0) (number 1) (number 2) (number 3)
    (<= (legal ?r (say ?n)) (role ?r) (number ?n))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
    (<= (next (lead ?r)) (role ?r) (true (lead ?r)) (not ahead))
    (<= (next (lead ?r)) (wins ?r))
    (<= ahead (wins ?r))
    (<= (wins ?r) (does ?r (say ?m)) (does ?s (say ?n)) (distinct ?r ?s) (above ?m ?n))
    (above 1 0) (above 2 0) (above 2 1) (above 3 1) (above 3 2) (above 0 3)
    (<= terminal (true (step 3)))
    (<= (goal ?r 100) (role ?r) (true (lead ?r)))
    (<= (goal ?r 0) (role ?r) (role ?s) (distinct ?r ?s) (true (lead ?s)))
    (<= (goal ?r 50) (role ?r) (not anyone))
    (<= anyone (true (lead ?r)))";

#[test]
fn simultaneous_moves_are_drawn_from_a_strategy() {
    let game = small_game(SIMULTANEOUS);
    let state = game.initial().unwrap();
    let trained = learner(&game, 5_000, 1).trained();
    let chosen = |seed| {
        let setting = Setting {
            game: game.clone(),
            role: 0,
            seed,
            learn: None,
        };
        let mut player = NetPlayer::new(setting, trained.clone());
        let budget = Budget::unlimited().with_nodes(2_000);
        let choice = player.choose(&state, &budget).unwrap();
        (choice.chosen, choice.report)
    };
    let report = chosen(0).1;
    assert!(
        (report.values[0] - 50.0).abs() < 10.0,
        "{:?}",
        report.values
    );
    assert!(!report.proven, "a mixed value is no proof");
    let drawn: std::collections::BTreeSet<_> = (0..20).map(|seed| chosen(seed).0).collect();
    assert!(drawn.len() > 1, "a fixed move can be exploited");
}

#[test]
fn one_role_finds_the_way_to_the_goal() {
    let game = library("buttons-and-lights");
    let mut players = [new_player("descent", &game, 0, 1)];
    let goals = play(&game, &mut players, || {
        Budget::unlimited().with_nodes(20_000)
    });
    assert_eq!(goals, [100]);
}

#[test]
fn one_role_does_no_worse_than_the_best_line_it_has_met() {
    for key in ["knights-tour", "hamilton"] {
        let game = library(key);
        let mut player = new_player("descent", &game, 0, 1);
        let learning = Budget::unlimited().with_nodes(40_000);
        let report = player.prepare(&learning).unwrap();
        let promised = report.values[0];
        assert!(promised > 0.0, "{key}: {report:?}");
        // A search of one node is a bad one.
        let goals = play(&game, &mut [player], || Budget::unlimited().with_nodes(1));
        assert!(
            f64::from(goals[0]) >= promised,
            "{key}: {goals:?} {promised}"
        );
    }
}

/// A match goes to and fro until it is given up.
const ENDLESS: &str = "
    (role r) (init (at a)) (legal r go) (legal r end)
    (<= (next (at b)) (does r go) (true (at a))) (<= (next (at a)) (does r go) (true (at b)))
    (<= (next over) (does r end)) (<= terminal (true over)) (goal r 0)";

#[test]
fn search_ends_when_all_open_moves_lead_in_a_circle() {
    let game = small_game(ENDLESS);
    let setting = Setting {
        game: game.clone(),
        role: 0,
        seed: 1,
        learn: None,
    };
    let mut player = NetPlayer::new(setting, learner(&game, 50, 1).trained());
    let budget = Budget::unlimited().with_nodes(1_000);
    let report = player
        .choose(&game.initial().unwrap(), &budget)
        .unwrap()
        .report;
    assert_eq!(report.stop, Stop::Done);
}

#[test]
fn small_game_is_solved_with_proof() {
    let game = library("tic-tac-toe");
    let state = game.initial().unwrap();
    let mut player = new_player("descent", &game, 0, 1);
    let choice = player.choose(&state, &Budget::unlimited()).unwrap();
    assert!(choice.report.proven);
    assert_eq!(choice.report.values, [50.0, 50.0]);
}

#[test]
fn full_trees_do_not_end_matches() {
    let moves = |memory_bytes: usize| {
        let plan = DescentPlan {
            matches: 4,
            expansions: 40,
            hidden: 16,
            memory_bytes,
            ..DescentPlan::default()
        };
        let budget = Budget::unlimited().with_nodes(100_000);
        let mut learner = Learner::new(library("breakthrough-6x6"), plan, 1, &budget).unwrap();
        learner.learn(&budget).unwrap();
        let counts = learner.counts();
        counts.moves as f64 / counts.matches as f64
    };
    // Trees of 16 kB are full after a few expansions.
    let (small, large) = (moves(64 << 10), moves(256 << 20));
    assert!(small > 0.7 * large, "{small} {large}");
}

#[test]
fn same_seed_gives_the_same_network() {
    let game = library("tic-tac-toe");
    let parameters = |seed| learner(&game, 20_000, seed).net().parameters().to_vec();
    assert_eq!(parameters(1), parameters(1));
    assert_ne!(parameters(1), parameters(2));
}

/// One role guesses a coin.
const CHANCE: &str = "
    (role you) (role random) (init start)
    (<= (legal random (toss heads)) (true start)) (<= (legal random (toss tails)) (true start))
    (<= (legal you (guess heads)) (true start)) (<= (legal you (guess tails)) (true start))
    (<= (next right) (does random (toss ?x)) (does you (guess ?x)))
    (<= (next over) (true start))
    (<= terminal (true over))
    (<= (goal you 100) (true right)) (<= (goal you 0) (not (true right)))
    (<= (goal random 0) (role random))";

#[test]
fn refuses_games_of_chance_with_advice() {
    let game = small_game(CHANCE);
    let learner = Learner::new(
        game.clone(),
        DescentPlan::default(),
        1,
        &Budget::unlimited(),
    );
    assert_eq!(learner.err(), Some(DescentError::Chance));
    let setting = Setting {
        game,
        role: 0,
        seed: 1,
        learn: None,
    };
    let error = player(&"descent".parse().unwrap(), setting).err().unwrap();
    assert_eq!(
        error.to_string(),
        "`descent` cannot play this game: the game has a role of chance, and descent does not average over chance; try `uct`"
    );
}

#[test]
fn clocks_are_kept_while_learning() {
    for key in ["breakthrough-6x6", "chess", "tron"] {
        let game = library(key);
        let mut player = new_player("descent", &game, 0, 1);
        let mut state = game.initial().unwrap();
        let begin = Instant::now();
        player.prepare(&Budget::seconds(0.5)).unwrap();
        let mut worst = begin.elapsed().saturating_sub(Duration::from_millis(500));
        for _ in 0..10 {
            let begin = Instant::now();
            let choice = player.choose(&state, &Budget::seconds(0.1)).unwrap();
            worst = worst.max(begin.elapsed().saturating_sub(Duration::from_millis(100)));
            let mut joint: Vec<_> = (0..game.roles().len())
                .map(|role| game.legal(&state, role).unwrap()[0])
                .collect();
            joint[0] = choice.chosen;
            state = game.next(&state, &joint).unwrap();
            if game.is_terminal(&state).unwrap() {
                break;
            }
            player.observe(&joint, &state);
        }
        // Other processes may hold the processor for a while.
        assert!(worst < Duration::from_millis(250), "{key}: {worst:?} late");
    }
}

/// The first role goes left or right. Then both roles say one of 40 numbers at once, and the first wins with 7.
fn wide() -> String {
    let numbers: Vec<String> = (0..40).map(|n| format!("(number {n})")).collect();
    format!(
        "(role a) (role b) (init (step 0)) {}
        (<= (legal a left) (true (step 0))) (<= (legal a right) (true (step 0))) (<= (legal b noop) (true (step 0)))
        (<= (legal ?r (say ?n)) (role ?r) (number ?n) (true (step 1)))
        (<= (next (step 1)) (true (step 0))) (<= (next (side left)) (does a left))
        (<= (next (end b)) (true (step 1)) (not (does a (say 7)))) (<= (next (end a)) (does a (say 7)))
        (<= terminal (true (end ?r))) (<= (goal ?r 100) (true (end ?r))) (<= (goal ?r 0) (role ?r) (not (true (end ?r))))",
        numbers.join(" ")
    )
}

#[test]
fn state_with_too_many_joint_moves_ends_nothing() {
    let game = small_game(&wide());
    let learner = learner(&game, 2_000, 1);
    assert!(learner.evaluated() >= 2_000);
    let mut player = new_player("descent", &game, 0, 1);
    let few = || Budget::unlimited().with_nodes(500);
    let mut state = game.initial().unwrap();
    let choice = player.choose(&state, &few()).unwrap();
    assert!(!choice.report.proven, "{choice:?}");
    assert!(!choice.report.notes.join(";").contains("did not search"));
    let joint = [choice.chosen, game.legal(&state, 1).unwrap()[0]];
    state = game.next(&state, &joint).unwrap();
    let choice = player.choose(&state, &few()).unwrap();
    assert_eq!(game.move_name(0, choice.chosen), "(say 7)");
}

/// Both roles show a side of a coin, with unequal prizes. Each has the value 50.
const PENNIES: &str = "
    (role a) (role b) (init start) (<= (legal ?r heads) (role ?r)) (<= (legal ?r tails) (role ?r))
    (<= (next (end 100)) (does a heads) (does b heads)) (<= (next (end 0)) (does a heads) (does b tails))
    (<= (next (end 25)) (does a tails) (does b heads)) (<= (next (end 75)) (does a tails) (does b tails))
    (<= terminal (true (end ?n))) (<= (goal a ?n) (true (end ?n)))
    (rest 100 0) (rest 0 100) (rest 25 75) (rest 75 25) (<= (goal b ?m) (true (end ?n)) (rest ?n ?m))";

#[test]
fn learning_without_time_limit_ends_in_a_game_of_one_move() {
    let game = small_game(PENNIES);
    let evaluated = |budget: Budget| {
        let mut learner = Learner::new(game.clone(), DescentPlan::default(), 1, &budget).unwrap();
        learner.learn(&budget).unwrap();
        learner.evaluated()
    };
    assert!(evaluated(Budget::unlimited().with_nodes(1_000)) >= 1_000);
    assert!(evaluated(Budget::unlimited().with_simulations(1_000)) >= 1_000);
}

#[test]
fn last_simultaneous_moves_are_solved_thoroughly() {
    let game = small_game(PENNIES);
    let trained = learner(&game, 50, 1).trained();
    let heads = |seed| {
        let setting = Setting {
            game: game.clone(),
            role: 0,
            seed,
            learn: None,
        };
        let mut player = NetPlayer::new(setting, trained.clone());
        let state = game.initial().unwrap();
        let choice = player.choose(&state, &Budget::unlimited()).unwrap();
        assert_eq!(choice.report.stop, Stop::Done);
        let value = choice.report.values[0];
        assert!((value - 50.0).abs() < 0.1, "{value}");
        game.move_name(0, choice.chosen) == "heads"
    };
    // The first role shows heads once in three times.
    let share = (0..600).filter(|&seed| heads(seed)).count();
    assert!((160..240).contains(&share), "{share}");
}

/// Two roles name digits in turn. The goals have the sum 150, except after six zeros, which random matches do not meet.
const RARE: &str = "
    (role a) (role b) (init (step 0)) (init zeros)
    (digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7)
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (even 0) (even 2) (even 4)
    (odd 1) (odd 3) (odd 5)
    (<= (legal a (say ?d)) (digit ?d) (true (step ?n)) (even ?n)) (<= (legal a wait) (true (step ?n)) (odd ?n))
    (<= (legal b (say ?d)) (digit ?d) (true (step ?n)) (odd ?n)) (<= (legal b wait) (true (step ?n)) (even ?n))
    (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
    (<= (next zeros) (true zeros) (does ?r (say 0)))
    (<= (next up) (does ?r (say ?d)) (distinct ?d 0) (distinct ?d 1))
    (<= terminal (true (step 6)))
    (<= (goal a 100) (true up) (not (true zeros))) (<= (goal b 50) (true up) (not (true zeros)))
    (<= (goal a 50) (not (true up)) (not (true zeros))) (<= (goal b 100) (not (true up)) (not (true zeros)))
    (<= (goal a 0) (true zeros)) (<= (goal b 10) (true zeros))";

#[test]
fn sum_that_an_end_refutes_is_forgotten() {
    let game = small_game(RARE);
    let start = Learner::new(
        game.clone(),
        DescentPlan::default(),
        1,
        &Budget::unlimited(),
    );
    assert_eq!(
        start.unwrap().net().shape().outputs,
        1,
        "the sample has one sum"
    );
    let learner = learner(&game, 60_000, 1);
    assert_eq!(learner.net().shape().outputs, 2);
    assert!(learner.evaluated() < 80_000 && learner.counts().trained > 0);
    // A network of the other kind is no stranger.
    let known = |net: ValueNet| KnownNet {
        net,
        matches: 1,
        is_same_game: true,
        origin: String::new(),
    };
    let mut other = Learner::new(game, DescentPlan::default(), 1, &Budget::unlimited()).unwrap();
    assert!(other.start_from(known(learner.net().clone())));
    assert!(other.start_from(known(learner.net().with_outputs(&[0]))));
}

#[test]
fn report_has_the_goals_of_a_game_with_another_sum() {
    let rules = RARE
        .replace("(goal b 10)", "(goal b 100)")
        .replace("(goal a 0)", "(goal a 50)");
    let game = small_game(&rules);
    let mut state = game.initial().unwrap();
    for digit in ["1", "1", "1", "1", "1"] {
        let joint: Vec<_> = (0..2)
            .map(|role| {
                let said = game.find_move(role, &format!("(say {digit})"));
                let legal = game.legal(&state, role).unwrap();
                said.filter(|id| legal.contains(id)).unwrap_or(legal[0])
            })
            .collect();
        state = game.next(&state, &joint).unwrap();
    }
    let setting = Setting {
        game: game.clone(),
        role: 1,
        seed: 1,
        learn: None,
    };
    let mut player = NetPlayer::new(setting, learner(&game, 100, 1).trained());
    let report = player.choose(&state, &Budget::unlimited()).unwrap().report;
    assert!(report.proven);
    assert!((report.values[0] - 50.0).abs() < 0.01, "{report:?}");
    assert!((report.values[1] - 100.0).abs() < 0.01, "{report:?}");
}

#[test]
fn cancelled_learning_ends_at_once() {
    let game = library("breakthrough-6x6");
    let mut player = new_player("descent", &game, 0, 1);
    let budget = Budget::seconds(60.0);
    let canceller = budget.clone();
    let begin = Instant::now();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        canceller.cancel();
    });
    player.prepare(&budget).unwrap();
    thread.join().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(5));
}

/// Keeps networks in memory.
#[derive(Default)]
struct Shelf(Mutex<Option<KnownNet>>);

impl NetStore for Shelf {
    fn load(&self, _budget: &Budget) -> Result<Option<KnownNet>, String> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn save(&self, net: ValueNet, matches: u64) -> Result<(), String> {
        *self.0.lock().unwrap() = Some(KnownNet {
            net,
            matches,
            is_same_game: true,
            origin: format!("{matches} earlier matches"),
        });
        Ok(())
    }
}

struct NoLearner;

impl EvaluationLearner for NoLearner {
    fn learn(&self, _budget: &Budget, _seed: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        Err(Stopped::Misuse("nothing is learned here".to_string()))
    }
}

/// The notes of the start clock of a player with these networks.
fn notes_with(shelf: &Arc<Shelf>, name: &str) -> Vec<String> {
    let setting = Setting {
        game: library("tic-tac-toe"),
        role: 0,
        seed: 1,
        learn: Some(Arc::new(LearnerWithMemory {
            learn: Arc::new(NoLearner),
            networks: shelf.clone(),
        })),
    };
    let mut player = player(&name.parse().unwrap(), setting).unwrap();
    let budget = Budget::unlimited().with_nodes(20_000);
    player.prepare(&budget).unwrap().notes
}

#[test]
fn second_match_starts_with_the_network_of_the_first() {
    let shelf = Arc::new(Shelf::default());
    let first = notes_with(&shelf, "descent");
    assert!(!first.join(";").contains("started"), "{first:?}");
    let kept = shelf.0.lock().unwrap().clone().unwrap();
    assert!(kept.matches > 0);
    let second = notes_with(&shelf, "descent");
    let expected = format!("started with a network of {} earlier matches", kept.matches);
    assert_eq!(second[0], expected);
    let after = shelf.0.lock().unwrap().clone().unwrap();
    assert!(after.matches > kept.matches && after.net != kept.net);
}

#[test]
fn player_that_keeps_nothing_leaves_networks_alone() {
    let shelf = Arc::new(Shelf::default());
    let notes = notes_with(&shelf, "descent:keep=off");
    assert!(!notes.join(";").contains("started"), "{notes:?}");
    assert_eq!(*shelf.0.lock().unwrap(), None);
}

#[test]
fn network_with_other_inputs_is_refused_with_a_note() {
    let shelf = Arc::new(Shelf::default());
    let net = learner(&library("checkers-5x5"), 2_000, 1).net().clone();
    shelf.save(net, 3).unwrap();
    let notes = notes_with(&shelf, "descent");
    assert!(notes[0].starts_with("started anew"), "{notes:?}");
}

#[test]
fn pondering_player_learns_between_its_moves() {
    let game = library("breakthrough-6x6");
    let mut player = new_player("descent:ponder=on", &game, 0, 1);
    player.prepare(&Budget::seconds(0.3)).unwrap();
    let state = game.initial().unwrap();
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(50));
        let begin = Instant::now();
        let choice = player.choose(&state, &Budget::seconds(0.1)).unwrap();
        assert!(game.legal(&state, 0).unwrap().contains(&choice.chosen));
        // Other processes may hold the processor for a while.
        assert!(begin.elapsed() < Duration::from_millis(350));
    }
}

#[test]
fn rematch_plays_with_the_same_network() {
    let game = library("tic-tac-toe");
    let setting = |seed| Setting {
        game: game.clone(),
        role: 0,
        seed,
        learn: None,
    };
    let mut first = player(&"descent".parse().unwrap(), setting(1)).unwrap();
    assert!(
        first.rematch(&setting(2)).is_none(),
        "nothing is learned yet"
    );
    let budget = Budget::unlimited().with_nodes(20_000);
    first.prepare(&budget).unwrap();
    let state = game.initial().unwrap();
    let few = Budget::unlimited().with_nodes(2_000);
    let chosen = |seed| {
        let mut other = first.rematch(&setting(seed)).unwrap();
        other.choose(&state, &few).unwrap()
    };
    let (one, other) = (chosen(2), chosen(3));
    assert_eq!(one.report.values, other.report.values);
    assert!(one.report.notes.is_empty(), "it learns nothing anew");
}

#[test]
fn several_threads_learn_together() {
    let game = library("breakthrough-6x6");
    let plan = DescentPlan {
        threads: 3,
        matches: 4,
        expansions: 10,
        hidden: 32,
        ..DescentPlan::default()
    };
    let budget = Budget::unlimited().with_nodes(200_000);
    let mut learner = Learner::new(game.clone(), plan, 1, &budget).unwrap();
    learner.learn(&budget).unwrap();
    let counts = learner.counts();
    assert!(learner.evaluated() >= 200_000);
    assert!(
        counts.matches > 0 && counts.samples > 0 && counts.trained > 0,
        "{counts:?}"
    );
    let saved = learner.save();
    let words = game.initial().unwrap().words().len();
    assert_eq!(saved.states.len(), words * saved.targets.len());
}

#[test]
fn cancelled_threads_stop_learning() {
    let game = library("othello");
    let plan = DescentPlan {
        threads: 2,
        ..DescentPlan::default()
    };
    let budget = Budget::seconds(60.0);
    let mut learner = Learner::new(game, plan, 1, &budget).unwrap();
    let other = budget.clone();
    let start = Instant::now();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        other.cancel();
    });
    learner.learn(&budget).unwrap();
    stopper.join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(20));
}
