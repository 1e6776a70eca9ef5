//! Benchmarks the queries that a search asks about one state: `cargo bench -p senet-engine --bench
//! step`.

mod sheets;

use divan::{Bencher, black_box};
use fastrand::Rng;
use senet_engine::{BackEnd, Game, LoadOptions, MoveId, PlayoutRequest, State, load};
use senet_gdl::Sheet;
use sheets::{GAMES, rules};

fn main() {
    divan::main();
}

const SMALL: [&str; 2] = ["tic-tac-toe", "breakthrough"];

fn game(game: &str, back_end: Option<BackEnd>) -> Box<dyn Game> {
    let options = LoadOptions {
        back_end,
        ..LoadOptions::default()
    };
    let loaded = load(&Sheet::read(rules(game)), &options);
    loaded.expect("library games can be played").game
}

/// A non-terminal state and a joint move.
type StateAndMove = (State, Vec<MoveId>);

/// The states of a few random matches, in order.
fn samples(game: &dyn Game) -> Vec<StateAndMove> {
    let mut rng = Rng::with_seed(1);
    let mut samples = Vec::new();
    let mut state = game.initial().expect("no limits");
    while samples.len() < 256 {
        if game.is_terminal(&state).expect("no limits") {
            state = game.initial().expect("no limits");
        }
        let joint = joint(game, &state, &mut rng);
        let next = game.next(&state, &joint).expect("no limits");
        samples.push((std::mem::replace(&mut state, next), joint));
    }
    samples
}

/// A random joint move.
fn joint(game: &dyn Game, state: &State, rng: &mut Rng) -> Vec<MoveId> {
    let pick = |role| {
        let legal = game.legal(state, role).expect("no limits");
        *rng.choice(&legal).expect("every state has a legal move")
    };
    (0..game.roles().len()).map(pick).collect()
}

/// Queries one state after another. Querying the same state twice would measure the cache.
fn query(bencher: Bencher, game: &dyn Game, samples: &[StateAndMove]) {
    let mut samples = samples.iter().cycle();
    bencher.bench_local(|| {
        let (state, joint) = samples.next().expect("the cycle is endless");
        black_box(game.is_terminal(state)).expect("no limits");
        for role in 0..game.roles().len() {
            black_box(game.legal(state, role)).expect("no limits");
        }
        game.next(state, joint)
    });
}

#[divan::bench(args = GAMES)]
fn consecutive_states(bencher: Bencher, name: &str) {
    let game = game(name, None);
    query(bencher, &*game, &samples(&*game));
}

#[divan::bench(args = GAMES)]
fn shuffled_states(bencher: Bencher, name: &str) {
    let game = game(name, None);
    let mut samples = samples(&*game);
    Rng::with_seed(2).shuffle(&mut samples);
    query(bencher, &*game, &samples);
}

#[divan::bench(args = SMALL)]
fn consecutive_states_by_interpreter(bencher: Bencher, name: &str) {
    let game = game(name, Some(BackEnd::Interpreter));
    query(bencher, &*game, &samples(&*game));
}

#[divan::bench(args = SMALL)]
fn a_thousand_playouts(bencher: Bencher, name: &str) {
    let game = game(name, None);
    let start = [game.initial().expect("no limits")];
    bencher.bench(|| game.playouts(&PlayoutRequest::new(&start, 1024, 1)));
}
