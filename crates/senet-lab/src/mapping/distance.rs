//! `senet lab game-distance`: measures the distance of games from checkers (Table III).

use super::MappingSetting;
use super::game::MappedGame;
use super::published::{DISTANCES, PublishedMean};
use super::trials::{self, MappingTrial, same_graph};
use crate::csv;
use crate::csv::csv_line;
use crate::plot::{self, Interval, PlotRow, Scale};
use crate::stats::Mean;
use clap::Args;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, progress};
use senet_graph::is_numeric;
use senet_graph::mapping::MappingMethod;
use serde::Serialize;
use serde_json::json;

/// Measures the distance of other games from checkers by mapping their symbols
///
/// The publication does not say how distances were averaged. So three means are shown: over all symbols of the larger
/// game (the `distance` of all other commands), over symbols that are not numbers, and over mapped pairs only.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab game-distance --games sheets\n  senet lab game-distance --methods lmap --trials 5 --out results\n\n\
    --out writes game-distance.csv, game-distance.svg and game-distance.json."
)]
pub struct GameDistance {
    #[command(flatten)]
    setting: MappingSetting,
}

/// The distance of one game with one mapper.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    method: &'static str,
    trials: usize,
    published: Option<PublishedMean>,
    /// The mean over all symbols of the larger game. A symbol without a partner counts as 1.
    distance: Mean,
    /// The mean over all symbols of the larger game that are not numbers.
    without_numbers: Mean,
    /// The mean over mapped pairs only.
    of_pairs: Mean,
}

impl GameDistance {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let seeds = self.setting.seeds(common);
        let bar = progress::bar(DISTANCES.len() * self.setting.methods.len(), "rows");
        let checkers = self.setting.game(DISTANCES[0].1, common)?;
        let mut rows = Vec::new();
        for (title, sheet, mmap, lmap) in DISTANCES {
            let game = self.setting.game(sheet, common)?;
            for method in &self.setting.methods {
                let method = method.meant();
                let published = match method {
                    MappingMethod::Mmap => Some(mmap),
                    MappingMethod::Lmap => Some(lmap),
                    _ => None,
                };
                let games = (&game, &checkers);
                let deadline = common.deadline();
                let trials = trials::run(games, method, &seeds, deadline, same_graph)?;
                rows.push(row(title, method, published, games, &trials));
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        self.show(&rows, common)
    }

    fn show(&self, rows: &[Row], common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        let whole = json!({
            "experiment": "game-distance", "seed": common.seed, "trials": self.setting.trials, "rows": rows,
        });
        if common.json {
            out.json(&whole)?;
        } else {
            out.line(format!(
                "Distances from checkers; {} trials, seeds from {}",
                self.setting.trials, common.seed
            ))?;
            let words = ["game", "method"].map(left);
            let numbers = [
                "published",
                "all symbols",
                "without numbers",
                "mapped pairs",
            ]
            .map(right);
            let mut table = TextTable::new(words.into_iter().chain(numbers));
            rows.iter().for_each(|row| table.row(row_cells(row)));
            out.text(&table.to_string())?;
        }
        out.flush()?;
        self.keep(rows, &whole)
    }

    fn keep(&self, rows: &[Row], whole: &serde_json::Value) -> Result<(), Failure> {
        let Some(folder) = &self.setting.out else {
            return Ok(());
        };
        let csv: String = rows.iter().map(csv).collect();
        let csv = format!(
            "game,method,trials,published,published_spread,distance,distance_spread,without_numbers,without_numbers_spread,of_pairs,of_pairs_spread\n{csv}"
        );
        let dots = rows.iter().map(|row| PlotRow {
            label: format!("{} · {}", row.game, row.method),
            ours: Some(Interval::new(
                100.0 * row.distance.mean,
                (
                    100.0 * row.distance.interval.0,
                    100.0 * row.distance.interval.1,
                ),
            )),
            published: row.published.map(|(mean, _)| 100.0 * mean),
        });
        let svg = plot::rows(
            "Distance from checkers (% of the maximum)",
            Scale::Share,
            &dots.collect::<Vec<_>>(),
        );
        let json = format!("{whole:#}\n");
        csv::write(
            folder,
            &[
                ("game-distance.csv", csv),
                ("game-distance.svg", svg),
                ("game-distance.json", json),
            ],
        )
    }
}

fn row(
    title: &'static str,
    method: MappingMethod,
    published: Option<PublishedMean>,
    games: (&MappedGame, &MappedGame),
    trials: &[MappingTrial],
) -> Row {
    let most = games.0.names().len().max(games.1.names().len()) as f64;
    let without_numbers = |trial: &MappingTrial| {
        let named = trial.mapping.pairs.iter().filter(|pair| {
            !is_numeric(games.0.name(pair.from)) && !is_numeric(games.1.name(pair.to))
        });
        let saved: f64 = named.map(|pair| 1.0 - pair.distance).sum();
        1.0 - saved / most
    };
    let of_pairs =
        |trial: &MappingTrial| Mean::of(trial.mapping.pairs.iter().map(|pair| pair.distance)).mean;
    Row {
        game: title,
        method: method.name(),
        trials: trials.len(),
        published,
        distance: Mean::of(trials.iter().map(|trial| trial.mapping.distance)),
        without_numbers: Mean::of(trials.iter().map(without_numbers)),
        of_pairs: Mean::of(trials.iter().map(of_pairs)),
    }
}

fn row_cells(row: &Row) -> [String; 6] {
    let shown = |mean: f64, spread: f64| format!("{mean:.4} ±{spread:.4}");
    let published = row
        .published
        .map_or("-".to_string(), |(mean, spread)| shown(mean, spread));
    let ours = |mean: &Mean| shown(mean.mean, mean.spread);
    cells![
        row.game,
        row.method,
        published,
        ours(&row.distance),
        ours(&row.without_numbers),
        ours(&row.of_pairs),
    ]
}

fn csv(row: &Row) -> String {
    let number = |value: f64| format!("{value:.6}");
    let mut fields = vec![
        row.game.to_string(),
        row.method.to_string(),
        row.trials.to_string(),
    ];
    fields.extend(match row.published {
        Some((mean, spread)) => [number(mean), number(spread)],
        None => [String::new(), String::new()],
    });
    for mean in [&row.distance, &row.without_numbers, &row.of_pairs] {
        fields.extend([number(mean.mean), number(mean.spread)]);
    }
    csv_line(&fields)
}
