//! Summarises all rows: the number of sheets, verdicts, times, and the comparison with the published table.

use super::found::{BoardsFound, Compared};
use super::published::PublishedTimes;
use super::rows::SheetRow;

/// The last lines of the table.
pub fn summary(rows: &[SheetRow]) -> String {
    counts(rows) + &times(rows) + &compared(rows)
}

fn main(rows: &[SheetRow]) -> impl Iterator<Item = &BoardsFound> {
    rows.iter().filter_map(SheetRow::main)
}

fn counts(rows: &[SheetRow]) -> String {
    let sum = |part: fn(&BoardsFound) -> usize| main(rows).map(part).sum::<usize>();
    let failed = main(rows).filter(|found| found.failure.is_some()).count();
    let open = main(rows).filter(|found| found.undecided > 0).count();
    format!(
        "{} sheets, {failed} failed, {open} with undecided projections; projections: {} proved, {} refuted, {} undecided\n",
        rows.len(),
        sum(|found| found.proved),
        sum(|found| found.refuted),
        sum(|found| found.undecided),
    )
}

/// The distribution of the times, and the slowest sheets.
fn times(rows: &[SheetRow]) -> String {
    let mut seconds: Vec<f64> = main(rows).map(|found| found.total_s).collect();
    seconds.sort_by(f64::total_cmp);
    let Some(last) = seconds.len().checked_sub(1) else {
        return String::new();
    };
    let at = |share: f64| seconds[(last as f64 * share).round() as usize];
    let within = |limit: f64| seconds.iter().filter(|s| **s <= limit).count();
    let mut slowest: Vec<(&str, f64)> = rows
        .iter()
        .filter_map(|row| Some((&row.game[..], row.main()?.total_s)))
        .collect();
    slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
    let slowest: Vec<String> = slowest
        .into_iter()
        .take(5)
        .map(|(game, seconds)| format!("{game} {seconds:.2} s"))
        .collect();
    format!(
        "time per sheet: median {:.4} s, 90 % {:.3} s, maximum {:.2} s; {} up to 0.1 s, {} up to 1 s, {} up to 10 s\nslowest: {}\n",
        at(0.5),
        at(0.9),
        at(1.0),
        within(0.1),
        within(1.0),
        within(10.0),
        slowest.join(", ")
    )
}

/// The comparison with the published rows, for each method.
fn compared(rows: &[SheetRow]) -> String {
    let with_published =
        |found: fn(&SheetRow) -> Option<&BoardsFound>| -> Vec<(&PublishedTimes, &BoardsFound)> {
            let rows = rows.iter();
            rows.filter_map(|row| Some((row.published?, found(row)?)))
                .collect()
        };
    compared_line(
        "the published test",
        &with_published(|row| row.test.as_ref()),
    ) + &compared_line("with lemmas", &with_published(|row| row.own.as_ref()))
}

fn compared_line(name: &str, both: &[(&PublishedTimes, &BoardsFound)]) -> String {
    if both.is_empty() {
        return String::new();
    }
    let as_few = |calls: fn(&BoardsFound) -> Option<usize>| {
        let fewer = |(published, found): &&(&PublishedTimes, &BoardsFound)| {
            calls(found).is_some_and(|calls| calls <= published.calls)
        };
        both.iter().filter(fewer).count()
    };
    let count = |compared| {
        let alike = both
            .iter()
            .filter(|(_, found)| found.compared == Some(compared));
        alike.count()
    };
    format!(
        "{name}: of {} sheets, {} need at most the published number of calls about the published relations ({} if only calls of Prune count); \
         {} have the published projections, {} more\n",
        both.len(),
        as_few(|found| found.calls_on_published),
        as_few(|found| found.calls_of_prune),
        count(Compared::Same),
        count(Compared::More),
    )
}
