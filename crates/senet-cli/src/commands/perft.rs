//! `senet perft`: counts the legal sequences of joint moves by length.

use clap::Args;
use senet_console::cells;
use senet_console::table::{TextTable, right};
use senet_console::{BackEndArgs, Common, Failure, Out};
use senet_trace::perft;
use serde_json::json;

/// Counts the legal sequences of joint moves by length; equal games have equal counts
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet perft tic-tac-toe --depth 5\n  senet perft my-game.kif --depth 3 --json"
)]
pub struct PerftCommand {
    /// The game
    game: String,
    /// Length of the longest sequences to count
    #[arg(long, value_name = "N", default_value_t = 4)]
    depth: usize,
    /// Stops after this number of joint moves
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    #[command(flatten)]
    back_end: BackEndArgs,
}

impl PerftCommand {
    /// Counts the sequences and prints the counts.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let (source, loaded) = self.back_end.load(&self.game, common)?;
        let result = perft(&*loaded.game, self.depth, self.nodes)?;
        let mut out = Out::new();
        if common.json {
            out.json(&json!({
                "game": source.name,
                "back_end": loaded.back_end.name(),
                "counts": result.counts,
                "stopped": result.stopped,
            }))?;
        } else {
            let mut table = TextTable::new([right("depth"), right("sequences")]);
            for (depth, count) in (1..).zip(&result.counts) {
                table.row(cells![depth, count]);
            }
            out.text(&table.to_string())?;
            if let Some(reason) = &result.stopped {
                out.line(format!("stopped: {reason}"))?;
            }
        }
        out.flush()?;
        Ok(())
    }
}
