//! Budget limits and reproducible searches.

use super::support::{choose, library_game, new_player, simulations};
use senet_search::{Budget, Stop};

#[test]
fn returns_a_legal_move_without_time() {
    for name in ["connect-four", "rock-paper-scissors", "eight-puzzle"] {
        let game = library_game(name);
        let state = game.initial().unwrap();
        let choice = choose("uct", &game, 0, &state, &Budget::seconds(0.0));
        assert!(game.legal(&state, 0).unwrap().contains(&choice.chosen));
    }
}

#[test]
fn stops_when_the_budget_is_cancelled() {
    let game = library_game("breakthrough");
    let state = game.initial().unwrap();
    let budget = Budget::seconds(1e6);
    let copy = budget.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        copy.cancel();
    });
    let choice = choose("uct", &game, 0, &state, &budget);
    assert_eq!(choice.report.stop, Stop::Cancelled);
    thread.join().unwrap();
}

#[test]
fn stops_at_node_and_simulation_limits() {
    let game = library_game("breakthrough");
    let state = game.initial().unwrap();
    let choice = choose(
        "uct:batch=4,playouts=2",
        &game,
        0,
        &state,
        &simulations(1000),
    );
    assert_eq!(choice.report.stop, Stop::Simulations);
    assert!((1000..1008).contains(&choice.report.simulations));
    let budget = Budget::unlimited().with_nodes(5000);
    let choice = choose("uct:batch=4,playouts=2", &game, 0, &state, &budget);
    assert_eq!(choice.report.stop, Stop::Nodes);
    assert!((5000..5500).contains(&choice.report.nodes));
}

#[test]
fn stays_within_the_memory_limit() {
    let game = library_game("breakthrough");
    let state = game.initial().unwrap();
    let name = "uct:batch=16,playouts=1";
    let budget = Budget::unlimited().with_memory(3 << 20);
    let choice = choose(name, &game, 0, &state, &budget);
    assert_eq!(choice.report.stop, Stop::Memory);
    let budget = budget.with_simulations(100_000);
    let choice = choose(name, &game, 0, &state, &budget);
    assert_eq!(choice.report.stop, Stop::Simulations);
    let has_note = |what: &str| choice.report.notes.iter().any(|note| note.contains(what));
    assert!(has_note("recycled"), "{:?}", choice.report.notes);
    let mib = |note: &String| {
        note.split("nodes, ")
            .nth(1)?
            .split(' ')
            .next()?
            .parse()
            .ok()
    };
    let mib: f64 = choice.report.notes.iter().find_map(mib).unwrap();
    assert!(mib < 2.1, "{mib} MiB");
    // Recycling keeps the statistics of the root.
    let visits: u64 = choice.report.moves.iter().map(|report| report.visits).sum();
    assert!(visits >= 99_000, "{visits} visits");
}

#[test]
fn returns_a_move_if_the_root_alone_fills_the_memory() {
    let game = library_game("breakthrough");
    let state = game.initial().unwrap();
    let budget = simulations(2000).with_memory(1000);
    let choice = choose("uct:batch=4,playouts=4", &game, 0, &state, &budget);
    assert_eq!(choice.report.stop, Stop::Simulations);
    assert!(
        choice
            .report
            .notes
            .iter()
            .any(|note| note.contains("stopped growing"))
    );
}

#[test]
fn several_threads_share_the_search() {
    for name in ["uct:threads=3", "uct:threads=3,parallel=root"] {
        for (key, memory) in [("connect-four", 1 << 20), ("rock-paper-scissors", 1 << 30)] {
            let game = library_game(key);
            let state = game.initial().unwrap();
            let budget = simulations(60_000).with_memory(memory);
            let choice = choose(name, &game, 0, &state, &budget);
            assert!(choice.report.simulations >= 60_000);
            assert!(
                (choice.report.values[0] - 50.0).abs() < 25.0,
                "{:?}",
                choice.report
            );
            assert!(
                choice
                    .report
                    .notes
                    .iter()
                    .any(|note| note.contains("3 threads"))
            );
        }
    }
}

#[test]
fn same_seed_gives_the_same_choice() {
    for name in ["connect-four", "prisoners-dilemma", "connect-four-3p"] {
        let game = library_game(name);
        let state = game.initial().unwrap();
        let once = || choose("uct", &game, 0, &state, &simulations(5000));
        assert_eq!(once(), once());
    }
}

#[test]
fn tree_reuse_keeps_visits() {
    let game = library_game("connect-four");
    let visits = |name: &str| {
        let mut player = new_player(name, &game, 0, 1);
        let state = game.initial().unwrap();
        let line = player
            .choose(&state, &simulations(20_000))
            .unwrap()
            .report
            .line;
        let mut state = state;
        for joint in &line[..2] {
            state = game.next(&state, joint).unwrap();
            player.observe(joint, &state);
        }
        let report = player.choose(&state, &simulations(100)).unwrap().report;
        report.moves.iter().map(|report| report.visits).sum::<u64>()
    };
    let (kept, new) = (visits("uct"), visits("uct:reuse=off"));
    assert!(
        kept > 2 * new,
        "{kept} visits are left, {new} without reuse"
    );
}

#[test]
fn rejects_invalid_options() {
    let game = library_game("tic-tac-toe");
    let error = |name: &str| {
        let setting = senet_search::Setting {
            game: game.clone(),
            role: 0,
            seed: 1,
            learn: None,
        };
        let name = name.parse().unwrap();
        let seated = senet_search::player(&name, setting);
        seated
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(
        error("uct:batch=0"),
        "`batch` cannot be `0`: it must be a number, at least 1"
    );
    assert_eq!(
        error("uct:solver=maybe"),
        "`solver` cannot be `maybe`: it must be `on` or `off`"
    );
    assert!(error("uct:deep=1").starts_with("`uct` has no option `deep`"));
    assert_eq!(error("uct:c=0.7,batch=1,playouts=1"), "");
}

#[test]
fn the_clock_does_not_change_a_search_with_limited_simulations() {
    for name in ["uct", "uct:batch=1", "uct:playouts=1"] {
        let game = library_game("connect-four");
        let state = game.initial().unwrap();
        let choice = |budget: Budget| {
            let mut uct = new_player(name, &game, 0, 1);
            let prepared = uct.prepare(&budget).unwrap();
            (uct.choose(&state, &budget).unwrap(), prepared.batching)
        };
        let (fast, fast_batches) = choice(simulations(20_000));
        let (timed, timed_batches) = choice(Budget::seconds(600.0).with_simulations(20_000));
        assert_eq!(fast_batches, timed_batches, "{name}");
        assert_eq!(fast.report.moves, timed.report.moves, "{name}");
    }
}
