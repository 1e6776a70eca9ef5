//! `senet lab reasoner-ablation`: Table 5.6, parts of the network left out or replaced.

use super::arguments::AttentionArgs;
use super::published::ABLATION;
use super::report::{Heading, show};
use super::sheets::C4_THREE;
use super::table::{Case, TestCase, Training, run};
use clap::Args;
use senet_console::{Common, Failure};
use senet_neural::{GatConfig, NodeLabelling};

/// Trains the attention network without some of its parts on connect four for three players: Table 5.6 of Gunawan's thesis
///
/// `senet reasoner train --arch gat --network NAME` trains any of these networks on other games.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-ablation --dir ../shared/games --out results\n  \
    senet lab reasoner-ablation --dir ../shared/games --only default,gcn --budget 10 --json"
)]
pub struct ReasonerAblation {
    #[command(flatten)]
    args: AttentionArgs,
}

impl ReasonerAblation {
    /// Trains and tests the networks.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let named = GatConfig::NAMES.into_iter().zip(ABLATION);
        let cases = named.map(|(name, published)| Case {
            name: name.to_string(),
            training: Training {
                network: name.parse().expect("it is one of the names"),
                ..Training::on(&[C4_THREE])
            },
            tests: vec![TestCase {
                game: C4_THREE,
                labelling: NodeLabelling::Subtree,
                published,
            }],
        });
        let result = run(&cases.collect::<Vec<_>>(), &self.args, common)?;
        let heading = Heading {
            lab: "reasoner-ablation",
            title: "Attention networks with other parts, on connect four for three (Table 5.6)",
        };
        show(&heading, &result, &[], &self.args, common)
    }
}
