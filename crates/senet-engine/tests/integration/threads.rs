//! Several threads may query one game at the same time.

use senet_engine::{BackEnd, Game, LoadOptions, load};
use senet_gdl::Sheet;

/// A walk on a ring with a recursive relation, so that a query takes some work.
const RING: &str = "
    (role walker)
    (edge 0 1) (edge 1 2) (edge 2 3) (edge 3 4) (edge 4 5) (edge 5 0) (edge 1 4) (edge 3 0)
    (init (at 0)) (init (left 0))
    (count 0 1) (count 1 2) (count 2 3) (count 3 4) (count 4 5) (count 5 6) (count 6 7) (count 7 8)
    (<= (open ?x ?y) (edge ?x ?y) (not (true (burnt ?y))))
    (<= (reach ?x ?y) (open ?x ?y))
    (<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z))
    (<= (legal walker (go ?y)) (true (at ?x)) (reach ?x ?y))
    (legal walker (burn 2)) (legal walker (burn 4))
    (<= (next (at ?y)) (does walker (go ?y)))
    (<= (next (at ?x)) (true (at ?x)) (does walker (burn ?y)))
    (<= (next (burnt ?y)) (does walker (burn ?y)))
    (<= (next (burnt ?y)) (true (burnt ?y)))
    (<= (next (left ?n)) (true (left ?m)) (count ?m ?n))
    (<= terminal (true (left 8)))
    (<= (goal walker 100) (true (at 3)))
    (<= (goal walker 0) (not (true (at 3))))";

/// The texts of all states of a random match.
fn play(game: &dyn Game, seed: u64) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut state = game.initial().expect("few facts");
    let mut texts = Vec::new();
    while !game.is_terminal(&state).expect("few facts") {
        let moves = game.legal(&state, 0).expect("few facts");
        texts.push(format!("{:?} {}", game.fluents(&state), moves.len()));
        let choice = *rng
            .choice(&moves)
            .expect("there is always something to burn");
        state = game.next(&state, &[choice]).expect("few facts");
    }
    texts.push(format!("{:?}", game.goal(&state, 0)));
    texts
}

#[test]
fn concurrent_queries_do_not_interfere() {
    for back_end in BackEnd::ALL {
        let options = LoadOptions {
            force: true,
            back_end: Some(back_end),
            ..LoadOptions::default()
        };
        let loaded = load(&Sheet::read(RING), &options).expect("playable");
        let game = &*loaded.game;
        let alone: Vec<_> = (0..12).map(|seed| play(game, seed)).collect();
        let together: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..12)
                .map(|seed| scope.spawn(move || play(game, seed)))
                .collect();
            let texts = threads.into_iter().map(|thread| thread.join());
            texts.map(|texts| texts.expect("no panic")).collect()
        });
        assert_eq!(together, alone, "{back_end}");
    }
}
