//! The three published experiments as data.

use super::minichess;

/// Who plays against the learner.
#[derive(Clone, Copy)]
pub enum Foe {
    /// Every move is equally likely.
    Random,
    /// Looks one move ahead.
    Greedy,
    /// Has learned itself, in so many matches.
    Trained {
        /// Matches.
        matches: usize,
        /// How often it makes a move by chance.
        exploration: f32,
    },
}

/// Where matches begin.
#[derive(Clone, Copy)]
pub enum Starts {
    /// In the initial state.
    Initial,
    /// Wherever the pieces of minichess may stand, on a board of this size.
    Anywhere(usize),
}

/// What is learned, and from what.
pub struct Experiment {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What a reader is told.
    pub title: &'static str,
    /// Where it was published.
    pub figure: &'static str,
    /// The rules of the source.
    pub source: String,
    /// The rules of the target.
    pub target: String,
    /// The role that is learned.
    pub role: usize,
    /// Who plays against it.
    pub opponent: Foe,
    /// Where matches of the source begin.
    pub source_starts: Starts,
    /// Where matches of the target begin.
    pub target_starts: Starts,
    /// Matches of the source, a learner for each; the first is none.
    pub experiences: &'static [usize],
    /// Matches of the target.
    pub matches: usize,
    /// What was published, in words.
    pub published: &'static [&'static str],
}

fn library(name: &str) -> String {
    senet_library::find(name).map_or_else(String::new, |game| game.rules.to_string())
}

/// All of them, in the order of the publication.
pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            name: "checkers",
            title: "Checkers 5×5, five men to four (number of markers)",
            figure: "Figure 5, left",
            source: library("checkers-5x5"),
            target: library("checkers-5x5-4men"),
            role: std::env::var("ROLE").ok().and_then(|s| s.parse().ok()).unwrap_or(0),
            opponent: Foe::Trained { matches: std::env::var("TM").ok().and_then(|s| s.parse().ok()).unwrap_or(20_000), exploration: std::env::var("TE").ok().and_then(|s| s.parse().ok()).unwrap_or(0.1) },
            source_starts: Starts::Initial,
            target_starts: Starts::Initial,
            experiences: &[0, 100, 1_000, 10_000],
            matches: 2_000,
            published: &[],
        },
        Experiment {
            name: "tic-tac-toe",
            title: "Tic-tac-toe with inverted goals",
            figure: "Figure 5, right",
            source: library("tic-tac-toe"),
            target: library("tic-tac-toe").replace("(goal ?r 100)", "(goal ?r 1000)").replace("(goal ?r 0)", "(goal ?r 100)").replace("(goal ?r 1000)", "(goal ?r 0)"),
            role: 0,
            opponent: Foe::Random,
            source_starts: Starts::Initial,
            target_starts: Starts::Initial,
            experiences: &[0, 100, 1_000, 10_000],
            matches: 2_000,
            published: &[],
        },
        Experiment {
            name: "minichess",
            title: "Minichess, 3×3 to 4×4 (board size)",
            figure: "Figure 6",
            source: minichess::rules(3),
            target: minichess::rules(4),
            role: 0,
            opponent: Foe::Greedy,
            source_starts: Starts::Anywhere(3),
            target_starts: Starts::Anywhere(4),
            experiences: &[0, 100, 1_000],
            matches: 5_000,
            published: &[],
        },
    ]
}
