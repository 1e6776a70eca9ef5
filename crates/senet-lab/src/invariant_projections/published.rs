//! The published table.

use serde::Serialize;

/// A row of the published table: solver calls, seconds and projections.
#[derive(Serialize)]
pub struct PublishedTimes {
    /// The published name of the game.
    pub name: &'static str,
    /// The relations whose projections were tested.
    pub relations: &'static [&'static str],
    /// Calls of the test.
    pub calls: usize,
    /// Total seconds.
    pub total: f64,
    /// Seconds of the slowest call.
    pub longest: f64,
    /// The maximal projections.
    pub projections: &'static [&'static str],
    /// The closest public sheets, as paths in the folder of games.
    pub sheets: &'static [&'static str],
}

/// The rows whose games have public sheets.
pub static TABLE: [PublishedTimes; 7] = [
    PublishedTimes {
        name: "alquerque",
        relations: &["cell"],
        calls: 4,
        total: 3.76,
        longest: 1.13,
        projections: &["⟨cell, {1, 2}⟩"],
        sheets: &["stanford/alquerque.kif"],
    },
    PublishedTimes {
        name: "chinook",
        relations: &["oddcell", "evencell"],
        calls: 8,
        total: 24.45,
        longest: 5.73,
        projections: &["⟨oddcell, {1, 2}⟩", "⟨evencell, {1, 2}⟩"],
        sheets: &["stanford/chinook.kif", "base/chinook.kif"],
    },
    PublishedTimes {
        name: "eightpuzzle",
        relations: &["cell"],
        calls: 6,
        total: 0.5,
        longest: 0.1,
        projections: &["⟨cell, {1, 2}⟩", "⟨cell, {3}⟩"],
        sheets: &["stanford/8puzzle.kif", "base/eightPuzzle.kif"],
    },
    PublishedTimes {
        name: "horseshoe",
        relations: &["cell"],
        calls: 2,
        total: 0.02,
        longest: 0.01,
        projections: &["⟨cell, {1}⟩"],
        sheets: &["stanford/horseshoe.kif"],
    },
    PublishedTimes {
        name: "kono",
        relations: &["cell"],
        calls: 4,
        total: 0.42,
        longest: 0.14,
        projections: &["⟨cell, {1, 2}⟩"],
        sheets: &["stanford/kono.kif"],
    },
    PublishedTimes {
        name: "multiplehunter",
        relations: &["cell"],
        calls: 4,
        total: 16.61,
        longest: 12.72,
        projections: &["⟨cell, {1}⟩"],
        sheets: &["stanford/dual_hunter.kif"],
    },
    PublishedTimes {
        name: "tictactoe",
        relations: &["cell"],
        calls: 4,
        total: 0.04,
        longest: 0.01,
        projections: &["⟨cell, {1, 2}⟩"],
        sheets: &["base/ticTacToe.kif"],
    },
];

impl PublishedTimes {
    /// The relations as text.
    pub fn relations(&self) -> String {
        self.relations.join(", ")
    }

    /// Tells whether the found projections equal the published ones, in any order.
    pub fn is_same(&self, found: &[String]) -> bool {
        let among = |one: &&&str| found.iter().any(|other| other == **one);
        found.len() == self.projections.len() && self.projections.iter().all(|one| among(&one))
    }

    /// Tells whether all published projections are among the proved ones.
    pub fn is_among(&self, proved: &[String]) -> bool {
        let mut published = self.projections.iter();
        published.all(|one| proved.iter().any(|other| other == one))
    }
}
