//! Tables of mappings: our results beside the published ones.

use super::MappingSetting;
use super::published::{PublishedMean, PublishedRow};
use super::trials::{self, MappingTrial, same_graph};
use crate::csv;
use crate::csv::csv_line;
use crate::plot::{self, Interval, PlotRow, Scale};
use crate::stats::Mean;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, progress};
use senet_graph::mapping::MappingMethod;
use serde::Serialize;
use serde_json::json;

/// A row: one mapper on one pair of games.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    method: &'static str,
    trials: usize,
    published_percent: Option<PublishedMean>,
    percent: Mean,
    percent_up_to_symmetry: Mean,
    published_ms: Option<PublishedMean>,
    ms: Mean,
    distance: Mean,
    /// True if our mean is at least the published mean minus its standard deviation.
    reached: Option<bool>,
}

impl Row {
    fn new(row: &PublishedRow, method: MappingMethod, trials: &[MappingTrial]) -> Row {
        let mean = |of: fn(&MappingTrial) -> f64| Mean::of(trials.iter().map(of));
        let percent = mean(|trial| trial.accuracy.strict);
        let published = row.of(method);
        // Published numbers have two decimal places.
        let reaches = |(mean, spread): PublishedMean| percent.mean >= mean - spread - 0.005;
        Row {
            game: row.title,
            method: method.name(),
            trials: trials.len(),
            published_percent: published.map(|(percent, _)| percent),
            percent,
            percent_up_to_symmetry: mean(|trial| trial.accuracy.symmetric),
            published_ms: published.map(|(_, ms)| ms),
            ms: mean(|trial| trial.ms),
            distance: mean(|trial| trial.mapping.distance),
            reached: published.map(|(percent, _)| reaches(percent)),
        }
    }

    fn cells(&self) -> [String; 10] {
        let published = |value: Option<PublishedMean>, digits: usize| match value {
            Some((mean, spread)) => format!("{mean:.digits$} ±{spread:.digits$}"),
            None => "-".to_string(),
        };
        let ours = |mean: &Mean, digits: usize| {
            format!("{:.digits$} ±{:.digits$}", mean.mean, mean.spread)
        };
        let (low, high) = self.percent.interval;
        cells![
            self.game,
            self.method,
            published(self.published_percent, 2),
            ours(&self.percent, 2),
            format!("[{low:.1}–{high:.1}]"),
            ours(&self.percent_up_to_symmetry, 2),
            published(self.published_ms, 0),
            ours(&self.ms, 1),
            format!("{:.4}", self.distance.mean),
            match self.reached {
                Some(true) => "reached",
                Some(false) => "below",
                None => "",
            },
        ]
    }

    fn csv(&self) -> String {
        let number = |value: f64| format!("{value:.4}");
        let of = |value: Option<PublishedMean>| match value {
            Some((mean, spread)) => [number(mean), number(spread)],
            None => [String::new(), String::new()],
        };
        let mut fields = vec![
            self.game.to_string(),
            self.method.to_string(),
            self.trials.to_string(),
        ];
        fields.extend(of(self.published_percent));
        for mean in [&self.percent, &self.percent_up_to_symmetry] {
            let values = [mean.mean, mean.spread, mean.interval.0, mean.interval.1];
            fields.extend(values.map(number));
        }
        fields.extend(of(self.published_ms));
        let rest = [
            self.ms.mean,
            self.ms.spread,
            self.distance.mean,
            self.distance.spread,
        ];
        fields.extend(rest.map(number));
        csv_line(&fields)
    }
}

const CSV_TITLE: &str = "game,method,trials,published_percent,published_percent_spread,percent,percent_spread,percent_low,percent_high,\
    symmetric_percent,symmetric_percent_spread,symmetric_percent_low,symmetric_percent_high,published_ms,published_ms_spread,ms,ms_spread,\
    distance,distance_spread\n";

/// The columns, wide enough for rows that are printed one by one.
fn columns() -> TextTable {
    TextTable::new([
        left("game").at_least(30),
        left("method").at_least(7),
        right("published %").at_least(13),
        right("ours %").at_least(13),
        right("95 %").at_least(13),
        right("up to symm. %").at_least(13),
        right("published ms").at_least(12),
        right("ours ms").at_least(12),
        right("distance"),
        left(""),
    ])
}

/// Runs every mapper on every row and prints the table.
pub fn run(
    name: &'static str,
    title: &str,
    rows: &[PublishedRow],
    setting: &MappingSetting,
    common: &Common,
) -> Result<(), Failure> {
    let seeds = setting.seeds(common);
    let bar = progress::bar(rows.len() * setting.methods.len(), "rows");
    let mut out = Out::new();
    let table = columns();
    if !common.json {
        out.line(format!(
            "{title}; {} trials, seeds from {}",
            seeds.len(),
            common.seed
        ))?;
        out.line(table.head())?;
    }
    let mut done = Vec::new();
    for published in rows {
        let games = (
            setting.game(published.sheet, common)?,
            setting.game(published.target, common)?,
        );
        for method in &setting.methods {
            let method = method.meant();
            bar.set_message(format!("{} by {}", published.title, method.name()));
            let games = (&games.0, &games.1);
            let trials = trials::run(games, method, &seeds, common.deadline(), same_graph)?;
            let row = Row::new(published, method, &trials);
            if !common.json {
                bar.suspend(|| out.line(table.line(row.cells())).and_then(|()| out.flush()))?;
            }
            done.push(row);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let whole =
        json!({"experiment": name, "seed": common.seed, "trials": seeds.len(), "rows": done});
    if common.json {
        out.json(&whole)?;
    } else {
        out.line(NOTE)?;
    }
    out.flush()?;
    keep(name, title, &done, &whole, setting)
}

const NOTE: &str = "± is the standard deviation of single trials; ms is CPU time. `up to symm.` also accepts a symbol of the same \
orbit of the target. `reached`: our mean is at least the published mean minus its spread. Two rules of mmap were chosen after seeing such \
tables (docs/mapping.md), so its agreement is fitted.";

fn keep(
    name: &str,
    title: &str,
    rows: &[Row],
    whole: &serde_json::Value,
    setting: &MappingSetting,
) -> Result<(), Failure> {
    let Some(folder) = &setting.out else {
        return Ok(());
    };
    let csv: String = rows.iter().map(Row::csv).collect();
    let dots = rows.iter().map(|row| PlotRow {
        label: format!("{} · {}", row.game, row.method),
        ours: Some(Interval::new(row.percent.mean, row.percent.interval)),
        published: row.published_percent.map(|(mean, _)| mean),
    });
    let svg = plot::rows(title, Scale::Share, &dots.collect::<Vec<_>>());
    csv::write(
        folder,
        &[
            (&format!("{name}.csv"), CSV_TITLE.to_string() + &csv),
            (&format!("{name}.svg"), svg),
            (&format!("{name}.json"), format!("{whole:#}\n")),
        ],
    )
}
