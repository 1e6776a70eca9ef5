//! The measurements as a page of the documentation.

use super::group::Group;
use super::lines::{ratio, short};
use super::machine::Machine;
use super::row::Row;
use super::timing::median;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The page in Markdown.
pub fn page(rows: &[Row], machine: &Machine) -> String {
    let mut page = String::from(
        "# Benchmarks\n\nWritten by `senet bench --page`. Rates and times are processor time of one thread, so they do not depend on what \
         else the machine does. Random matches are played in quotas to their end; ± is the standard deviation of a repetition.\n\n",
    );
    page += &format!(
        "Machine: {}, {}, {} processors{}.\n\n",
        machine.cpu,
        machine.vectors,
        machine.processors,
        if machine.optimised {
            ""
        } else {
            "; built for tests, not for speed"
        }
    );
    for line in summary(rows) {
        page += &format!("- {line}\n");
    }
    let compared: Vec<_> = rows.iter().filter(|row| !row.chosen).collect();
    if !compared.is_empty() {
        page += &comparison(&compared);
    }
    let sheets = sheets(rows);
    if !sheets.is_empty() {
        page += &table_of_sheets(&sheets);
    }
    page
}

/// What stands out, in a few lines: of the sheets whose reasoner was chosen by itself.
pub fn summary(rows: &[Row]) -> Vec<String> {
    let sheets = sheets(rows);
    if sheets.len() < 2 {
        return Vec::new();
    }
    let mut lines = vec![back_ends(&sheets)];
    let values = |group: Group, value: fn(&Row) -> Option<f64>| {
        let rows = sheets.iter().filter_map(|sheet| sheet.row(group));
        rows.filter_map(value).collect::<Vec<_>>()
    };
    let playouts = values(Group::Playouts, |row| row.steps_per_s);
    if let Some(median) = median(&playouts) {
        let count = |least: f64| playouts.iter().filter(|&&rate| rate >= least).count();
        lines.push(format!(
            "random matches: {} steps/s in the median of {} sheets; {} above 1 G, {} above 100 M",
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

/// The rows of one sheet whose reasoner was chosen by itself.
struct Sheet<'a>(Vec<&'a Row>);

impl Sheet<'_> {
    fn row(&self, group: Group) -> Option<&Row> {
        self.0.iter().copied().find(|row| row.group == group)
    }
}

fn sheets(rows: &[Row]) -> Vec<Sheet<'_>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for row in rows.iter().filter(|row| row.chosen) {
        let same = |other: &Row| other.game == row.game && other.collection == row.collection;
        match sheets.last_mut() {
            Some(sheet) if same(sheet.0[0]) => sheet.0.push(row),
            _ => sheets.push(Sheet(vec![row])),
        }
    }
    sheets
}

/// How many sheets each reasoner plays, and how many run on compiled rules.
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

/// The table of games that were measured on several reasoners.
fn comparison(rows: &[&Row]) -> String {
    let mut text = String::from(
        "\n## Reasoners and hand-written programs\n\n\
         | game | back end | group | rate | ± | × reference | × native | mean length | mean goals | set-up ms |\n\
         | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |\n",
    );
    for row in rows {
        let goals = row.mean_goals.iter().flat_map(|goals| &goals.0);
        let goals: Vec<_> = goals.map(|(_, mean)| format!("{mean:.1}")).collect();
        let (group, value) = match row.group {
            Group::Playouts => ("playouts/s", rate(row.playouts_per_s)),
            Group::Step => ("single steps/s", rate(row.steps_per_s)),
            Group::Setup => ("set-up", String::new()),
            Group::Map => ("map ms", number(row.map_ms)),
        };
        let written = writeln!(
            text,
            "| {} | {} | {group} | {value} | {} | {} | {} | {} | {} | {} |",
            row.game,
            row.reasoner(),
            percent(row.spread),
            multiple(row.to_reference),
            multiple(row.to_native),
            number(row.mean_length),
            goals.join(", "),
            number(row.setup_ms),
        );
        written.expect("writing to a string cannot fail");
    }
    text + &scaling(rows)
}

/// What several threads were worth.
fn scaling(rows: &[&Row]) -> String {
    let scaled: Vec<_> = rows
        .iter()
        .filter_map(|row| row.scaling.map(|s| (row, s)))
        .collect();
    if scaled.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n## Threads\n\nBy the clock on the wall, which alone shows what threads are worth.\n\n\
         | game | back end | threads | playouts/s of one | playouts/s of all | ratio |\n\
         | --- | --- | ---: | ---: | ---: | ---: |\n",
    );
    for (row, scaling) in scaled {
        text += &format!(
            "| {} | {} | {} | {} | {} | {:.2} |\n",
            row.game,
            row.reasoner(),
            scaling.threads,
            short(scaling.wall_playouts_per_s_one_thread),
            short(scaling.wall_playouts_per_s),
            scaling.ratio
        );
    }
    text
}

/// The table of all sheets with the reasoner that was chosen for each.
fn table_of_sheets(sheets: &[Sheet]) -> String {
    let mut text = String::from(
        "\n## Rule sheets\n\n`single steps/s` asks along random matches, `jumps/s` asks about states that have nothing to do with each other; \
         `first ms` is from the text of the rules to the end of the first match; \
         `memory` is the working memory of a thread that plays in lanes.\n\n\
         | game | back end | playouts/s | ± | steps/s | length | single steps/s | jumps/s | set-up ms | first ms | ground rules | gates | code KB | memory KB | why |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n",
    );
    for sheet in sheets {
        let row = sheet.0[0];
        let of = |group: Group, value: fn(&Row) -> Option<f64>| sheet.row(group).and_then(value);
        let setup = of(Group::Setup, |row| row.setup_ms).or(row.setup_ms);
        text += &format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            row.game,
            row.reasoner(),
            rate(of(Group::Playouts, |row| row.playouts_per_s)),
            percent(of(Group::Playouts, |row| row.spread)),
            rate(of(Group::Playouts, |row| row.steps_per_s)),
            number(of(Group::Playouts, |row| row.mean_length)),
            rate(of(Group::Step, |row| row.steps_per_s)),
            rate(of(Group::Step, |row| row.jumps_per_s)),
            number(setup),
            number(of(Group::Setup, |row| row.first_playout_ms)),
            count(row.ground_rules),
            count(row.gates),
            kilobytes(row.code_bytes),
            kilobytes(row.memory_bytes),
            why(sheet),
        );
    }
    text
}

/// Why this reasoner, and what went wrong.
fn why(sheet: &Sheet) -> String {
    let mut said = vec![sheet.0[0].reason.as_str()];
    for problem in sheet.0.iter().filter_map(|row| row.problem.as_deref()) {
        if !said.contains(&problem) {
            said.push(problem);
        }
    }
    said.retain(|text| !text.is_empty());
    said.join("; ").replace('|', "\\|")
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
