//! The options that all labs of attention networks share.

use clap::Args;
use senet_console::Failure;
use senet_neural::GatOptions;
use std::path::PathBuf;

/// Options of the labs.
#[derive(Args, Clone, Debug)]
pub struct AttentionArgs {
    /// Folder of public sheets, with the folders `base`, `dresden` and `stanford`
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// CPU minutes for the whole lab; training gets four fifths, tests the rest
    #[arg(long, value_name = "M", default_value_t = 55.0)]
    pub budget: f64,
    /// Steps per network, in place of a share of the budget; the results then depend on the seed alone
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,
    /// Random matches per test; fewer if the budget ends them
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub matches: usize,
    /// Distinct pairs of state and joint move per game to learn from
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    pub rows: usize,
    /// Examples per step
    #[arg(long, value_name = "N", default_value_t = GatOptions::default().batch)]
    pub batch: usize,
    /// Largest learning rate; it falls along a cosine
    #[arg(long, value_name = "X", default_value_t = GatOptions::default().learning_rate)]
    pub learning_rate: f32,
    /// Runs only the cases whose names contain one of these words
    #[arg(long, value_name = "WORD,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Folder for the results as CSV and SVG
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl AttentionArgs {
    /// Refuses invalid numbers.
    pub fn check(&self) -> Result<(), Failure> {
        let wrong = |what: &str| Err(Failure::new(what).help("`--help` shows examples"));
        match self {
            _ if self.budget.is_nan() || self.budget <= 0.0 => wrong("--budget must be above 0"),
            _ if self.steps == Some(0) => wrong("--steps must be at least 1"),
            _ if self.matches == 0 => wrong("--matches must be at least 1"),
            _ if self.rows < 20 => wrong("--rows must be at least 20: a tenth is for validation"),
            _ if self.batch == 0 => wrong("--batch must be at least 1"),
            _ => Ok(()),
        }
    }

    /// Returns true if a case is chosen.
    pub fn chooses(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|word| name.contains(word.as_str()))
    }
}
