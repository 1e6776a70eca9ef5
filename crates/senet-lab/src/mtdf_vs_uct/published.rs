//! Published results of MTD(f) against UCT: "Multi-Game Playing - a Challenge for Computational Intelligence", Tables I and II.

/// A game of the experiment.
pub struct PublishedGame {
    /// The name in the library.
    pub name: &'static str,
    /// The column of the game in the published tables.
    column: usize,
}

/// The games, in the order of the tables.
pub const GAMES: [PublishedGame; 5] = [
    PublishedGame {
        name: "checkers",
        column: 0,
    },
    PublishedGame {
        name: "chess",
        column: 1,
    },
    PublishedGame {
        name: "connect-four",
        column: 2,
    },
    PublishedGame {
        name: "connect-five",
        column: 3,
    },
    PublishedGame {
        name: "othello",
        column: 4,
    },
];

/// Seconds per move, then percent for MTD(f) by game.
type Row = (f64, [i32; 5]);

/// Against UCT on one thread.
const SINGLE: [Row; 13] = [
    (1.0, [100, 5, 63, 100, 3]),
    (2.0, [100, 0, 68, 94, 22]),
    (3.0, [100, 0, 75, 81, 28]),
    (5.0, [100, 0, 65, 94, -6]),
    (8.0, [100, 0, 68, 81, 25]),
    (10.0, [100, 5, 90, 88, -11]),
    (15.0, [100, 20, 75, 56, -6]),
    (20.0, [100, 20, 63, 66, -11]),
    (30.0, [100, 30, 85, 25, -6]),
    (45.0, [100, 45, 80, 13, -14]),
    (60.0, [100, 35, 75, -13, 6]),
    (90.0, [100, 30, 65, -56, -19]),
    (120.0, [100, 40, 85, -25, 11]),
];

/// Against UCT on several threads.
const MULTIPLE: [Row; 11] = [
    (1.0, [100, 4, 45, 100, -28]),
    (2.0, [100, -11, 13, 88, 6]),
    (3.0, [100, 4, 38, 63, -47]),
    (5.0, [100, 7, 65, 88, -39]),
    (8.0, [100, -7, 35, 56, -61]),
    (10.0, [100, -7, 35, 63, -50]),
    (15.0, [100, -25, 53, 9, -78]),
    (20.0, [100, -11, 60, -44, -50]),
    (30.0, [75, -18, 58, -69, -33]),
    (45.0, [95, -11, 78, -69, -44]),
    (60.0, [100, -11, 60, -75, -47]),
];

impl PublishedGame {
    /// The published percentage for a time limit, against UCT on one thread or on several.
    pub fn percent(&self, seconds: f64, threads: usize) -> Option<i32> {
        let rows: &[Row] = if threads == 1 { &SINGLE } else { &MULTIPLE };
        let row = rows.iter().find(|row| row.0 == seconds)?;
        Some(row.1[self.column])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_published_percentages() {
        let percent = |name: &str, seconds, threads| {
            let game = GAMES.iter().find(|game| game.name == name).unwrap();
            game.percent(seconds, threads)
        };
        assert_eq!(percent("checkers", 1.0, 1), Some(100));
        assert_eq!(percent("othello", 15.0, 2), Some(-78));
        assert_eq!(percent("connect-five", 120.0, 1), Some(-25));
        assert_eq!(percent("connect-five", 120.0, 2), None);
        assert_eq!(percent("chess", 0.5, 1), None);
    }
}
