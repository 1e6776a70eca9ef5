//! The three published experiments as data.

use super::minichess;
use senet_console::{Common, Failure};
use senet_gdl::{Notation, Sheet, write};
use senet_structure::variants::Transformation;

/// The opponent of the learner.
#[derive(Clone, Copy)]
pub enum LearnerOpponent {
    /// Plays uniformly random moves.
    Random,
    /// Looks one move ahead.
    Greedy,
    /// Was trained against another learner.
    Trained {
        /// The number of training matches.
        matches: usize,
        /// The share of random moves.
        exploration: f32,
    },
}

/// The start states of matches.
#[derive(Clone, Copy)]
pub enum Starts {
    /// The initial state.
    Initial,
    /// Any legal placement of the minichess pieces, on a board of this size.
    Anywhere(usize),
}

/// One experiment: the source game, the target game and the settings.
pub struct Experiment {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The title in the output.
    pub title: &'static str,
    /// The figure in the publication.
    pub figure: &'static str,
    /// The rules of the source game.
    pub source: String,
    /// The rules of the target game.
    pub target: String,
    /// The role that learns.
    pub role: usize,
    /// The opponent of that role.
    pub opponent: LearnerOpponent,
    /// The start states of the source and of the target.
    pub starts: (Starts, Starts),
    /// The numbers of source matches, one learner for each; the first is 0.
    pub experiences: &'static [usize],
    /// The number of target matches.
    pub matches: usize,
    /// The published results in words.
    pub published: &'static [&'static str],
}

/// All experiments, in the order of the publication.
pub fn experiments(common: &Common) -> Result<Vec<Experiment>, Failure> {
    Ok(vec![checkers()?, tic_tac_toe(common)?, minichess()])
}

/// The opponent sometimes plays random moves. Otherwise it would repeat the same few matches.
fn checkers() -> Result<Experiment, Failure> {
    Ok(Experiment {
        name: "checkers",
        title: "Checkers 5×5, from five men to four",
        figure: "Figure 5, left",
        source: library("checkers-5x5")?,
        target: library("checkers-5x5-4men")?,
        role: 0,
        opponent: LearnerOpponent::Trained {
            matches: 20_000,
            exploration: 0.3,
        },
        starts: (Starts::Initial, Starts::Initial),
        experiences: &[0, 1_000, 10_000, 30_000],
        matches: 2_000,
        published: &[
            "significantly better at all points shown, until convergence",
            "1,113 values transferred on average, about a third of all afterstates met in the target",
        ],
    })
}

fn tic_tac_toe(common: &Common) -> Result<Experiment, Failure> {
    let source = library("tic-tac-toe")?;
    let inverted = Transformation::InvertedGoal
        .apply(&Sheet::read(source.as_str()).description, common.deadline());
    let inverted = inverted.map_err(|error| Failure::new(error.to_string()))?;
    Ok(Experiment {
        name: "tic-tac-toe",
        title: "Tic-tac-toe, from lines that win to lines that lose",
        figure: "Figure 5, right",
        source,
        target: write(&inverted, Notation::Prefix),
        role: 0,
        opponent: LearnerOpponent::Random,
        starts: (Starts::Initial, Starts::Initial),
        experiences: &[0, 100, 1_000, 10_000],
        matches: 2_000,
        published: &[
            "after 10,000 matches significantly better until match 700",
            "hit rate 68 % after 10,000 matches",
        ],
    })
}

fn minichess() -> Experiment {
    Experiment {
        name: "minichess",
        title: "Minichess, from 3×3 to 4×4",
        figure: "Figure 6",
        source: minichess::rules(3),
        target: minichess::rules(4),
        role: 0,
        opponent: LearnerOpponent::Greedy,
        starts: (Starts::Anywhere(3), Starts::Anywhere(4)),
        experiences: &[0, 100, 1_000],
        matches: 5_000,
        published: &[
            "significantly better until match 1,200",
            "worse than from scratch between 2,500 and 4,000, more so after 1,000 matches than after 100",
        ],
    }
}

fn library(name: &str) -> Result<String, Failure> {
    let game = senet_library::find(name);
    game.map(|game| game.rules.to_string())
        .ok_or_else(|| senet_console::source::unknown(name))
}
