//! Games for the tests of this crate.

use crate::{Clocks, LoadPlan, MatchSetup, Played, Rules, load_for_play, play};
use senet_gdl::Sheet;
use senet_search::PlayerName;

/// Chance deals a card that only `ann` sees; then `bob`, who sees whether `ann` smiled, guesses it. `ann` wins with a wrong guess.
pub const HIDDEN_CARD: &str = "
    (role random) (role ann) (role bob)
    (init (stage deal))
    (colour red) (colour green) (colour blue)
    (<= (legal random (deal ?c)) (true (stage deal)) (colour ?c))
    (<= (legal random wait) (not (true (stage deal))))
    (<= (legal ann smile) (true (stage look)))
    (<= (legal ann frown) (true (stage look)))
    (<= (legal ann wait) (not (true (stage look))))
    (<= (legal bob (guess ?c)) (true (stage guess)) (colour ?c))
    (<= (legal bob wait) (not (true (stage guess))))
    (<= (next (stage look)) (true (stage deal)))
    (<= (next (stage guess)) (true (stage look)))
    (<= (next (stage end)) (true (stage guess)))
    (<= (next (card ?c)) (does random (deal ?c)))
    (<= (next (card ?c)) (true (card ?c)))
    (<= (next (guessed ?c)) (does bob (guess ?c)))
    (<= (sees ann (card ?c)) (does random (deal ?c)))
    (<= (sees bob smile) (does ann smile))
    (<= right (true (card ?c)) (true (guessed ?c)))
    (<= terminal (true (stage end)))
    (<= (goal random 0) (true (stage ?s)))
    (<= (goal bob 100) right)
    (<= (goal bob 0) (not right))
    (<= (goal ann 100) (not right))
    (<= (goal ann 0) right)";

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
