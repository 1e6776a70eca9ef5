//! The symbol mapping experiments, and their shared parts: games with known names, repeated trials, tables and plots.

mod distance;
mod game;
mod noise;
mod published;
mod self_mapping;
mod table;
mod trials;
mod variants;

pub use distance::GameDistance;
pub use noise::NodeNoise;
pub use self_mapping::SelfMapping;
pub use variants::MappingVariants;

use clap::Args;
use game::MappedGame;
use senet_console::{Common, Failure, MapperArg};
use std::path::PathBuf;

/// Options that all mapping experiments share.
#[derive(Args)]
pub struct MappingSetting {
    /// Folder with the public rule sheets (queens08lg.kif, …) [default: games/base in $SENET_SHARED]
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Mappers, separated by commas
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "myopic,mmap,lmap,senet"
    )]
    methods: Vec<MapperArg>,
    /// Number of mappings per row, each with a different order of symbols
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    trials: u64,
    /// Folder for the results as CSV, SVG and JSON
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl MappingSetting {
    /// Reads a public rule sheet.
    fn game(&self, name: &str, common: &Common) -> Result<MappedGame, Failure> {
        let folder = match (&self.games, std::env::var_os("SENET_SHARED")) {
            (Some(folder), _) => folder.clone(),
            (None, Some(shared)) => PathBuf::from(shared).join("games/base"),
            (None, None) => {
                return Err(
                    Failure::new("the folder with the public rule sheets is unknown").help(
                        "name it with --games DIR; it holds queens08lg.kif, chess.kif and so on",
                    ),
                );
            }
        };
        MappedGame::read(&folder.join(format!("{name}.kif")), common.deadline())
    }

    /// The seeds of the trials.
    fn seeds(&self, common: &Common) -> Vec<u64> {
        (0..self.trials)
            .map(|trial| common.seed.wrapping_add(trial))
            .collect()
    }
}
