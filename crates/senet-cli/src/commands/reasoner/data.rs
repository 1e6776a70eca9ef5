//! `senet reasoner data`: writes states with exact answers as Parquet files.

use clap::Args;
use senet_console::{Common, Failure, Out, progress, source};
use senet_lab::reasoner::grounded;
use senet_neural::{DataOptions, DataSet, DatasetEnd, generate, write_data_set};
use serde_json::json;
use std::path::PathBuf;

/// Writes states of random matches as Parquet files: legal moves, next state, goals, and whether the match is over
///
/// The folder gets three files: the meaning of the bits, the edges of the ground rules, and the states. docs/neural.md describes their columns.
/// The rows are distinct pairs of state and joint move, and a share of the states is terminal.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet reasoner data tic-tac-toe --out data\n  \
    senet reasoner data connect-four --rows 50000 --terminal-share 0.1 --out data --json"
)]
pub struct Data {
    /// The game
    game: String,
    /// Folder for the files
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of distinct pairs of state and joint move
    #[arg(long, value_name = "N", default_value_t = DataOptions::default().rows)]
    rows: usize,
    /// Share of terminal states, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = DataOptions::default().terminal_share)]
    terminal_share: f64,
    /// Cuts matches short after this number of moves
    #[arg(long, value_name = "N", default_value_t = DataOptions::default().max_steps)]
    max_steps: usize,
}

impl Data {
    /// Plays the matches and writes the files.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.terminal_share) {
            let message = format!("--terminal-share cannot be {}", self.terminal_share);
            return Err(Failure::new(message).help("give a number from 0 to 1"));
        }
        let source = source::find(&self.game, common)?;
        let deadline = common.deadline();
        let grounded = grounded(&source, deadline)?;
        let spinner = progress::spinner("playing random matches".to_string());
        let options = DataOptions {
            rows: self.rows,
            terminal_share: self.terminal_share,
            max_steps: self.max_steps,
            seed: common.seed,
            deadline: deadline.clone(),
        };
        let data = generate(&source.name, &grounded, &options);
        spinner.finish_and_clear();
        if data.rows.is_empty() && data.ended == DatasetEnd::OutOfTime {
            return Err(Failure::out_of_time("the first match"));
        }
        write_data_set(&self.out, &data, &grounded).map_err(|error| {
            Failure::new(format!("{}: {error}", self.out.display()))
                .help("choose another folder for --out")
        })?;
        self.show(&data, common)
    }

    fn show(&self, data: &DataSet, common: &Common) -> Result<(), Failure> {
        let terminal = data.rows.iter().filter(|row| row.is_terminal).count();
        let (rows, folder) = (data.rows.len(), self.out.display().to_string());
        let mut out = Out::new();
        match common.json {
            true => out.json(&json!({
                "game": data.game, "folder": folder, "rows": rows, "terminal_rows": terminal,
                "ended": data.ended, "seed": data.seed,
            }))?,
            false => out.line(format!(
                "{folder}: {rows} distinct pairs of state and joint move of {}, {terminal} of them terminal{}",
                data.game,
                reason(data.ended)
            ))?,
        }
        Ok(out.flush()?)
    }
}

/// The note in the report if there are fewer rows than requested.
fn reason(ended: DatasetEnd) -> &'static str {
    match ended {
        DatasetEnd::Complete => "",
        DatasetEnd::NothingNew => "; further random matches reached no new pairs that were needed",
        DatasetEnd::OutOfTime => "; the time limit ended the matches",
    }
}
