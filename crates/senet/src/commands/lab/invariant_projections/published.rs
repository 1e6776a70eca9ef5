//! The published table.

use serde::Serialize;

/// A row of the published table: the calls and seconds of the test there, and the projections found.
#[derive(Serialize)]
pub struct Published {
    /// The game there.
    pub name: &'static str,
    /// Calls of the test.
    pub calls: usize,
    /// Seconds for all.
    pub total: f64,
    /// Seconds for the one that took longest.
    pub longest: f64,
    /// The largest projections found.
    pub projections: &'static str,
    /// The public sheets that come nearest, in the folder of games.
    pub sheets: &'static [&'static str],
}

/// The rows whose games there are public sheets of.
pub static TABLE: [Published; 7] = [
    row(
        "alquerque",
        (4, 3.76, 1.13),
        "⟨cell, {1, 2}⟩",
        &["stanford/alquerque.kif"],
    ),
    row(
        "chinook",
        (8, 24.45, 5.73),
        "⟨oddcell, {1, 2}⟩ ⟨evencell, {1, 2}⟩",
        &["stanford/chinook.kif"],
    ),
    row(
        "eightpuzzle",
        (6, 0.5, 0.1),
        "⟨cell, {1, 2}⟩ ⟨cell, {3}⟩",
        &["stanford/8puzzle.kif", "base/eightPuzzle.kif"],
    ),
    row(
        "horseshoe",
        (2, 0.02, 0.01),
        "⟨cell, {1}⟩",
        &["stanford/horseshoe.kif"],
    ),
    row(
        "kono",
        (4, 0.42, 0.14),
        "⟨cell, {1, 2}⟩",
        &["stanford/kono.kif"],
    ),
    row(
        "multiplehunter",
        (4, 16.61, 12.72),
        "⟨cell, {1}⟩",
        &["stanford/dual_hunter.kif"],
    ),
    row(
        "tictactoe",
        (4, 0.04, 0.01),
        "⟨cell, {1, 2}⟩",
        &["base/ticTacToe.kif"],
    ),
];

const fn row(
    name: &'static str,
    (calls, total, longest): (usize, f64, f64),
    projections: &'static str,
    sheets: &'static [&'static str],
) -> Published {
    Published {
        name,
        calls,
        total,
        longest,
        projections,
        sheets,
    }
}

impl Published {
    /// The row in words.
    pub fn text(&self) -> String {
        let (name, calls, projections) = (self.name, self.calls, self.projections);
        let (total, longest) = (self.total, self.longest);
        format!("{name}: {calls} calls, {total} s, at most {longest} s, {projections}")
    }
}
