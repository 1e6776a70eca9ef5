//! Games for the tests of this crate.

use crate::{Clocks, LoadPlan, MatchSetup, Played, Rules, load_for_play, play};
use senet_gdl::Sheet;
use senet_search::PlayerName;

/// Chance deals a card that only `ann` sees; then `bob`, who sees whether `ann` smiled, guesses it. `ann` wins with a wrong guess.
pub const HIDDEN_CARD: &str = include_str!("../tests/integration/common/hidden_card.kif");

/// Loads rules, or a game of the library.
pub fn rules(text: &str) -> Rules {
    let library = senet_library::find(text);
    let (name, text) = library.map_or(("test", text), |game| (game.name, game.rules));
    load_for_play(name, Sheet::read(text), &LoadPlan::default()).unwrap()
}

/// Plays a match between players that choose by chance.
pub fn play_random(rules: &Rules, seed: u64) -> Played {
    let random: PlayerName = "random".parse().unwrap();
    let players = vec![random; rules.game.roles().len()];
    let setup = MatchSetup::of(rules.clone(), players, Clocks::seconds(10.0, 10.0), seed);
    play(&setup, &mut |_| {}).unwrap()
}
