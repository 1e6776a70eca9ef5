//! Prints measurements as text, one line each.

use super::baseline::BaselineVerdict;
use super::group::Group;
use super::row::BenchRow;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};

/// The columns of a group, wide enough for rows that are printed one by one.
fn columns(group: Group) -> TextTable {
    let words = [
        left(group.name()).at_least(8),
        left("game").at_least(26),
        left("back end").at_least(14),
    ];
    let numbers: &[&str] = match group {
        Group::Playouts => &[
            "playouts/s",
            "±",
            "steps/s",
            "length",
            "× reference",
            "× native",
            "set-up ms",
        ],
        Group::Step => &["steps/s", "±", "jumps/s", "× reference", "set-up ms"],
        Group::Setup => &[
            "set-up ms",
            "±",
            "first ms",
            "ground ms",
            "rules",
            "ground rules",
            "gates",
        ],
        Group::Map => &["map ms", "±", "rules"],
    };
    let numbers = numbers.iter().map(|&title| right(title).at_least(7));
    TextTable::new(words.into_iter().chain(numbers))
}

/// The title line of a group.
pub fn title(group: Group) -> String {
    columns(group).head()
}

/// Formats a measurement as one line.
pub fn line(row: &BenchRow) -> String {
    let names = cells![row.group.name(), row.game, row.back_end_name()];
    let mut line = columns(row.group).line(names.into_iter().chain(numbers(row)));
    if let Some(scaling) = row.scaling {
        line += &format!(
            "  {} threads: {} playouts/s of wall-clock time, {:.2} × one thread",
            scaling.threads,
            short(scaling.wall_playouts_per_s),
            scaling.ratio
        );
    }
    if let Some(comparison) = row.baseline {
        let verdict = match comparison.verdict {
            BaselineVerdict::Slower => "SLOWER",
            BaselineVerdict::Faster => "faster",
            BaselineVerdict::Same => "same",
        };
        let (change, noise) = (100.0 * comparison.change, 100.0 * comparison.noise);
        line += &format!("  {verdict} ({change:+.1} %, noise {noise:.1} %)");
    }
    if let Some(problem) = &row.problem {
        line += &format!("  ({problem})");
    }
    line
}

fn numbers(row: &BenchRow) -> Vec<String> {
    let rate = |value: Option<f64>| value.map_or("-".to_string(), short);
    let ms = |value: Option<f64>| value.map_or("-".to_string(), |ms| format!("{ms:.1}"));
    let count = |value: Option<usize>| value.map_or("-".to_string(), |value| value.to_string());
    let spread = row.spread;
    let spread = spread.map_or("-".to_string(), |s| format!("{:.1} %", 100.0 * s));
    match row.group {
        Group::Playouts => vec![
            rate(row.playouts_per_s),
            spread,
            rate(row.steps_per_s),
            ms(row.mean_length),
            ratio(row.to_reference),
            ratio(row.to_native),
            ms(row.setup_ms),
        ],
        Group::Step => vec![
            rate(row.steps_per_s),
            spread,
            rate(row.jumps_per_s),
            ratio(row.to_reference),
            ms(row.setup_ms),
        ],
        Group::Setup => vec![
            ms(row.setup_ms),
            spread,
            ms(row.first_playout_ms),
            ms(row.ground_ms),
            row.rules.to_string(),
            count(row.ground_rules),
            count(row.gates),
        ],
        Group::Map => vec![ms(row.map_ms), spread, row.rules.to_string()],
    }
}

/// Formats a ratio with three significant digits.
pub fn ratio(value: Option<f64>) -> String {
    match value {
        None => "-".to_string(),
        Some(value) if value >= 100.0 => short(value),
        Some(value) if value >= 1.0 => format!("{value:.1}"),
        Some(value) if value >= 0.001 => format!("{value:.3}"),
        Some(value) => format!("{value:.1e}"),
    }
}

/// Formats a rate with three digits: `342 M`, `7.21 k`.
pub fn short(value: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    // A value that rounds to 1000 uses the next unit.
    let unit = units.into_iter().find(|(size, _)| value >= 0.9995 * size);
    let (size, name) = unit.unwrap_or((1.0, ""));
    let scaled = value / size;
    let digits = match scaled {
        s if s >= 99.95 => 0,
        s if s >= 9.995 => 1,
        _ => 2,
    };
    format!("{scaled:.digits$}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_rates_with_three_digits() {
        let shown = [0.0, 0.08, 7.214, 99.96, 999.6, 7214.0, 342_000_000.0, 2.6e9].map(short);
        let expected = [
            "0.00", "0.08", "7.21", "100", "1.00 k", "7.21 k", "342 M", "2.60 G",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn formats_ratios_with_three_digits() {
        let shown = [
            None,
            Some(0.00021),
            Some(0.012),
            Some(12.34),
            Some(12_345.0),
        ]
        .map(ratio);
        assert_eq!(shown, ["-", "2.1e-4", "0.012", "12.3", "12.3 k"]);
    }
}
