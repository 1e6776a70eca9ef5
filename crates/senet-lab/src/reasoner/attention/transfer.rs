//! `senet lab reasoner-transfer`: Table 5.7, networks on games that they were not trained on.

use super::arguments::AttentionArgs;
use super::published::{Published, TRANSFER};
use super::report::{Heading, show};
use super::sheets::{C4, TTT, TTT_DOUBLE, TTT_LARGE, ThesisGame};
use super::table::{Case, TestCase, Training, run};
use clap::Args;
use senet_console::{Common, Failure};
use senet_neural::NodeLabelling;

/// The four games of the experiments with several games, in the order of the tables.
pub const FOUR: [ThesisGame; 4] = [TTT, TTT_DOUBLE, TTT_LARGE, C4];

/// Trains five attention networks, one on each of four games and one on all; tests each on all four: Table 5.7 of Gunawan's thesis
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-transfer --dir ../shared/games --out results\n  \
    senet lab reasoner-transfer --dir ../shared/games --only mixed --budget 10 --json"
)]
pub struct ReasonerTransfer {
    #[command(flatten)]
    args: AttentionArgs,
}

/// The names and games of the five networks: one game each, then all.
pub fn networks() -> [(String, Training); 5] {
    let all = ("mixed".to_string(), Training::on(&FOUR));
    let single = |game: ThesisGame| (game.name.to_string(), Training::on(&[game]));
    let [a, b, c, d] = FOUR.map(single);
    [a, b, c, d, all]
}

/// Tests on the four games.
pub fn tests(published: [Published; 4]) -> Vec<TestCase> {
    let tests = FOUR.into_iter().zip(published);
    tests
        .map(|(game, published)| TestCase {
            game,
            labelling: NodeLabelling::Subtree,
            published,
        })
        .collect()
}

impl ReasonerTransfer {
    /// Trains and tests the networks.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let named = networks().into_iter().zip(TRANSFER);
        let cases = named.map(|((name, training), published)| Case {
            name,
            training,
            tests: tests(published),
        });
        let result = run(&cases.collect::<Vec<_>>(), &self.args, common)?;
        let heading = Heading {
            lab: "reasoner-transfer",
            title: "Attention networks on other games than they were trained on (Table 5.7)",
        };
        show(&heading, &result, &[], &self.args, common)
    }
}
