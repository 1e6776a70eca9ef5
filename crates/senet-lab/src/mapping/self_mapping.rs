//! `senet lab self-mapping`: maps games to themselves (Table I).

use super::published::SELF_MAPPING;
use super::{MappingSetting, table};
use clap::Args;
use senet_console::{Common, Failure};

/// Maps games to themselves: percent of correct symbols, and time
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab self-mapping --games sheets\n  senet lab self-mapping --methods lmap,senet --trials 100 --out results\n\n\
    --out writes self-mapping.csv, self-mapping.svg and self-mapping.json."
)]
pub struct SelfMapping {
    #[command(flatten)]
    setting: MappingSetting,
}

impl SelfMapping {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let title = "Games mapped to themselves";
        table::run("self-mapping", title, &SELF_MAPPING, &self.setting, common)
    }
}
