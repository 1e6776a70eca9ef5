//! Shows the results of a table as text, JSON, CSV and SVG.

use super::arguments::AttentionArgs;
use super::published::PublishedScore;
use super::scores::TaskScore;
use super::table::{TableResult, TableRow};
use crate::csv::{csv_line, write};
use crate::plot::{self, Interval, PlotRow, Scale};
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, cells};
use serde_json::json;

/// The title and the file name of a lab.
pub struct Heading {
    /// The name of the lab and of its files.
    pub lab: &'static str,
    /// The title of the table.
    pub title: &'static str,
}

/// Prints the result and writes its files, with further files of the lab.
pub fn show(
    heading: &Heading,
    result: &TableResult,
    more: &[(&str, String)],
    args: &AttentionArgs,
    common: &Common,
) -> Result<(), Failure> {
    let honest = statement(result, args);
    let mut out = Out::new();
    if common.json {
        out.json(&json!({
            "lab": heading.lab, "statement": honest, "seed": common.seed, "rows": result.rows, "trainings": result.trainings,
        }))?;
    } else {
        out.line(format!("{}; seed {}", heading.title, common.seed))?;
        out.text(&text(result).to_string())?;
        out.line(honest.clone())?;
    }
    out.flush()?;
    let Some(folder) = &args.out else {
        return Ok(());
    };
    let [table, picture, page] = ["csv", "svg", "md"].map(|end| format!("{}.{end}", heading.lab));
    let mut files = vec![
        (table.as_str(), csv(result)),
        (picture.as_str(), svg(heading.title, result)),
        (
            page.as_str(),
            format!("{}\n{honest}\n", text(result).markdown()),
        ),
    ];
    files.extend(more.iter().map(|(name, text)| (*name, text.clone())));
    write(folder, &files)
}

/// Says what was run, and how it differs from the published experiment.
pub fn statement(result: &TableResult, args: &AttentionArgs) -> String {
    let trainings = result.trainings.iter();
    let cpu: f64 = trainings.clone().map(|(_, record)| record.cpu_s).sum();
    let epochs = trainings.map(|(_, record)| record.epochs);
    let (least, most) = epochs.fold((f64::INFINITY, 0.0f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    format!(
        "Ours: {} networks, {:.1} CPU minutes of training in all, {least:.2} to {most:.2} epochs of up to {} states a game, batches of {}, \
         learning rate {}. Published: hundreds of epochs of 12,000 examples at learning rate 0.0001 on four GPUs. So ours are trained \
         less unless their epochs say otherwise. Intervals: 95 %, bootstrap over matches.",
        result.trainings.len(),
        cpu / 60.0,
        args.rows,
        args.batch,
        args.learning_rate,
    )
}

fn text(result: &TableResult) -> TextTable {
    let mut table = TextTable::new([
        left("network"),
        left("test"),
        right("next F1: published"),
        right("ours"),
        right("95 %"),
        right("legal F1: published"),
        right("ours"),
        right("95 %"),
        right("steps"),
        right("epochs"),
        right("matches"),
    ]);
    for row in &result.rows {
        let record = result
            .trainings
            .iter()
            .find(|(name, _)| *name == row.network);
        let steps = record.map_or(String::new(), |(_, record)| record.steps.to_string());
        let epochs = record.map_or(String::new(), |(_, record)| format!("{:.2}", record.epochs));
        let [next, next_interval] = ours(row, |scores| scores.next);
        let [legal, legal_interval] = ours(row, |scores| scores.legal);
        let matches = row
            .ours
            .as_ref()
            .map_or(String::new(), |ours| ours.matches.to_string());
        table.row(cells![
            row.network,
            row.test,
            f1(row.published.next),
            next,
            next_interval,
            f1(row.published.legal),
            legal,
            legal_interval,
            steps,
            epochs,
            matches,
        ]);
    }
    table
}

fn f1(published: PublishedScore) -> String {
    format!("{:.4}", published[2])
}

/// Our F1 and its interval as text.
fn ours(row: &TableRow, of: fn(&super::scores::TestScores) -> TaskScore) -> [String; 2] {
    match row.ours.as_ref().map(of) {
        Some(score) => {
            let (low, high) = score.interval;
            [format!("{:.4}", score.f1), format!("[{low:.3}–{high:.3}]")]
        }
        None => ["no public sheet".to_string(), String::new()],
    }
}

const CSV_TITLE: &str = "network,test,task,published_precision,published_recall,published_f1,precision,recall,f1,f1_low,f1_high,matches,states\n";

fn csv(result: &TableResult) -> String {
    let mut text = CSV_TITLE.to_string();
    for row in &result.rows {
        let tasks = [
            (
                "next",
                row.published.next,
                row.ours.as_ref().map(|ours| ours.next),
            ),
            (
                "legal",
                row.published.legal,
                row.ours.as_ref().map(|ours| ours.legal),
            ),
        ];
        for (task, published, score) in tasks {
            let mut fields = vec![row.network.clone(), row.test.clone(), task.to_string()];
            fields.extend(published.map(|number| format!("{number:.4}")));
            match (&row.ours, score) {
                (Some(ours), Some(score)) => {
                    let (low, high) = score.interval;
                    let numbers = [score.precision, score.recall, score.f1, low, high];
                    fields.extend(numbers.map(|number| format!("{number:.6}")));
                    fields.extend([ours.matches, ours.states].map(|count| count.to_string()));
                }
                _ => fields.extend(std::iter::repeat_n(String::new(), 7)),
            }
            text += &csv_line(&fields);
        }
    }
    text
}

fn svg(title: &str, result: &TableResult) -> String {
    let tested = result
        .rows
        .iter()
        .filter_map(|row| Some((row, row.ours.as_ref()?)));
    let rows = tested.flat_map(|(row, ours)| {
        let tasks = [
            ("next", ours.next, row.published.next),
            ("legal", ours.legal, row.published.legal),
        ];
        tasks.map(|(task, score, published)| {
            let (low, high) = score.interval;
            PlotRow {
                label: format!("{}, {}: {task}", row.network, row.test),
                ours: Some(Interval::new(100.0 * score.f1, (100.0 * low, 100.0 * high))),
                published: Some(100.0 * published[2]),
            }
        })
    });
    plot::rows(title, Scale::Share, &rows.collect::<Vec<_>>())
}
