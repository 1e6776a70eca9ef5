//! `senet lab reasoner-games`: Table 5.3, a network for each game.

use super::arguments::AttentionArgs;
use super::published::GAMES;
use super::report::{Heading, show};
use super::sheets::{
    BLOCKER, BUTTONS, C4, C4_THREE, HAMILTON, HANOI, KNIGHT, TTT, TTT_DOUBLE, TTT_LARGE, ThesisGame,
};
use super::table::{Case, TestCase, Training, run};
use clap::Args;
use senet_console::{Common, Failure};
use senet_neural::NodeLabelling;

/// The games in the order of the table.
const ORDER: [ThesisGame; 10] = [
    BUTTONS, TTT, TTT_LARGE, TTT_DOUBLE, C4, C4_THREE, BLOCKER, KNIGHT, HAMILTON, HANOI,
];

/// Trains an attention network for each of ten games and tests it: Table 5.3 of Gunawan's thesis
///
/// Each network predicts legal moves and next fluents of random matches. Training is usually shorter than the published one;
/// the output says by how much.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-games --dir ../shared/games --out results\n  \
    senet lab reasoner-games --dir ../shared/games --only blocker --steps 500 --matches 20 --json"
)]
pub struct ReasonerGames {
    #[command(flatten)]
    args: AttentionArgs,
}

impl ReasonerGames {
    /// Trains and tests the networks.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let cases = ORDER.iter().zip(GAMES).map(|(&game, published)| Case {
            name: game.name.to_string(),
            training: Training::on(&[game]),
            tests: vec![TestCase {
                game,
                labelling: NodeLabelling::Subtree,
                published,
            }],
        });
        let result = run(&cases.collect::<Vec<_>>(), &self.args, common)?;
        let heading = Heading {
            lab: "reasoner-games",
            title: "Attention networks for single games (Table 5.3)",
        };
        show(&heading, &result, &[], &self.args, common)
    }
}
