//! Games for the tests of this crate.

use crate::{Clocks, LoadPlan, MatchSetup, PlayedMatch, Rules, load_for_play, play};
use senet_gdl::Sheet;
use senet_search::PlayerName;

/// Chance deals a card that only `ann` sees. Then `bob` guesses it, knowing if `ann` smiled. `ann` wins if the guess is wrong.
pub const HIDDEN_CARD: &str = include_str!("../tests/integration/common/hidden_card.kif");

/// Loads a rule sheet, or a game of the library by its name.
pub fn rules(text: &str) -> Rules {
    let library = senet_library::find(text);
    let (name, text) = library.map_or(("test", text), |game| (game.name, game.rules));
    load_for_play(name, Sheet::read(text), &LoadPlan::default()).unwrap()
}

/// Plays a match between random players.
pub fn play_random(rules: &Rules, seed: u64) -> PlayedMatch {
    let random: PlayerName = "random".parse().unwrap();
    let players = vec![random; rules.game.roles().len()];
    let setup = MatchSetup::of(rules.clone(), players, Clocks::seconds(10.0, 10.0), seed);
    play(&setup, &mut |_| {}).unwrap()
}
