//! `senet lab mapping-variants`: variants mapped to the game that they are variants of (Table II).

use super::published::VARIANTS;
use super::{MappingSetting, table};
use clap::Args;
use senet_console::{Common, Failure};

/// Variants of 8 Queens and checkers mapped to the original: how many of the shared symbols find themselves
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab mapping-variants --games sheets\n  senet lab mapping-variants --methods mmap,senet --out results\n\n\
    With --out, a folder gets mapping-variants.csv, mapping-variants.svg and mapping-variants.json."
)]
pub struct MappingVariants {
    #[command(flatten)]
    setting: MappingSetting,
}

impl MappingVariants {
    /// Does the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let title = "Variants mapped to the original";
        table::run("mapping-variants", title, &VARIANTS, &self.setting, common)
    }
}
