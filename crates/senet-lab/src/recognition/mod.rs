//! `senet lab recognition`: tests whether scrambled games and their variants are recognised.
//!
//! Kuhlmann and Stone report up to 27 seconds to recognise a game among about 100 known ones, including variants.

mod ask;
mod report;

use ask::{KnownGames, Question};
use clap::Args;
use report::RecognitionReport;
use senet_console::{Common, Failure, in_parallel, sheets::sheets_of};
use senet_engine::spread_seed;
use senet_gdl::{Deadline, Description, Sheet};
use senet_graph::canonical;
use senet_knowledge::recognition::{GameIndex, IndexedGame, recognition_keys};
use senet_structure::variants::{Transformation, role_switches, variants};
use std::path::PathBuf;

/// Scrambles every game of a folder and its variants, then tries to recognise each
///
/// `found` counts answers with the original game and the same change. `otherwise` counts answers with another game or
/// change; these are proven too, so they are also correct. Times are CPU time of one lookup among all games, from the
/// parsed rules to the proven answer.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab recognition my-games --out results\n  senet lab recognition my-games --scrambles 1 --no-variants --json"
)]
pub struct RecognitionLab {
    /// Folder with rule sheets (.kif)
    folder: PathBuf,
    /// Number of scrambled copies per game
    #[arg(long, value_name = "N", default_value_t = 5)]
    scrambles: u64,
    /// Skips variants
    #[arg(long)]
    no_variants: bool,
    /// Maximum number of variants per game and class [default: all]
    #[arg(long, value_name = "N")]
    variants: Option<usize>,
    /// Time limit in seconds
    #[arg(long, value_name = "S", default_value_t = 86400.0)]
    seconds: f64,
    /// Writes tables (CSV) and a plot (SVG) into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl RecognitionLab {
    /// Looks up all questions and prints the results.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let sheets = sheets_of(&self.folder)?;
        let deadline = &common.deadline_within(self.seconds);
        let games = self.games(sheets.games, deadline)?;
        let mut questions = self.scrambled(&games, common.seed);
        if !self.no_variants {
            questions.extend(self.varied(&games, common.seed, deadline)?);
        }
        let asked = in_parallel(&questions, "questions", |q| games.ask(q, deadline))?;
        let report = RecognitionReport::new(&games, &questions, &asked, sheets.skipped);
        if let Some(folder) = &self.out {
            crate::csv::write(folder, &report.files())?;
        }
        report.show(common)
    }

    /// Loads all games of the folder with their signatures.
    fn games(
        &self,
        sheets: Vec<(String, Sheet)>,
        deadline: &Deadline,
    ) -> Result<KnownGames, Failure> {
        let forms = in_parallel(&sheets, "games", |(_, sheet)| {
            canonical(&sheet.description, deadline)
        })?;
        let descriptions = sheets.iter().map(|(_, sheet)| sheet.description.clone());
        let descriptions: Vec<Description> = descriptions.collect();
        let signs = match self.no_variants {
            true => Vec::new(),
            false => in_parallel(&descriptions, "games", |game| {
                recognition_keys(game, deadline)
            })?,
        };
        let mut index = GameIndex::default();
        let mut keys = Vec::new();
        for ((name, sheet), form) in sheets.into_iter().zip(forms) {
            let key = form
                .map_err(|error| Failure::new(format!("{name}: {error}")))?
                .key;
            let rules = sheet.text;
            index.add(IndexedGame { name, rules }, key);
            keys.push(key);
        }
        for (game, signs) in signs.into_iter().enumerate() {
            let name = &index.games()[game].name;
            let signs = signs.map_err(|error| Failure::new(format!("{name}: {error}")))?;
            signs.into_iter().for_each(|sign| index.add_key(game, sign));
        }
        Ok(KnownGames {
            index,
            descriptions,
            keys,
        })
    }

    fn scrambled(&self, games: &KnownGames, seed: u64) -> Vec<Question> {
        let all = (0..games.descriptions.len()).flat_map(|game| {
            (0..self.scrambles).map(move |number| Question {
                game,
                change: None,
                description: None,
                seed: spread_seed(seed, number),
            })
        });
        all.collect()
    }

    fn varied(
        &self,
        games: &KnownGames,
        seed: u64,
        deadline: &Deadline,
    ) -> Result<Vec<Question>, Failure> {
        let make = |game: &Description| variants(game, deadline);
        let made = in_parallel(&games.descriptions, "games", make)?;
        let mut questions = Vec::new();
        for (game, made) in made.into_iter().enumerate() {
            let made = made?.into_iter().filter_map(|variant| {
                let change = variant.transformations.into_iter().next()?;
                Some((change, Some(variant.description)))
            });
            let switched = games.role_switches(game).into_iter();
            let all = made.chain(switched.map(|change| (change, None)));
            let mut counts = std::collections::HashMap::new();
            for (change, description) in all {
                let count: &mut usize = counts.entry(change.class()).or_default();
                *count += 1;
                if self.variants.is_none_or(|most| *count <= most) {
                    questions.push(Question {
                        game,
                        change: Some(change),
                        description,
                        seed,
                    });
                }
            }
        }
        Ok(questions)
    }
}

impl KnownGames {
    /// The role switches of a game. Only the first of equal games has them, because a lookup returns that one.
    fn role_switches(&self, game: usize) -> Vec<Transformation> {
        let first = self.keys.iter().position(|key| *key == self.keys[game]);
        match first == Some(game) {
            true => role_switches(&self.descriptions[game]),
            false => Vec::new(),
        }
    }
}
