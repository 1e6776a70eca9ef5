use super::game::Look;
use super::*;
use senet_gdl::Deadline;
use senet_ground::{RuleEvaluator, RuleIndex};
use senet_neural::PolicyNetwork;

/// The library game as the experiment sees it.
fn game(name: &str) -> Arc<PlayedGame> {
    let found = senet_library::find(name).unwrap();
    let source = senet_console::Source {
        name: name.to_string(),
        group: "library".to_string(),
        path: String::new(),
        text: found.rules.to_string(),
        force: false,
    };
    Arc::new(PlayedGame::load(&source, &Deadline::never()).unwrap())
}

#[test]
fn search_finds_the_winning_move_even_with_random_weights() {
    let game = game("tic-tac-toe");
    let network = PolicyNetwork::random(1, 1);
    let rules = &*game.game;
    let mut state = rules.initial().unwrap();
    let lines = ["(mark a 1)", "(mark b 1)", "(mark a 2)", "(mark b 2)"];
    for (step, text) in lines.iter().enumerate() {
        let joint: Vec<_> = (0..2)
            .map(|role| match role == step % 2 {
                true => rules.find_move(role, text).unwrap(),
                false => rules.legal(&state, role).unwrap()[0],
            })
            .collect();
        state = rules.next(&state, &joint).unwrap();
    }
    let roles = search::search(&game, &network, game.fluents(&state), 200);
    let best = roles[0].legal[roles[0].best()];
    let chosen = game.id(0, best).unwrap();
    assert_eq!(rules.move_name(0, chosen), "(mark a 3)");
}

#[test]
fn examples_of_the_teacher_are_shares_of_legal_moves() {
    let game = game("tic-tac-toe");
    // The match is cut after some polls of the deadline.
    let looks = std::sync::atomic::AtomicU32::new(0);
    let end = Deadline::when(move || looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 5);
    let (examples, matches) = teacher::teach(0, &game, 1, &end).unwrap();
    assert!(examples.len() >= 8, "{}", examples.len());
    assert_eq!(matches, 1);
    for example in &examples {
        assert_eq!(example.moves.len(), example.policy.len());
        assert!((example.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!((0.0..=1.0).contains(&example.value));
    }
}

#[test]
fn contests_are_the_same_for_the_same_seed() {
    let game = game("tic-tac-toe");
    let network = Arc::new(PolicyNetwork::random(1, 1));
    let play = || {
        CONTESTS[0]
            .play(&game, &network, 6, 3, &Deadline::never())
            .unwrap()
    };
    assert_eq!(play(), play());
    assert_eq!(play().matches(), 6);
}

#[test]
fn network_tells_moves_apart_unless_they_are_symmetric() {
    let game = game("tic-tac-toe");
    let network = PolicyNetwork::random(4, 1);
    let index = RuleIndex::new(&game.grounded);
    let mut evaluator = RuleEvaluator::new(&index);
    let fluents = game.fluents(&game.game.initial().unwrap());
    let look = Look::at(&game.graph, &index, &mut evaluator, fluents);
    let found = network.opinion(&game.graph, &look.position, 0, &look.legal[0]);
    let mut policy = found.policy;
    policy.sort_by(f32::total_cmp);
    let equal = policy.chunk_by(|one, next| next - one < 1e-6);
    let mut sizes: Vec<usize> = equal.map(<[f32]>::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 4, 4], "centre, corners and edges: {policy:?}");
}
