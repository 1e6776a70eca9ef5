//! Benchmarks each stage from rules to a back end: `cargo bench -p senet-engine --bench setup`.

mod sheets;

use divan::Bencher;
use senet_engine::network::Network;
use senet_engine::{BuildLimits, Circuit, Interpreter, QueryLimits};
use senet_gdl::{Description, Sheet, playable};
use senet_ground::{GroundOptions, Grounded, ground};
use sheets::{GAMES, rules};

fn main() {
    divan::main();
}

/// The parsed and checked rules of a game.
fn description(game: &str) -> Description {
    playable(&Sheet::read(rules(game))).expect("library games are playable")
}

fn grounded(game: &str) -> Grounded {
    ground(&description(game), &GroundOptions::default()).expect("library games ground")
}

#[divan::bench(args = GAMES)]
fn reading(bencher: Bencher, game: &str) {
    bencher.bench(|| description(game));
}

#[divan::bench(args = GAMES)]
fn grounding(bencher: Bencher, game: &str) {
    let description = description(game);
    bencher.bench(|| ground(&description, &GroundOptions::default()));
}

#[divan::bench(args = GAMES)]
fn building_the_network(bencher: Bencher, game: &str) {
    let grounded = grounded(game);
    bencher.bench(|| Network::build(&grounded, &BuildLimits::default()).unwrap());
}

#[divan::bench(args = GAMES)]
fn building_the_circuit(bencher: Bencher, game: &str) {
    let grounded = grounded(game);
    bencher.bench(|| Circuit::new(&grounded, &BuildLimits::default()).unwrap());
}

#[divan::bench(args = GAMES)]
fn building_the_interpreter(bencher: Bencher, game: &str) {
    let description = description(game);
    bencher.bench(|| Interpreter::new(&description, QueryLimits::default()));
}
