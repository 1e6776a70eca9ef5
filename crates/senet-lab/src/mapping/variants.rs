//! `senet lab mapping-variants`: maps variants to their original game (Table II).

use super::published::VARIANTS;
use super::{MappingSetting, table};
use clap::Args;
use senet_console::{Common, Failure};

/// Maps variants of 8 Queens and checkers to the original: percent of shared symbols mapped correctly
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab mapping-variants --games sheets\n  senet lab mapping-variants --methods mmap,senet --out results\n\n\
    --out writes mapping-variants.csv, mapping-variants.svg and mapping-variants.json."
)]
pub struct MappingVariants {
    #[command(flatten)]
    setting: MappingSetting,
}

impl MappingVariants {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let title = "Variants mapped to the original";
        table::run("mapping-variants", title, &VARIANTS, &self.setting, common)
    }
}
