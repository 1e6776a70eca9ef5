//! The rule sheets of the micro-benchmarks, from small to large.

/// The games, by their library names.
pub const GAMES: [&str; 4] = ["tic-tac-toe", "connect-four", "breakthrough", "checkers"];

/// The rules of a game.
pub fn rules(game: &str) -> &'static str {
    match game {
        "tic-tac-toe" => include_str!("../../../../library/tic-tac-toe/rules.kif"),
        "connect-four" => include_str!("../../../../library/connect-four/rules.kif"),
        "breakthrough" => include_str!("../../../../library/breakthrough/rules.kif"),
        "checkers" => include_str!("../../../../library/checkers/rules.kif"),
        other => unreachable!("{other} is not in the list above"),
    }
}
