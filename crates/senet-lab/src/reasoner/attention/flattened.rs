//! `senet lab reasoner-flatten`: Table 5.4, standard and flat rules.

use super::arguments::AttentionArgs;
use super::published::FLAT;
use super::report::{Heading, show};
use super::sheets::{C4, TTT_DOUBLE, TTT_LARGE};
use super::table::{Case, TestCase, Training, run};
use clap::Args;
use senet_console::{Common, Failure};
use senet_neural::NodeLabelling;

/// Trains attention networks on rules as they are, and on rules with helper relations inlined: Table 5.4 of Gunawan's thesis
///
/// Inlining shortens the paths from fluents to moves. `senet flatten` does it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-flatten --dir ../shared/games --out results\n  \
    senet lab reasoner-flatten --dir ../shared/games --only large --budget 10 --json"
)]
pub struct ReasonerFlatten {
    #[command(flatten)]
    args: AttentionArgs,
}

impl ReasonerFlatten {
    /// Trains and tests the networks.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut cases = Vec::new();
        for (game, published) in [TTT_LARGE, TTT_DOUBLE, C4].into_iter().zip(FLAT) {
            for (kind, published) in ["standard", "flat"].into_iter().zip(published) {
                cases.push(Case {
                    name: format!("{}, {kind}", game.name),
                    training: Training {
                        is_flat: kind == "flat",
                        ..Training::on(&[game])
                    },
                    tests: vec![TestCase {
                        game,
                        labelling: NodeLabelling::Subtree,
                        published,
                    }],
                });
            }
        }
        let result = run(&cases, &self.args, common)?;
        let heading = Heading {
            lab: "reasoner-flatten",
            title: "Attention networks on standard and flat rules (Table 5.4)",
        };
        show(&heading, &result, &[], &self.args, common)
    }
}
