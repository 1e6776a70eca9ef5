//! Formats the measurements as a page of the documentation.

use super::group::Group;
use super::lines::{ratio, short};
use super::machine::Machine;
use super::row::BenchRow;
use crate::csv::csv_line;
use crate::stats::median;
use senet_console::table::{TextTable, left, right};
use std::collections::BTreeMap;

/// The page in Markdown: a summary, and links to the data files in this folder.
pub fn page(rows: &[BenchRow], machine: &Machine, folder: &str) -> String {
    let mut page = format!(
        "# Benchmarks\n\n`senet bench --page` writes this page. Rates count the CPU time of one thread, so other load on the \
         machine does not matter.\n\nMachine: {}, {}, {} cores{}.\n\n",
        machine.cpu,
        machine.vectors,
        machine.processors,
        if machine.optimised {
            ""
        } else {
            "; built without optimisation"
        }
    );
    for line in summary(rows) {
        page += &format!("- {line}\n");
    }
    page += &playouts_by_game(rows);
    page += "\n## Data\n\nRates are per second, times in milliseconds, sizes in kilobytes.\n\n";
    for (name, text, about) in data_files(rows) {
        let lines = text.lines().count().saturating_sub(1);
        page += &format!("- [{name}]({folder}/{name}): {about} ({lines} rows)\n");
    }
    page
}

/// A table of playouts per second for each game measured on several back ends.
fn playouts_by_game(rows: &[BenchRow]) -> String {
    let measured = |row: &&BenchRow| !row.chosen && row.group == Group::Playouts;
    let rows: Vec<_> = rows.iter().filter(measured).collect();
    let (mut games, mut columns) = (Vec::new(), Vec::new());
    for row in &rows {
        if !games.contains(&&row.game) {
            games.push(&row.game);
        }
        if !columns.contains(&row.back_end_name()) {
            columns.push(row.back_end_name());
        }
    }
    if games.is_empty() {
        return String::new();
    }
    let numbers = columns.iter().map(right);
    let mut table = TextTable::new([left("game")].into_iter().chain(numbers));
    for game in games {
        let cell = |column: &String| {
            let mut found = rows.iter();
            let found = found.find(|row| row.game == *game && row.back_end_name() == *column);
            rate(found.and_then(|row| row.playouts_per_s))
        };
        table.row([game.clone()].into_iter().chain(columns.iter().map(cell)));
    }
    format!("\n## Playouts per second\n\n{}", table.markdown())
}

/// The data files of the page: name, CSV text, and description.
pub fn data_files(rows: &[BenchRow]) -> Vec<(&'static str, String, &'static str)> {
    let compared: Vec<_> = rows.iter().filter(|row| !row.chosen).collect();
    let files = [
        (
            "back-ends.csv",
            comparison(&compared),
            "every measurement of the games that ran on several back ends",
        ),
        (
            "threads.csv",
            scaling(&compared),
            "wall-clock rates of several threads",
        ),
        (
            "sheets.csv",
            table_of_sheets(&sheets(rows)),
            "every rule sheet on the back end that Senet chose",
        ),
    ];
    let has_rows = |file: &(&str, String, &str)| file.1.lines().count() > 1;
    files.into_iter().filter(has_rows).collect()
}

/// Summarises the sheets with an automatically chosen back end in a few lines.
pub fn summary(rows: &[BenchRow]) -> Vec<String> {
    let sheets = sheets(rows);
    if sheets.len() < 2 {
        return Vec::new();
    }
    let mut lines = vec![back_ends(&sheets)];
    let values = |group: Group, value: fn(&BenchRow) -> Option<f64>| {
        let rows = sheets.iter().filter_map(|sheet| sheet.row(group));
        rows.filter_map(value).collect::<Vec<_>>()
    };
    let playouts = values(Group::Playouts, |row| row.steps_per_s);
    if let Some(median) = median(&playouts) {
        let count = |least: f64| playouts.iter().filter(|&&rate| rate >= least).count();
        lines.push(format!(
            "playouts: {} steps/s in the median of {} sheets; {} above 1 G, {} above 100 M",
            short(median),
            playouts.len(),
            count(1e9),
            count(1e8)
        ));
    }
    if let Some(median) = median(&values(Group::Step, |row| row.steps_per_s)) {
        let median = short(median);
        lines.push(format!(
            "one state at a time: {median} steps/s in the median"
        ));
    }
    let setup = values(Group::Setup, |row| row.setup_ms);
    if let Some(median) = median(&setup) {
        let most = setup.iter().copied().fold(0.0, f64::max);
        let below = setup.iter().filter(|&&ms| ms < 1000.0).count();
        lines.push(format!(
            "set-up: {median:.1} ms in the median, {most:.0} ms at most; {below} of {} sheets within a second",
            setup.len()
        ));
    }
    lines
}

/// The rows of one sheet with an automatically chosen back end.
struct Sheet<'a>(Vec<&'a BenchRow>);

impl Sheet<'_> {
    fn row(&self, group: Group) -> Option<&BenchRow> {
        self.0.iter().copied().find(|row| row.group == group)
    }
}

fn sheets(rows: &[BenchRow]) -> Vec<Sheet<'_>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for row in rows.iter().filter(|row| row.chosen) {
        let same = |other: &BenchRow| other.game == row.game && other.collection == row.collection;
        match sheets.last_mut() {
            Some(sheet) if same(sheet.0[0]) => sheet.0.push(row),
            _ => sheets.push(Sheet(vec![row])),
        }
    }
    sheets
}

/// Counts the sheets on each back end, and the share on compiled rules.
fn back_ends(sheets: &[Sheet]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for sheet in sheets {
        let name = sheet.0[0].back_end.as_deref().unwrap_or("none");
        *counts.entry(name).or_default() += 1;
    }
    let compiled = sheets
        .iter()
        .filter(|sheet| sheet.0[0].ground_rules.is_some());
    let share = 100.0 * compiled.count() as f64 / sheets.len() as f64;
    let counts: Vec<_> = counts
        .iter()
        .map(|(name, n)| format!("{n} on {name}"))
        .collect();
    format!(
        "{} sheets: {}; {share:.1} % run on a network of gates (lanes or circuit)",
        sheets.len(),
        counts.join(", ")
    )
}

/// The games measured on several back ends, as CSV.
fn comparison(rows: &[&BenchRow]) -> String {
    let mut text =
        "game,back end,group,rate,spread,to reference,to native,mean length,mean goals,set-up ms\n"
            .to_string();
    for row in rows {
        let goals = row.mean_goals.iter().flat_map(|goals| &goals.0);
        let goals: Vec<_> = goals.map(|(_, mean)| format!("{mean:.1}")).collect();
        let (group, value) = match row.group {
            Group::Playouts => ("playouts/s", number(row.playouts_per_s)),
            Group::Step => ("single steps/s", number(row.steps_per_s)),
            Group::Setup => ("set-up", String::new()),
            Group::Map => ("map ms", number(row.map_ms)),
        };
        text += &csv_line(&[
            row.game.clone(),
            row.back_end_name(),
            group.to_string(),
            value,
            percent(row.spread),
            multiple(row.to_reference),
            multiple(row.to_native),
            number(row.mean_length),
            goals.join(" "),
            number(row.setup_ms),
        ]);
    }
    text
}

/// Wall-clock rates of several threads, as CSV.
fn scaling(rows: &[&BenchRow]) -> String {
    let mut text =
        "game,back end,threads,playouts/s of one thread,playouts/s of all threads,ratio\n"
            .to_string();
    for row in rows {
        if let Some(scaling) = row.scaling {
            text += &csv_line(&[
                row.game.clone(),
                row.back_end_name(),
                scaling.threads.to_string(),
                number(Some(scaling.wall_playouts_per_s_one_thread)),
                number(Some(scaling.wall_playouts_per_s)),
                format!("{:.2}", scaling.ratio),
            ]);
        }
    }
    text
}

/// All sheets with the chosen back end, as CSV. `single steps/s` follows random matches; `jumps/s` queries unrelated states.
/// `first ms` is the time from the text of the rules to the end of the first playout.
fn table_of_sheets(sheets: &[Sheet]) -> String {
    let mut text = "game,back end,playouts/s,spread,steps/s,mean length,single steps/s,jumps/s,set-up ms,first ms,ground rules,gates,\
        code KB,memory KB of a thread,reason\n"
        .to_string();
    for sheet in sheets {
        let row = sheet.0[0];
        let of =
            |group: Group, value: fn(&BenchRow) -> Option<f64>| sheet.row(group).and_then(value);
        let setup = of(Group::Setup, |row| row.setup_ms).or(row.setup_ms);
        text += &csv_line(&[
            row.game.clone(),
            row.back_end_name(),
            number(of(Group::Playouts, |row| row.playouts_per_s)),
            percent(of(Group::Playouts, |row| row.spread)),
            number(of(Group::Playouts, |row| row.steps_per_s)),
            number(of(Group::Playouts, |row| row.mean_length)),
            number(of(Group::Step, |row| row.steps_per_s)),
            number(of(Group::Step, |row| row.jumps_per_s)),
            number(setup),
            number(of(Group::Setup, |row| row.first_playout_ms)),
            count(row.ground_rules),
            count(row.gates),
            kilobytes(row.code_bytes),
            kilobytes(row.memory_bytes),
            reason(sheet),
        ]);
    }
    text
}

/// The reason for this back end, and any problems.
fn reason(sheet: &Sheet) -> String {
    let mut said = vec![sheet.0[0].reason.as_str()];
    for problem in sheet.0.iter().filter_map(|row| row.problem.as_deref()) {
        if !said.contains(&problem) {
            said.push(problem);
        }
    }
    said.retain(|text| !text.is_empty());
    said.join("; ")
}

fn rate(value: Option<f64>) -> String {
    value.map_or(String::new(), short)
}

fn multiple(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| ratio(Some(value)))
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{value:.1}"))
}

fn percent(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{:.1} %", 100.0 * value))
}

fn kilobytes(value: Option<usize>) -> String {
    value.map_or(String::new(), |bytes| format!("{:.1}", bytes as f64 / 1e3))
}

fn count(value: Option<usize>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}
