//! Prints the result of learning.

use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::{Common, Failure, Out};

/// The mean goal of each tenth of the matches.
pub fn curve(goals: &[f32]) -> Vec<f64> {
    let part = goals.len().div_ceil(10).max(1);
    let mean = |goals: &[f32]| {
        let sum: f64 = goals.iter().map(|&goal| f64::from(goal)).sum();
        (sum / goals.len() as f64 * 10.0).round() / 10.0
    };
    goals.chunks(part).map(mean).collect()
}

/// Prints the report.
pub fn print_report(report: &serde_json::Value, common: &Common) -> Result<(), Failure> {
    let mut out = Out::new();
    if common.json {
        out.json(report)?;
        return Ok(());
    }
    let text = |name: &str| match &report[name] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut table = TextTable::of_pairs();
    table.row(cells![
        "role",
        format!("{} of {}", text("role"), text("game"))
    ]);
    if report["from"].is_null() {
        table.row(cells!["start", "from scratch"]);
    } else {
        let (from, kinship, values) = (text("from"), text("kinship"), text("initialisation"));
        let hits = report["hit_rate"].as_f64().unwrap_or(0.0) * 100.0;
        let (count, all) = (text("values_transferred"), text("states"));
        let transferred = format!("{count} of {all} values; {hits:.0} % of visits");
        table.row(cells!["start", format!("{from} ({kinship}): {values}")]);
        table.row(cells!["transferred", transferred]);
    }
    let curve = format!("{} (a tenth of the matches each)", text("curve"));
    table.row(cells!["mean goal", curve]);
    let speed = report["matches_per_s"].as_f64().unwrap_or(0.0);
    let matches = format!("{}, {speed:.0} a second", text("matches"));
    table.row(cells!["matches", matches]);
    let kept = match report["bytes"].is_null() {
        true => "nothing (--no-save)".to_string(),
        false => format!("{} bytes", text("bytes")),
    };
    table.row(cells!["kept", kept]);
    out.text(&table.to_string())?;
    out.flush()?;
    Ok(())
}
