//! `senet lab self-mapping`: games mapped to themselves (Table I).

use super::published::SELF_MAPPING;
use super::{MappingSetting, table};
use clap::Args;
use senet_console::{Common, Failure};

/// Games mapped to themselves: how many symbols find themselves, and how long it takes
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab self-mapping --games sheets\n  senet lab self-mapping --methods lmap,senet --trials 100 --out results\n\n\
    With --out, a folder gets self-mapping.csv, self-mapping.svg and self-mapping.json."
)]
pub struct SelfMapping {
    #[command(flatten)]
    setting: MappingSetting,
}

impl SelfMapping {
    /// Does the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let title = "Games mapped to themselves";
        table::run("self-mapping", title, &SELF_MAPPING, &self.setting, common)
    }
}
