//! The game of the third experiment: king and rook against king, as published, on boards of several sizes.

use senet_engine::{Game, State};

/// All rules except the board size. Pieces start in corners, so the start differs only by the size.
const RULES: &str = include_str!("minichess.kif");
const FILES: &str = "abcdefgh";

/// The rules for a board with `size` files and ranks, from 3 to 8.
pub fn rules(size: usize) -> String {
    let files: Vec<char> = FILES.chars().take(size).collect();
    let right = files.windows(2);
    let right = right.map(|pair| format!("(right {} {})", pair[0], pair[1]));
    let above = (1..size).map(|rank| format!("(above {rank} {})", rank + 1));
    let rows: Vec<String> = right.chain(above).collect();
    let last = files.last().unwrap_or(&'a');
    let pieces = format!(
        "(init (cell a 1 white_king)) (init (cell {last} 1 rook)) (init (cell a {size} black_king))"
    );
    format!("{RULES}\n{pieces}\n{}\n", rows.join(" "))
}

/// All start states: every legal placement of the three pieces with white to move.
/// `name` translates a fact to the names of the game, which may be scrambled.
pub fn starts(size: usize, game: &dyn Game, name: &dyn Fn(&str) -> String) -> Vec<State> {
    let squares: Vec<(usize, usize)> = (0..size * size).map(|n| (n % size, n / size)).collect();
    let mut starts = Vec::new();
    for &king in &squares {
        for &rook in &squares {
            for &black in &squares {
                let legal = king != rook && far(king, black) && !attacks(rook, black, king);
                let facts = legal.then(|| facts(king, rook, black, name));
                starts.extend(facts.and_then(|facts| game.find_state(&facts)));
            }
        }
    }
    starts
}

/// Tells whether two kings are not adjacent.
fn far((x, y): (usize, usize), (x2, y2): (usize, usize)) -> bool {
    x.abs_diff(x2) > 1 || y.abs_diff(y2) > 1
}

/// Tells whether the rook is on the black king's square or attacks it; the white king blocks.
fn attacks(rook: (usize, usize), black: (usize, usize), king: (usize, usize)) -> bool {
    let on_line = rook.0 == black.0 || rook.1 == black.1;
    let between = |a: usize, b: usize, c: usize| a.min(c) < b && b < a.max(c);
    let hidden = (rook.0 == black.0 && king.0 == rook.0 && between(rook.1, king.1, black.1))
        || (rook.1 == black.1 && king.1 == rook.1 && between(rook.0, king.0, black.0));
    on_line && !hidden
}

fn facts(
    king: (usize, usize),
    rook: (usize, usize),
    black: (usize, usize),
    name: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let cell =
        |(x, y): (usize, usize), piece: &str| format!("(cell {} {} {piece})", &FILES[x..=x], y + 1);
    let facts = [
        cell(king, "white_king"),
        cell(rook, "rook"),
        cell(black, "black_king"),
        "(control white)".to_string(),
        "(step 1)".to_string(),
    ];
    facts.iter().map(|fact| name(fact)).collect()
}
