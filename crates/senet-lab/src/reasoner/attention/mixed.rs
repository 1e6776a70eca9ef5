//! `senet lab reasoner-mixed`: Table 5.8 and Figure 5.13, four games at random or one after another.

use super::arguments::AttentionArgs;
use super::curves::loss_curves;
use super::published::MIXED;
use super::report::{Heading, show};
use super::table::{Case, Training, run};
use super::transfer::{FOUR, tests};
use clap::Args;
use senet_console::{Common, Failure};
use senet_neural::Mixing;

/// Trains attention networks on four games, mixed at random and one after another: Table 5.8 and Figure 5.13 of Gunawan's thesis
///
/// The folder of --out also gets the loss curves of both networks.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-mixed --dir ../shared/games --out results\n  \
    senet lab reasoner-mixed --dir ../shared/games --only sequential --budget 10 --json"
)]
pub struct ReasonerMixed {
    #[command(flatten)]
    args: AttentionArgs,
}

impl ReasonerMixed {
    /// Trains and tests the networks.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mixings = [
            ("random", Mixing::Random),
            ("sequential", Mixing::Sequential),
        ];
        let cases = mixings.into_iter().zip(MIXED);
        let cases = cases.map(|((name, mixing), published)| Case {
            name: name.to_string(),
            training: Training {
                mixing,
                ..Training::on(&FOUR)
            },
            tests: tests(published),
        });
        let result = run(&cases.collect::<Vec<_>>(), &self.args, common)?;
        let heading = Heading {
            lab: "reasoner-mixed",
            title: "Attention networks on four games, mixed or one after another (Table 5.8)",
        };
        let curves = loss_curves("Loss of mixed training (Figure 5.13)", &result.trainings);
        let more = [("reasoner-mixed-loss.svg", curves)];
        show(&heading, &result, &more, &self.args, common)
    }
}
