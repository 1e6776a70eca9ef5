//! What a search asks about one state: `cargo bench -p senet-engine --bench step`.

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

/// A state in which the match goes on, and a joint move.
type Place = (State, Vec<MoveId>);

/// The states of a few random matches, in order.
fn places(game: &dyn Game) -> Vec<Place> {
    let mut rng = Rng::with_seed(1);
    let mut places = Vec::new();
    let mut state = game.initial().expect("no limits");
    while places.len() < 256 {
        if game.is_terminal(&state).expect("no limits") {
            state = game.initial().expect("no limits");
        }
        let joint = joint(game, &state, &mut rng);
        let next = game.next(&state, &joint).expect("no limits");
        places.push((std::mem::replace(&mut state, next), joint));
    }
    places
}

/// A random joint move.
fn joint(game: &dyn Game, state: &State, rng: &mut Rng) -> Vec<MoveId> {
    let pick = |role| {
        let legal = game.legal(state, role).expect("no limits");
        *rng.choice(&legal).expect("a move in every state")
    };
    (0..game.roles().len()).map(pick).collect()
}

/// Asks about one place after the other. Asking twice about the same would measure what a reasoner remembers.
fn ask(bencher: Bencher, game: &dyn Game, places: &[Place]) {
    let mut places = places.iter().cycle();
    bencher.bench_local(|| {
        let (state, joint) = places.next().expect("there is no end");
        black_box(game.is_terminal(state)).expect("no limits");
        for role in 0..game.roles().len() {
            black_box(game.legal(state, role)).expect("no limits");
        }
        game.next(state, joint)
    });
}

#[divan::bench(args = GAMES)]
fn along_matches(bencher: Bencher, name: &str) {
    let game = game(name, None);
    ask(bencher, &*game, &places(&*game));
}

#[divan::bench(args = GAMES)]
fn here_and_there(bencher: Bencher, name: &str) {
    let game = game(name, None);
    let mut places = places(&*game);
    Rng::with_seed(2).shuffle(&mut places);
    ask(bencher, &*game, &places);
}

#[divan::bench(args = SMALL)]
fn along_matches_by_interpreter(bencher: Bencher, name: &str) {
    let game = game(name, Some(BackEnd::Interpreter));
    ask(bencher, &*game, &places(&*game));
}

#[divan::bench(args = SMALL)]
fn a_thousand_playouts(bencher: Bencher, name: &str) {
    let game = game(name, None);
    let start = [game.initial().expect("no limits")];
    bencher.bench(|| game.playouts(&PlayoutRequest::new(&start, 1024, 1)));
}
