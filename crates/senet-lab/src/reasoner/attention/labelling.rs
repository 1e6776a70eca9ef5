//! `senet lab reasoner-labelling`: Table 5.5, the two labellings.

use super::arguments::AttentionArgs;
use super::published::LABELLING;
use super::report::{Heading, show};
use super::sheets::{C4_THREE, TTT_LARGE};
use super::table::{Case, TestCase, Training, run};
use clap::Args;
use senet_console::{Common, Failure};
use senet_neural::NodeLabelling;

/// The labellings in the order of the table.
const ORDER: [NodeLabelling; 2] = [NodeLabelling::Minimal, NodeLabelling::Subtree];

/// Trains attention networks with each labelling and tests them with both: Table 5.5 of Gunawan's thesis
///
/// Minimal labels mark only a fluent or move that holds; subtree labels mark also its keyword and its arguments.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-labelling --dir ../shared/games --out results\n  \
    senet lab reasoner-labelling --dir ../shared/games --only large --budget 10 --json"
)]
pub struct ReasonerLabelling {
    #[command(flatten)]
    args: AttentionArgs,
}

impl ReasonerLabelling {
    /// Trains and tests the networks.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut cases = Vec::new();
        for (game, rows) in [TTT_LARGE, C4_THREE].into_iter().zip(LABELLING) {
            for (trained, published) in ORDER.into_iter().zip(rows) {
                let tests = ORDER.into_iter().zip(published);
                cases.push(Case {
                    name: format!("{}, {}", game.name, trained.name()),
                    training: Training {
                        labelling: trained,
                        ..Training::on(&[game])
                    },
                    tests: tests
                        .map(|(labelling, published)| TestCase {
                            game,
                            labelling,
                            published,
                        })
                        .collect(),
                });
            }
        }
        let result = run(&cases, &self.args, common)?;
        let heading = Heading {
            lab: "reasoner-labelling",
            title: "Attention networks with minimal and subtree labels (Table 5.5)",
        };
        show(&heading, &result, &[], &self.args, common)
    }
}
